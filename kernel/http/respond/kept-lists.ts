/** Finished lists that are kept for internal reads, each as long as the data behind it stays the same. */
import { LRUCache } from "lru-cache";
import type { DataVersion } from "../../host/support/data-version.ts";
import type { Cache } from "./cache.ts";

/** Lists of all routes by path and query, so that the bound holds for all of them together. */
export type ListCache<T> = Cache<Kept<T>>;

interface Kept<T> {
  /** Read before the list was made, so that later data never passes for earlier. */
  readonly version: string | number;
  readonly list: T;
}

/** @param bytesOf the approximate size of a list, without its key. */
export function listCache<T>(maxBytes: number, bytesOf: (list: T) => number): ListCache<T> {
  return new LRUCache({
    maxSize: maxBytes,
    sizeCalculation: ({ list }, key) => key.length + bytesOf(list),
  });
}

/** The kept lists of one route, the same for every caller. */
export class KeptLists<T> {
  readonly #cache: ListCache<T>;
  readonly #version: DataVersion;
  /** True once the handler has looked at its caller; from then on each caller gets a separate list. */
  isPerCaller = false;

  constructor(cache: ListCache<T>, version: DataVersion) {
    this.#cache = cache;
    this.#version = version;
  }

  /** Version of the data as it is now; undefined while it is unknown, and if lists are per caller. */
  get version(): ReturnType<DataVersion> {
    return this.isPerCaller ? undefined : this.#version();
  }

  get(key: string, version: string | number): T | undefined {
    const kept = this.#cache.get(key);
    return kept?.version === version ? kept.list : undefined;
  }

  keep(key: string, version: string | number, list: T): void {
    if (!this.isPerCaller) this.#cache.set(key, { version, list });
  }
}
