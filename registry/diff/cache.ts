/** Compares how caches may store answers. */
import type { RouteDocument } from "../derive/export/form.ts";
import { change, type Change } from "./change.ts";

type Cache = RouteDocument["cache"];

export function compareCache(before: Cache, after: Cache, where: string): readonly Change[] {
  if (before === null || after === null || before === after) return []; // answers to writes are not stored
  if (after === "no-store") return [change("cache-stopped", where, "caches no longer store it")];
  if (before === "no-store") {
    const message = `${after.scope} caches may store it for ${after.maxAge} seconds`;
    return [change("cache-started", where, message)];
  }
  return [
    ...(before.scope === after.scope
      ? []
      : [
          after.scope === "private"
            ? change("cache-made-private", where, "shared caches no longer store it")
            : change("cache-made-public", where, "shared caches may store it"),
        ]),
    ...age(before.maxAge, after.maxAge, where, "is fresh"),
    ...age(
      before.staleWhileRevalidate,
      after.staleWhileRevalidate,
      where,
      "may be used while a cache fetches it again",
    ),
  ];
}

function age(before: number, after: number, where: string, text: string): Change[] {
  if (before === after) return [];
  const rule = after < before ? "cache-shortened" : "cache-lengthened";
  return [change(rule, where, `it ${text} for ${after} seconds (was ${before})`)];
}
