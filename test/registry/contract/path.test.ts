import { describe, expect, it } from "vitest";
import {
  fillPath,
  hasParameters,
  matches,
  parsePath,
  shapeOf,
  toRouterPath,
} from "../../../registry/contract/route/path.ts";

const pattern = parsePath("/api/offices/{officeId}/hitos/{hitoId}");

describe("filling a path", () => {
  it.each<[officeId: unknown, path: string | undefined]>([
    ["lisboa", "/api/offices/lisboa/hitos/1"],
    [7, "/api/offices/7/hitos/1"],
    ["a/b ?", "/api/offices/a%2Fb%20%3F/hitos/1"],
    ["...", "/api/offices/.../hitos/1"],
    // Resolved, these would be other paths.
    ["", undefined],
    [".", undefined],
    ["..", undefined],
    ["\ud800", undefined],
    [undefined, undefined],
    [null, undefined],
    [{}, undefined],
  ])("with %j gives %s", (officeId, path) => {
    expect(fillPath(pattern, { officeId, hitoId: 1 })).toBe(path);
  });

  it("takes nothing from what every object has", () => {
    expect(fillPath(parsePath("/{constructor}"), {})).toBeUndefined();
  });
});

it.each([
  ["/api/offices/lisboa/hitos/1", true],
  ["/api/offices/{officeId}/hitos/{hitoId}", true],
  ["/api/offices/lisboa/hitos", false],
  ["/api/offices/lisboa/hitos/1/2", false],
  ["/api/Offices/lisboa/hitos/1", false],
  ["/", false],
])("%s is one of its paths: %s", (path, expected) => {
  expect(matches(pattern, path)).toBe(expected);
});

it.each([
  ["/", "/", "/"],
  ["/api/offices", "/api/offices", "/api/offices"],
  ["/api/offices/{officeId}", "/api/offices/{}", "/api/offices/:officeId"],
  ["/{a}/{b}", "/{}/{}", "/:a/:b"],
])("%s has the shape %s, and is %s to the router", (path, shape, routerPath) => {
  const parsed = parsePath(path);
  expect([shapeOf(parsed), toRouterPath(parsed)]).toEqual([shape, routerPath]);
  expect(hasParameters(parsed)).toBe(parsed.params.length > 0);
});
