/** Names for SQL that repeats: a server prepares it once for each connection. */
import { LRUCache } from "lru-cache";

/** Clients choose queries, so that the number of their texts is unbounded. */
const MAX_TEXTS = 300;
/** Prepared statements of a connection after which it is replaced, as it keeps statements of forgotten names. */
const MAX_PREPARED = 2 * MAX_TEXTS;

export class Statements {
  #count = 0;
  readonly #names = new LRUCache<string, { name: string | undefined }>({ max: MAX_TEXTS });
  readonly #prepared = new WeakMap<object, Set<string>>();

  /** Returns the name of a text that has been seen before. Most shapes of queries occur once, and are not worth one. */
  nameFor(connection: object, text: string): string | undefined {
    const known = this.#names.get(text);
    if (known === undefined) {
      this.#names.set(text, { name: undefined });
      return undefined;
    }
    const name = (known.name ??= `waymark_${++this.#count}`);
    let prepared = this.#prepared.get(connection);
    if (prepared === undefined) this.#prepared.set(connection, (prepared = new Set()));
    prepared.add(name);
    return name;
  }

  isFull(connection: object): boolean {
    return (this.#prepared.get(connection)?.size ?? 0) >= MAX_PREPARED;
  }
}
