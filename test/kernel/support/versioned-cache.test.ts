import { expect, it } from "vitest";
import { VersionedCache } from "../../../kernel/support/versioned-cache.ts";

const cache = () => new VersionedCache<number[]>(6000, (items) => 500 + 1000 * items.length);
const items = (count: number) => Array.from({ length: count }, () => 0);

it("returns a value as long as its version is the current one", () => {
  const kept = cache();
  kept.set("a", 1, [1]);
  expect(kept.get("a", 1)).toEqual([1]);
  expect(kept.get("a", 2)).toBeUndefined();
  kept.set("a", 2, [2]);
  expect(kept.get("a", 2)).toEqual([2]);
});

it("has an end, in values as well as in keys", () => {
  const kept = cache();
  kept.set("a", 1, items(2));
  kept.set("b", 1, items(2));
  kept.get("a", 1);
  kept.set("c", 1, items(1));
  expect(kept.get("b", 1)).toBeUndefined();
  expect(kept.get("a", 1)).toBeDefined();
  kept.set("x".repeat(6000), 1, []);
  expect(kept.get("x".repeat(6000), 1)).toBeUndefined();
});
