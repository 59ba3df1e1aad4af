import { expect, it } from "vitest";
import { KeptLists } from "../../../kernel/support/kept-lists.ts";
import { VersionedCache } from "../../../kernel/support/versioned-cache.ts";

it("keeps a list while the version stays, and none of a route whose lists are per caller", () => {
  let version: number | undefined = 1;
  const lists = new KeptLists(new VersionedCache<string>(1000, () => 1), () => version);
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
