/** Compares how caches may store answers. */
import type { RouteDocument } from "../derive/export/form.ts";
import type { Report } from "./change.ts";

type Cache = RouteDocument["cache"];

export function compareCache(report: Report, before: Cache, after: Cache): void {
  if (before === null || after === null || before === after) return; // answers to writes are not stored
  if (after === "no-store") return report.add("cache-stopped", "caches no longer store it");
  if (before === "no-store")
    return report.add(
      "cache-started",
      `${after.scope} caches may store it for ${after.maxAge} seconds`,
    );
  if (before.scope !== after.scope) {
    if (after.scope === "private")
      report.add("cache-made-private", "shared caches no longer store it");
    else report.add("cache-made-public", "shared caches may store it");
  }
  for (const [key, text] of AGES) {
    const [old, current] = [before[key], after[key]];
    if (old === current) continue;
    const rule = current < old ? "cache-shortened" : "cache-lengthened";
    report.add(rule, `it ${text} for ${current} seconds (was ${old})`);
  }
}

const AGES = [
  ["maxAge", "is fresh"],
  ["staleWhileRevalidate", "may be used while a cache fetches it again"],
] as const;
