import type { Registry } from "../../../registry/contract/plugin/registry.ts";
import type { SealedRoute } from "../../../registry/contract/route/sealed-route.ts";
import type { Log } from "../../../registry/contract/types.ts";
import { getOrMake } from "../../../registry/schema/memoize.ts";
import { andThen } from "./in-turn.ts";
import { keepDeclared } from "./keep-declared.ts";

/** The documents of one revision, for requests and internal reads: each is made on first use, once in each language. */
export class DocumentCache {
  readonly #registry: Registry;
  readonly #log: Log;
  /** Documents by `plugin.routeId language`. */
  readonly #documents = new Map<string, unknown>();
  #baseUrl = "";

  constructor(registry: Registry, log: Log) {
    this.#registry = registry;
    this.#log = log;
  }

  get(route: SealedRoute, language = route.declaration.languages?.[0]): unknown {
    const { baseUrl } = this.#registry;
    // A plugin may read a document while it starts, before the server knows its address.
    if (baseUrl !== this.#baseUrl) this.#documents.clear();
    this.#baseUrl = baseUrl;
    const key = `${route.ref} ${language}`;
    return getOrMake(this.#documents, key, () => {
      const { document } = this.#registry;
      const made = andThen(document(route, language), keepDeclared(route, this.#log));
      // The next request tries again.
      if (made instanceof Promise) made.catch(() => this.#documents.delete(key));
      return made;
    });
  }
}
