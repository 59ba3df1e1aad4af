/** Ids of incidents and components in the answers of the status page. */
import { createHash } from "node:crypto";

/** Returns a short id that stays the same, without the names of plugins and instances that are in the key. */
export function hashOf(key: string): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 12);
}
