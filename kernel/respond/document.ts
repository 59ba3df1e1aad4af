import type { Registry, SealedRoute } from "../../registry/contract/registry.ts";

/** Makes the document of a route in one of its languages, by default the first. Returns undefined where there is none. */
export function makeDocument(
  registry: Registry,
  { owner, id, declaration: { languages = [] } }: SealedRoute,
  language = languages[0],
): unknown {
  // The options were validated with the plugin's own schema, and the route names its languages.
  return owner?.plugin.documents?.[id]?.(registry, owner.options as never, language as never);
}

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
      this.#documents.set(key, makeDocument(this.#registry, route, language));
    return this.#documents.get(key);
  }
}
