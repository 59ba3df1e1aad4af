import { LRUCache } from "lru-cache";
import type { Product } from "./product.ts";
import type { MaybePromise } from "../registry/policy.ts";

/** Bytes of finished pages kept per server, bodies and keys together. */
const MAX_BYTES = 32 * 1024 * 1024;

interface Kept {
  readonly version: string | number;
  readonly product: Product;
}

/** Finished pages of lists, by everything a page depends on. Old versions and seldom used pages make room. */
export class PageCache {
  readonly #pages = new LRUCache<string, Kept>({
    maxSize: MAX_BYTES,
    // Twice the body: its encoded variants join it later.
    sizeCalculation: ({ product }, key) =>
      key.length + 2 * (product.variants?.identity.byteLength ?? 0) + 500,
  });

  /** The page under `key` if it is of this version, else a new one. A page that could not be made is not kept. */
  get(
    key: string,
    version: string | number,
    make: () => MaybePromise<Product>,
  ): MaybePromise<Product> {
    const kept = this.#pages.get(key);
    if (kept !== undefined && kept.version === version) return kept.product;
    const keep = (product: Product): Product => {
      this.#pages.set(key, { version, product });
      return product;
    };
    const made = make();
    return made instanceof Promise ? made.then(keep) : keep(made);
  }
}
