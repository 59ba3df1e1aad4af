/** The examples of RFC 6902, appendix A, and of RFC 7396, appendix A. */
import { describe, expect, it } from "vitest";
import { slowness } from "../../_machine.ts";
import {
  applyPatch,
  JsonPatch,
  PatchConflict,
  PatchExcess,
} from "../../../plugins/writes/resource/json-patch.ts";
import { mergePatch } from "../../../plugins/writes/resource/merge-patch.ts";

const CONFLICT = Symbol("conflict");
const APPLIED = [
  ["A.1", { foo: "bar" }, [{ op: "add", path: "/baz", value: "qux" }], { baz: "qux", foo: "bar" }],
  [
    "A.2",
    { foo: ["bar", "baz"] },
    [{ op: "add", path: "/foo/1", value: "qux" }],
    { foo: ["bar", "qux", "baz"] },
  ],
  ["A.3", { baz: "qux", foo: "bar" }, [{ op: "remove", path: "/baz" }], { foo: "bar" }],
  [
    "A.4",
    { foo: ["bar", "qux", "baz"] },
    [{ op: "remove", path: "/foo/1" }],
    { foo: ["bar", "baz"] },
  ],
  [
    "A.5",
    { baz: "qux", foo: "bar" },
    [{ op: "replace", path: "/baz", value: "boo" }],
    { baz: "boo", foo: "bar" },
  ],
  [
    "A.6",
    { foo: { bar: "baz", waldo: "fred" }, qux: { corge: "grault" } },
    [{ op: "move", from: "/foo/waldo", path: "/qux/thud" }],
    { foo: { bar: "baz" }, qux: { corge: "grault", thud: "fred" } },
  ],
  [
    "A.7",
    { foo: ["all", "grass", "cows", "eat"] },
    [{ op: "move", from: "/foo/1", path: "/foo/3" }],
    { foo: ["all", "cows", "eat", "grass"] },
  ],
  [
    "A.8",
    { baz: "qux", foo: ["a", 2, "c"] },
    [
      { op: "test", path: "/baz", value: "qux" },
      { op: "test", path: "/foo/1", value: 2 },
    ],
    { baz: "qux", foo: ["a", 2, "c"] },
  ],
  ["A.9", { baz: "qux" }, [{ op: "test", path: "/baz", value: "bar" }], CONFLICT],
  [
    "A.10",
    { foo: "bar" },
    [{ op: "add", path: "/child", value: { grandchild: {} } }],
    { foo: "bar", child: { grandchild: {} } },
  ],
  [
    "A.11",
    { foo: "bar" },
    [{ op: "add", path: "/baz", value: "qux", xyz: 123 }],
    { foo: "bar", baz: "qux" },
  ],
  ["A.12", { foo: "bar" }, [{ op: "add", path: "/baz/bat", value: "qux" }], CONFLICT],
  ["A.14", { "/": 9, "~1": 10 }, [{ op: "test", path: "/~01", value: 10 }], { "/": 9, "~1": 10 }],
  ["A.15", { "/": 9, "~1": 10 }, [{ op: "test", path: "/~01", value: "10" }], CONFLICT],
  [
    "A.16",
    { foo: ["bar"] },
    [{ op: "add", path: "/foo/-", value: ["abc", "def"] }],
    { foo: ["bar", ["abc", "def"]] },
  ],
  ["a whole document", { foo: 1 }, [{ op: "replace", path: "", value: { bar: 2 } }], { bar: 2 }],
  ["a null", { foo: null }, [{ op: "test", path: "/foo", value: null }], { foo: null }],
  [
    "members in another order",
    { a: { b: 1, c: 2 } },
    [{ op: "test", path: "/a", value: { c: 2, b: 1 } }],
    { a: { b: 1, c: 2 } },
  ],
  [
    "a copy that changes alone",
    { a: { b: 1 } },
    [
      { op: "copy", from: "/a", path: "/c" },
      { op: "replace", path: "/c/b", value: 2 },
    ],
    { a: { b: 1 }, c: { b: 2 } },
  ],
  ["a move to its own place", { a: 1 }, [{ op: "move", from: "/a", path: "/a" }], { a: 1 }],
  [
    "a replacement at the end of a list",
    { a: [1] },
    [{ op: "replace", path: "/a/-", value: 2 }],
    CONFLICT,
  ],
  ["a removal of an index beyond", { a: [1] }, [{ op: "remove", path: "/a/1" }], CONFLICT],
  ["a place in a text", { a: "text" }, [{ op: "add", path: "/a/0", value: 1 }], CONFLICT],
] as const;

describe("JSON Patch", () => {
  it.each(APPLIED)("%s", (_what, document, operations, expected) => {
    const before = structuredClone(document);
    const patch = JsonPatch.parse(operations);
    const given = structuredClone(patch);
    const apply = () => applyPatch(document, patch);
    if (expected === CONFLICT) expect(apply).toThrow(PatchConflict);
    else expect(apply()).toEqual(expected);
    expect(document).toEqual(before);
    expect(patch).toEqual(given);
  });

  it("leaves the values of its operations alone, as it may be applied again", () => {
    const patch = JsonPatch.parse([
      { op: "add", path: "/a", value: { b: [] } },
      { op: "add", path: "/a/b/-", value: 1 },
    ]);
    expect(applyPatch({}, patch)).toEqual({ a: { b: [1] } });
    expect(applyPatch({}, patch)).toEqual({ a: { b: [1] } });
  });
});

/** Nests members without a name, so many levels deep. */
const nested = (levels: number): unknown => (levels === 0 ? {} : { "": nested(levels - 1) });
const repeated = (count: number, text: (index: number) => object) =>
  Array.from({ length: count }, (_, index) => text(index));
const add = (value: unknown) => ({ op: "add", path: "/a", value });
const bomb = (value: unknown, more: (index: number) => object) => [
  add(value),
  ...repeated(990, more),
];
const COSTLY: Readonly<Record<string, readonly object[]>> = {
  "copies of copies of nested empty names": bomb({ "": {} }, (index) => ({
    op: "copy",
    from: "/a",
    path: `/a/${index}`,
  })),
  "copies of lists of lists": bomb([[]], () => ({ op: "copy", from: "/a", path: "/a/-" })),
  "copies of texts": bomb(["a".repeat(100)], () => ({ op: "copy", from: "/a", path: "/a/-" })),
  "copies that are replaced": bomb(
    repeated(3000, () => ({})),
    () => ({ op: "copy", from: "/a", path: "/b" }),
  ),
  "copies of many members": bomb(
    Object.fromEntries(repeated(3000, () => ({})).map((value, index) => [`k${index}`, value])),
    () => ({ op: "copy", from: "/a", path: "/b" }),
  ),
  "moves to and fro": bomb(
    repeated(3000, () => ({})),
    (index) =>
      index % 2 === 0
        ? { op: "move", from: "/a", path: "/b" }
        : { op: "move", from: "/b", path: "/a" },
  ),
  "tests far below": bomb(nested(95), () => ({
    op: "test",
    path: `/a${"/".repeat(95)}`,
    value: {},
  })),
  "copies of long names": bomb({ ["a".repeat(3000)]: {} }, () => ({
    op: "copy",
    from: "/a",
    path: "/b",
  })),
};

/** Milliseconds of processor time that the work takes. */
function timeOf(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

describe("S1: no patch costs more than 5 ms of processor time, or five copies of its body", () => {
  it.each(Object.entries(COSTLY))("%s", (_what, operations) => {
    const patch = JsonPatch.parse(operations);
    const excess = Array.from({ length: 8 }, () => {
      const most = Math.max(5 * slowness(), 5 * timeOf(() => structuredClone(patch)));
      return timeOf(() => expect(() => applyPatch({}, patch)).toThrow(PatchExcess)) / most;
    });
    expect(Math.min(...excess)).toBeLessThan(1);
  });

  it("refuses a member that the resource cannot have, before anything is copied", () => {
    const patch = JsonPatch.parse([{ op: "copy", from: "/a", path: "/nothing" }]);
    expect(() => applyPatch({ a: 1 }, patch, new Set(["a"]))).toThrow(
      'the resource cannot have a member "nothing"',
    );
    const escaped = JsonPatch.parse([{ op: "copy", from: "/a", path: "/b~1c" }]);
    expect(applyPatch({ a: 1 }, escaped, new Set(["a", "b/c"]))).toEqual({ a: 1, "b/c": 1 });
  });

  it("copies and moves whole resources of a common size, and adds as much as a body has", () => {
    const rows = repeated(100, (index) => ({ id: index, tags: ["a", "b"], text: "a".repeat(200) }));
    const patch = JsonPatch.parse([
      add(rows),
      { op: "copy", from: "/a", path: "/b" },
      { op: "move", from: "/b", path: "/c" },
      { op: "add", path: "/d", value: repeated(4000, () => ({})) },
    ]);
    expect(applyPatch({}, patch)).toMatchObject({ a: rows, c: rows });
  });
});

it.each([
  [{ a: "b" }, { a: "c" }, { a: "c" }],
  [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
  [{ a: "b" }, { a: null }, {}],
  [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
  [{ a: ["b"] }, { a: "c" }, { a: "c" }],
  [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
  [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
  [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
  [
    ["a", "b"],
    ["c", "d"],
    ["c", "d"],
  ],
  [{ a: "b" }, ["c"], ["c"]],
  [{ a: "foo" }, null, null],
  [{ a: "foo" }, "bar", "bar"],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: "b", c: null }, { a: "b" }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])("JSON Merge Patch: %j with %j is %j", (target, patch, expected) => {
  expect(mergePatch(target, patch)).toEqual(expected);
});
