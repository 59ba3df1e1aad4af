/** Caches answers for as long as the data that they were read from stays the same. */
import { LRUCache } from "lru-cache";
import type { Runtime } from "waymark/services";

/** Bytes of kept answers and their keys, about. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Bytes of an answer without its objects, and the size of the objects as a multiple of their JSON. */
const ANSWER_BYTES = 1000;
const OBJECTS = 4;
/** Bytes of the keys of answers that were requested once. */
const MAX_BYTES_ONCE = 256 * 1024;

/** Routes that a query reads, with the version of their data before the first read of each. */
export class Sources {
  readonly #runtime: Pick<Runtime, "versionOf">;
  readonly #versions = new Map<string, string | number | undefined>();

  constructor(runtime: Pick<Runtime, "versionOf">) {
    this.#runtime = runtime;
  }

  /** Notes the version of a route's data. To be called before the route is read. */
  add(ref: string): void {
    if (!this.#versions.has(ref)) this.#versions.set(ref, this.#runtime.versionOf(ref));
  }

  /** True if the same query would read the same again. Never true if data without a version was read. */
  get unchanged(): boolean {
    for (const [ref, version] of this.#versions)
      if (version === undefined || this.#runtime.versionOf(ref) !== version) return false;
    return true;
  }
}

/** Counts of look-ups that found a kept answer, and that did not. */
export interface Looks {
  hit: number;
  miss: number;
}

interface CachedAnswer<T> {
  readonly answer: T;
  readonly sources: Sources;
}

/**
 * Cache of answers by everything that they depend on except data. An answer stays as long as its data, and is the
 * same for all clients, because no data with a version depends on the client. The least used answers make room.
 */
export class AnswerCache<T extends object> {
  readonly #looks: Looks;
  readonly #answers: LRUCache<string, CachedAnswer<T>>;
  readonly #askedOnce = new LRUCache<string, true>({
    maxSize: MAX_BYTES_ONCE,
    sizeCalculation: (_once, key) => key.length + 100,
  });

  /** @param looks to count in. */
  constructor(looks: Looks, maxBytes = MAX_BYTES) {
    this.#looks = looks;
    this.#answers = new LRUCache({ maxSize: maxBytes });
  }

  get(key: string): T | undefined {
    const entry = this.#answers.get(key);
    if (entry?.sources.unchanged === true) {
      this.#looks.hit++;
      return entry.answer;
    }
    this.#looks.miss++;
    if (entry !== undefined) this.#answers.delete(key);
    return undefined;
  }

  /**
   * Keeps an answer, unless its data has changed meanwhile or has no version. Nothing is kept the first time, because
   * keeping takes half as long as making the answer, and many answers are requested only once.
   */
  add(key: string, answer: T, sources: Sources): void {
    if (!sources.unchanged) return;
    if (!this.#askedOnce.has(key)) return void this.#askedOnce.set(key, true);
    const text = JSON.stringify(answer);
    // Parsed from JSON, because the executor's objects have no prototype and take longer to write.
    const entry = { answer: JSON.parse(text) as T, sources };
    const size = key.length + ANSWER_BYTES + OBJECTS * text.length;
    this.#answers.set(key, entry, { size });
  }
}
