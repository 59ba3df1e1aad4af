import { expect, it } from "vitest";
import sizeLimits from "../../../plugins/policies/size-limits/index.ts";
import { compiled, sketchCall, sketchRoute, statementOf, validOptions } from "./_sketch.ts";

it.each([
  [8192, 0, false],
  [8193, 0, true],
  [4096, 4096, false],
  [4096, 4097, true],
  [0, 0, false],
])("a path of %d and a query of %d bytes is refused: %s", (path, search, refused) => {
  const call = sketchCall({
    path: "/".padEnd(path, "a").slice(0, path),
    search: "?".padEnd(search, "a").slice(0, search),
  });
  expect(compiled(sizeLimits).admit?.(call, undefined)).toEqual(
    refused ? { code: "uri-too-long", detail: expect.stringContaining("8192") } : undefined,
  );
});

it("limits bodies", () => {
  expect(compiled(sizeLimits).maxBodyBytes).toBe(1_048_576);
  expect(compiled(sizeLimits, { options: { maxRequestPayloadBytes: 10 } }).maxBodyBytes).toBe(10);
  expect(compiled(sizeLimits).maxBodyValues).toBe(10_000);
  expect(compiled(sizeLimits, { options: { maxRequestValues: 10 } }).maxBodyValues).toBe(10);
});

it("T3: states what it enforces, also the limits of a route and of its other policies", () => {
  const route = sketchRoute({
    method: "POST",
    path: "/small",
    declaration: { maxPayloadBytes: 10 },
  });
  const limits = { maxDepth: 3 };
  const deep = sketchRoute({
    path: "/deep",
    policies: [{ policy: { id: "depth" }, index: 0, compiled: { limits } }],
  });
  expect(statementOf(sizeLimits, [route, deep])).toEqual({
    maxUrlLength: 8192,
    maxRequestPayloadBytes: 1_048_576,
    maxRequestValues: 10_000,
    operations: [
      { method: "POST", path: "/small", maxRequestPayloadBytes: 10 },
      { method: "GET", path: "/deep", limits },
    ],
  });
  expect(statementOf(sizeLimits, [], { options: { maxUrlLength: 100 } })).toMatchObject({
    maxUrlLength: 100,
  });
  expect(() => validOptions(sizeLimits, { maxUrlLength: 0 })).toThrow(">=1");
});
