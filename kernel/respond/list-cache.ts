/** Lists that are kept for as long as the data they were made from stays the same. */
import { VersionedCache } from "../support/versioned-cache.ts";
import type { Produced } from "./produced.ts";

/** Bytes per revision, with the keys. */
const MAX_PRODUCED_BYTES = 32 * 1024 * 1024;
const MAX_READ_BYTES = 16 * 1024 * 1024;
/** Estimates: an entry without its content, and an item. */
const ENTRY_BYTES = 500;
const ITEM_BYTES = 1000;

/** Lists as requests get them. */
export type ProducedLists = VersionedCache<Produced>;

export function keepProducedLists(): ProducedLists {
  return new VersionedCache(
    MAX_PRODUCED_BYTES,
    // Twice the body, because its encoded variants join it later.
    ({ variants }) => ENTRY_BYTES + 2 * (variants?.identity.byteLength ?? 0),
  );
}

/** The items of a list with the path of its next page, as internal reads get them. */
export interface ReadList {
  readonly value: readonly unknown[];
  readonly next?: string | undefined;
}

export function keepReadLists(): VersionedCache<ReadList> {
  return new VersionedCache(MAX_READ_BYTES, ({ value }) => ENTRY_BYTES + ITEM_BYTES * value.length);
}

/** Returns the key of a list. A target has no space, so that no client can forge the variant. */
export function listKey(target: string, variant: string): string {
  return `${target} ${variant}`;
}
