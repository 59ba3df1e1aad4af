/** Finished lists that are kept, for requests and internal reads alike. */
import type { DataVersion } from "./data-version.ts";
import type { VersionedCache } from "./versioned-cache.ts";

/** The kept lists of one route: the same for every caller, each as long as the data behind it stays the same. */
export class KeptLists<T> {
  readonly #cache: VersionedCache<T>;
  readonly #version: DataVersion;
  /** True once the handler has looked at its caller; from then on each caller gets a separate list. */
  isPerCaller = false;

  /** @param cache shared by all routes, so that its bound holds for all of them together. */
  constructor(cache: VersionedCache<T>, version: DataVersion) {
    this.#cache = cache;
    this.#version = version;
  }

  /** Version of the data as it is now; undefined while it is unknown, and if lists are per caller. */
  get version(): ReturnType<DataVersion> {
    return this.isPerCaller ? undefined : this.#version();
  }

  get(key: string, version: string | number): T | undefined {
    return this.#cache.get(key, version);
  }

  /** @param version read before the list was made, so that later data never passes for earlier. */
  keep(key: string, version: string | number, list: T): void {
    if (!this.isPerCaller) this.#cache.set(key, version, list);
  }
}
