import { expect, it } from "vitest";
import { KeptLists, listCache } from "../../../../kernel/http/respond/kept-lists.ts";

it("keeps a list while the version stays, and none of a route whose lists are per caller", () => {
  let version: number | undefined = 1;
  const lists = new KeptLists(
    listCache<string>(1000, () => 1),
    () => version,
  );
  lists.keep("/a", 1, "first");
  expect(lists.get("/a", 1)).toBe("first");
  version = 2;
  expect(lists.version).toBe(2);
  expect(lists.get("/a", 2)).toBeUndefined();
  version = undefined;
  expect(lists.version).toBeUndefined();
  version = 3;
  lists.isPerCaller = true;
  expect(lists.version).toBeUndefined();
  lists.keep("/a", 3, "of one caller");
  expect(lists.get("/a", 3)).toBeUndefined();
});

it("has an end, in lists as well as in keys", () => {
  const items = (count: number) => Array.from({ length: count }, () => 0);
  const cache = listCache<number[]>(6000, (list) => 500 + 1000 * list.length);
  const lists = new KeptLists(cache, () => 1);
  lists.keep("a", 1, items(2));
  lists.keep("b", 1, items(2));
  lists.get("a", 1);
  lists.keep("c", 1, items(1));
  expect(lists.get("b", 1)).toBeUndefined();
  expect(lists.get("a", 1)).toBeDefined();
  lists.keep("x".repeat(6000), 1, []);
  expect(lists.get("x".repeat(6000), 1)).toBeUndefined();
});
