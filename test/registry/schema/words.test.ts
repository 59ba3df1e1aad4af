import { expect, it } from "vitest";
import { didYouMean, nearest } from "../../../registry/schema/words.ts";

const KEYS = ["path", "cache", "port", "rate-limit", "returns", "summary"];

it.each<[name: string, meant: string | undefined]>([
  ["pth", "path"],
  ["Path", "path"],
  ["prot", "port"],
  ["chache", "cache"],
  ["ratelimit", "rate-limit"],
  ["rturn", undefined],
  ["retunr", "returns"],
  ["sumary", "summary"],
  // As long as a key and half of it different: another word (C1).
  ["auth", undefined],
  ["math", "path"],
  ["sort", "port"],
  ["cors", undefined],
  ["x", undefined],
])("takes %s for %s", (name, meant) => {
  expect(nearest(name, KEYS)).toBe(meant);
});

it("names all when none is near", () => {
  expect(didYouMean("auth", ["path", "port"])).toBe("available: path, port");
  expect(didYouMean("--in", ["--into"])).toBe('did you mean "--into"?');
  expect(didYouMean("", ["path"])).toBe("available: path");
});
