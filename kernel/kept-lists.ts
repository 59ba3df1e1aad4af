import { LRUCache } from "lru-cache";

/** Bytes of kept lists and their keys, about. */
const MAX_BYTES = 16 * 1024 * 1024;
/** What an item is taken to need, and what a list needs without items. */
const ITEM_BYTES = 1000;
const LIST_BYTES = 500;

interface Kept<T> {
  readonly version: string | number;
  readonly list: T;
}

/** Lists that were read, each as long as the data it was read from stays the same. The least used make room. */
export class KeptLists<T extends { readonly value: readonly unknown[] }> {
  readonly #lists: LRUCache<string, Kept<T>>;

  constructor(maxBytes = MAX_BYTES) {
    this.#lists = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ list }, key) => key.length + LIST_BYTES + ITEM_BYTES * list.value.length,
    });
  }

  get(key: string, version: string | number): T | undefined {
    const kept = this.#lists.get(key);
    return kept?.version === version ? kept.list : undefined;
  }

  /** @param version that of before the list was read. */
  set(key: string, version: string | number, list: T): void {
    this.#lists.set(key, { version, list });
  }
}
