import { LRUCache } from "lru-cache";

/** Values by key, each valid while the data version stays the same. The least recently used are dropped first. */
export class VersionedCache<T> {
  readonly #entries: LRUCache<string, { readonly version: string | number; readonly value: T }>;

  /** @param bytesOf the approximate size of a value, without its key. */
  constructor(maxBytes: number, bytesOf: (value: T) => number) {
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ value }, key) => key.length + bytesOf(value),
    });
  }

  get(key: string, version: string | number): T | undefined {
    const entry = this.#entries.get(key);
    return entry?.version === version ? entry.value : undefined;
  }

  /** @param version the data version before the value was made. */
  set(key: string, version: string | number, value: T): void {
    this.#entries.set(key, { version, value });
  }
}
