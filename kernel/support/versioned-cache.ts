import { LRUCache } from "lru-cache";

interface Kept<T> {
  readonly version: string | number;
  readonly value: T;
}

/** Values by key, each as long as the data it was made from stays the same. The least used make room. */
export class VersionedCache<T> {
  readonly #kept: LRUCache<string, Kept<T>>;

  /** @param bytesOf what a value takes, about; its key is counted besides. */
  constructor(maxBytes: number, bytesOf: (value: T) => number) {
    this.#kept = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ value }, key) => key.length + bytesOf(value),
    });
  }

  get(key: string, version: string | number): T | undefined {
    const kept = this.#kept.get(key);
    return kept?.version === version ? kept.value : undefined;
  }

  /** @param version that of the data before the value was made. */
  set(key: string, version: string | number, value: T): void {
    this.#kept.set(key, { version, value });
  }
}
