import type { Registry } from "../../../registry/contract/plugin/registry.ts";
import type { SealedRoute } from "../../../registry/contract/route/sealed-route.ts";
import type { Log } from "../../../registry/contract/types.ts";
import { andThen } from "./in-turn.ts";
import { keepDeclared } from "./keep-declared.ts";

/** The documents of one revision, for requests and internal reads: each is made on first use, once in each language. */
export class DocumentCache {
  readonly #registry: Registry;
  readonly #log: Log;
  /** Documents by `plugin.routeId language`; a document that is being made is a promise. */
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
    if (!this.#documents.has(key)) {
      const made = andThen(
        this.#registry.document(route, language),
        keepDeclared(route, this.#log),
      );
      this.#documents.set(key, made);
      if (made instanceof Promise) this.#settle(key, made);
    }
    return this.#documents.get(key);
  }

  /** Replaces the promise by its document, or removes it after a failure, so that the next request tries again. */
  #settle(key: string, made: Promise<unknown>): void {
    const replace = (change: () => void) => {
      if (this.#documents.get(key) === made) change();
    };
    made.then(
      (document) => replace(() => this.#documents.set(key, document)),
      () => replace(() => this.#documents.delete(key)),
    );
  }
}
