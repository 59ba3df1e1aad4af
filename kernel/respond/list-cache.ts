import type { Product } from "./produced.ts";
import { VersionedCache } from "../support/versioned-cache.ts";

/** Bytes of finished pages kept per server, bodies and keys together. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Finished pages of lists, by everything a page depends on. */
export type PageCache = VersionedCache<Product>;

export function createPageCache(): PageCache {
  // Twice the body: its encoded variants join it later.
  return new VersionedCache(
    MAX_BYTES,
    ({ variants }) => 500 + 2 * (variants?.identity.byteLength ?? 0),
  );
}
