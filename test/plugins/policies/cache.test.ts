import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CacheDeclaration, Outcome } from "waymark";
import { namesTag } from "waymark/advanced";
import cache from "../../../plugins/policies/cache/index.ts";
import {
  compiled,
  headersOf,
  sketchCall,
  sketchReply,
  sketchRepresentation,
  sketchRoute,
  statementOf,
} from "./_sketch.ts";

describe("namesTag", () => {
  it.each([
    ['"a"', true],
    ['W/"a"', true],
    ["*", true],
    [" * ", true],
    ['"b"', false],
    ['"b", "a"', true],
    ['"b","a"', true],
    [',, "b" ,\t"a" ,', true],
    ['"b,c", W/"a"', true],
    ['"b,"a",c"', false], // the tag `b,` and text that is not a tag
    ["a", false],
    ['a, "a"', true],
    ['"a', false],
    ['"a"x', false],
    ['"a"x, "a"', true],
    ['w/"a"', false],
    ['W/ "a"', false],
    ['*, "b"', false],
    ['""', false],
    ["", false],
  ])("weakly, %s: %s", (field, expected) => {
    expect(namesTag(field, '"a"', "weak")).toBe(expected);
  });

  it.each([
    ['"a"', true],
    ['W/"a"', false],
    ['W/"a", "a"', true],
    ["*", true],
  ])("strongly, %s: %s", (field, expected) => {
    expect(namesTag(field, '"a"', "strong")).toBe(expected);
  });

  it("finds a tag that holds a comma", () => {
    expect(namesTag('"x", "a,b"', '"a,b"', "weak")).toBe(true);
    expect(namesTag('"a,b"', '"a"', "weak")).toBe(false);
    expect(namesTag('"a,b"', '"b"', "weak")).toBe(false);
  });

  it("names exactly the members of a list, for all characters", () => {
    // etagc of RFC 9110, section 8.8.3, with the characters that mislead a naive reader made likely.
    const character = fc.constantFrom("a", "b", ",", "!", "W", "/", "*", "\\", "ÿ");
    const opaque = fc.string({ unit: character, maxLength: 4 }).map((text) => `"${text}"`);
    const member = fc.record({ weak: fc.boolean(), tag: opaque });
    const separator = fc.constantFrom(",", ", ", " ,", "\t,, ");
    fc.assert(
      fc.property(
        fc.array(member, { minLength: 1, maxLength: 5 }),
        separator,
        opaque,
        (members, between, tag) => {
          const field = members.map((one) => `${one.weak ? "W/" : ""}${one.tag}`).join(between);
          const named = members.filter((one) => one.tag === tag);
          expect(namesTag(field, tag, "weak")).toBe(named.length > 0);
          expect(namesTag(field, tag, "strong")).toBe(named.some(({ weak }) => !weak));
        },
      ),
    );
  });

  it("ends on any text", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('"', ",", " ", "W", "/", "a", "*") }),
        (field) => {
          expect(typeof namesTag(field, '"a"', "weak")).toBe("boolean");
        },
      ),
    );
  });
});

const minute: CacheDeclaration = { scope: "public", maxAge: "60s", staleWhileRevalidate: "5m" };

describe("Cache-Control", () => {
  const table: readonly (readonly [CacheDeclaration | undefined, Outcome, string | undefined])[] = [
    [minute, "ok", "public, max-age=60, stale-while-revalidate=300"],
    [minute, "notModified", "public, max-age=60, stale-while-revalidate=300"],
    [minute, "redirect", "public, max-age=60, stale-while-revalidate=300"],
    [minute, "error", "no-store"],
    [minute, "options", undefined],
    [{ scope: "private", maxAge: "1.9s" }, "ok", "private, max-age=1"],
    ["no-store", "ok", "no-store"],
    ["no-store", "error", "no-store"],
    [undefined, "ok", "no-store"], // writes
    [undefined, "error", "no-store"],
  ];
  it.each(table)("%j on %s: %s", (value, outcome, expected) => {
    expect(headersOf(compiled(cache, { value }), outcome)["Cache-Control"]).toBe(expected);
  });

  it("takes in what others add", () => {
    const added = { "Cache-Control": ["no-transform"] };
    expect(headersOf(compiled(cache, { value: minute }), "ok", { added })["Cache-Control"]).toBe(
      "public, max-age=60, stale-while-revalidate=300, no-transform",
    );
    expect(headersOf(compiled(cache, { value: minute }), "options", { added })).toEqual({});
  });
});

describe("ETag", () => {
  const reply = sketchReply({ representation: sketchRepresentation() });
  it.each([
    [minute, "ok", '"tag"'],
    [minute, "notModified", '"tag"'],
    [minute, "error", undefined],
    ["no-store", "ok", undefined],
    [undefined, "ok", undefined],
  ] as const)("%j on %s: %s", (value, outcome, expected) => {
    expect(headersOf(compiled(cache, { value }), outcome, { reply })["ETag"]).toBe(expected);
  });
});

describe("preconditions", () => {
  const reply = sketchReply({ representation: sketchRepresentation() });
  it.each([
    [{}, undefined],
    [{ "if-none-match": '"tag"' }, 304],
    [{ "if-none-match": 'W/"tag"' }, 304],
    [{ "if-none-match": "*" }, 304],
    [{ "if-none-match": '"other"' }, undefined],
    [{ "if-match": '"tag"' }, undefined],
    [{ "if-match": "*" }, undefined],
    [{ "if-match": 'W/"tag"' }, 412],
    [{ "if-match": '"other"', "if-none-match": '"tag"' }, 412],
    [{ "if-match": '"tag"', "if-none-match": '"tag"' }, 304],
    [{ "if-modified-since": "Fri, 01 Jan 2100 00:00:00 GMT" }, undefined],
  ])("%j: %s", (headers: Record<string, string>, expected) => {
    for (const method of ["GET", "HEAD"]) {
      const call = sketchCall({ method, headers });
      expect(compiled(cache, { value: minute }).precondition?.(call, reply)).toBe(expected);
    }
  });

  it("leaves answers without a body alone", () => {
    const call = sketchCall({ headers: { "if-none-match": "*" } });
    expect(compiled(cache, { value: minute }).precondition?.(call, sketchReply())).toBeUndefined();
  });

  it.each(["no-store", undefined])("has none where answers carry no ETag (%s)", (value) => {
    const policy = compiled(cache, { value });
    expect(policy.precondition).toBeUndefined();
    expect(policy.reads).toEqual([]);
  });
});

it("states the table it enforces", () => {
  const at = (path: string, rest: object, kind: "returns" | "redirect" = "returns") =>
    sketchRoute({ path, kind, declaration: rest });
  const routes = [
    at("/api/things", { cache: minute }),
    at("/things", { cache: { scope: "public", maxAge: "300s" } }, "redirect"),
    at("/api/health", { cache: "no-store" }),
    at("/api/graphql", { method: "POST", cache: undefined }),
  ];
  expect(statementOf(cache, routes)).toEqual({
    cacheable: [
      { path: "/api/things", scope: "public", maxAge: 60, revalidate: 300 },
      { path: "/things", scope: "public", maxAge: 300, revalidate: 0 },
    ],
    noStore: ["/api/health"],
    revalidation: {
      validator: "ETag",
      conditions: ["If-None-Match", "If-Match"],
      endpoints: ["/api/things"],
    },
  });
});

it.each([
  ["no-store", true],
  [minute, true],
  [{ scope: "private", maxAge: "0s" }, true],
  ["no-cache", false],
  [{ scope: "public" }, false],
  [{ scope: "public", maxAge: 60 }, false],
  [{ scope: "public", maxAge: "60s", sMaxAge: "60s" }, false],
])("%j is a declaration: %s", async (value, valid) => {
  const result = await cache.policies?.[0]?.schema?.["~standard"].validate(value);
  expect(result?.issues === undefined).toBe(valid);
});
