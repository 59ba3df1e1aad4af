import type { Registry } from "../../registry/contract/registry.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";

/** The documents of one revision, for requests and internal reads: each is made on first use, once in each language. */
export class DocumentCache {
  readonly #registry: Registry;
  /** By `plugin.routeId language`. */
  readonly #documents = new Map<string, unknown>();
  #baseUrl = "";

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  get(route: SealedRoute, language = route.declaration.languages?.[0]): unknown {
    const { baseUrl } = this.#registry;
    // A plugin may read a document while it starts, before the server knows its address.
    if (baseUrl !== this.#baseUrl) this.#documents.clear();
    this.#baseUrl = baseUrl;
    const key = `${route.ref} ${language}`;
    if (!this.#documents.has(key))
      this.#documents.set(key, this.#registry.document(route, language));
    return this.#documents.get(key);
  }
}
