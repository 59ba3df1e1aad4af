/** Members that a schema does not declare are not sent (A7). */
import {
  array,
  assert,
  dictionary,
  integer,
  oneof,
  option,
  property,
  record,
  string,
} from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { declaredOnly } from "../../../registry/schema/declared.ts";
import type { Schema } from "../../../registry/schema/schema.ts";

const User = z.object({ id: z.string(), name: z.string().optional() });
const secret = { passwordHash: "x" };
const user = { id: "1", name: "Ada" };

interface Tree {
  readonly id: string;
  readonly children: readonly Tree[];
}
const Tree: z.ZodType<Tree> = z.object({
  id: z.string(),
  get children() {
    return z.array(Tree);
  },
});

describe("removes undeclared members (A7)", () => {
  it.each<[string, Schema, unknown, unknown, string[]]>([
    ["of an object", User, { ...user, ...secret }, user, ["passwordHash"]],
    [
      "of a nested object",
      z.object({ user: User }),
      { user: { ...user, ...secret } },
      { user },
      ["passwordHash"],
    ],
    ["of items", z.array(User), [user, { ...user, ...secret }], [user, user], ["passwordHash"]],
    [
      "of a tuple",
      z.tuple([User, z.string()]),
      [{ ...user, ...secret }, "a"],
      [user, "a"],
      ["passwordHash"],
    ],
    [
      "of values of a record",
      z.record(z.string(), User),
      { a: { ...user, ...secret } },
      { a: user },
      ["passwordHash"],
    ],
    ["of a nullable object", User.nullable(), { ...user, ...secret }, user, ["passwordHash"]],
    [
      "of an intersection",
      User.and(z.object({ age: z.int() })),
      { ...user, age: 1, ...secret },
      { ...user, age: 1 },
      ["passwordHash"],
    ],
    [
      "of a union of objects",
      z.union([User, z.object({ age: z.int() })]),
      { age: 1, ...secret },
      { age: 1 },
      ["passwordHash"],
    ],
    [
      "of a recursive type",
      Tree,
      { id: "1", children: [{ id: "2", children: [], ...secret }] },
      { id: "1", children: [{ id: "2", children: [] }] },
      ["passwordHash"],
    ],
    [
      "that are write-only",
      z.object({ id: z.string(), pin: z.string().meta({ writeOnly: true }) }),
      { id: "1", pin: "2" },
      { id: "1" },
      ["pin"],
    ],
    [
      "of what toJSON returns",
      User,
      { toJSON: () => ({ ...user, ...secret }) },
      user,
      ["passwordHash"],
    ],
    [
      "of declared members of an open object",
      z.looseObject({ user: User }),
      { user: { ...user, ...secret }, more: secret },
      { user, more: secret },
      ["passwordHash"],
    ],
    [
      "of a strict object",
      z.strictObject({ id: z.string() }),
      { id: "1", ...secret },
      { id: "1" },
      ["passwordHash"],
    ],
  ])("%s", (_where, schema, value, expected, names) => {
    const removed: string[] = [];
    const before = structuredClone(Object.keys(Object(value)));
    expect(declaredOnly(schema)(value, (name) => removed.push(name))).toEqual(expected);
    expect(removed).toEqual(names);
    expect(Object.keys(Object(value)), "the handler's own value stays whole").toEqual(before);
  });

  it.each<[string, Schema, unknown]>([
    ["a scalar", z.string(), "a"],
    ["an unknown value", z.unknown(), { any: secret }],
    ["an open object", z.looseObject({ id: z.string() }), { id: "1", ...secret }],
    ["any JSON", z.json(), { any: [secret] }],
    ["a record of anything", z.record(z.string(), z.unknown()), { any: secret }],
    ["an object that lacks members, as fields makes it", User, { name: "Ada" }],
    ["a union with any value", z.union([User, z.unknown()]), { ...user, ...secret }],
    [
      "a constant object",
      z.object({ at: z.date().transform(String).pipe(z.string()) }),
      { at: "now" },
    ],
  ])("and leaves %s as it is", (_what, schema, value) => {
    const removed: string[] = [];
    expect(declaredOnly(schema)(value, (name) => removed.push(name))).toBe(value);
    expect(removed).toEqual([]);
  });

  it("and never a declared one, of any value", () => {
    const Value = z.object({
      a: z.union([z.string(), User, z.array(User)]),
      b: z.object({ c: z.record(z.string(), z.int()).optional() }).nullable(),
    });
    const anyUser = record({ id: string(), name: string() }, { requiredKeys: ["id"] });
    const valid = record({
      a: oneof(string(), anyUser, array(anyUser)),
      b: option(record({ c: dictionary(string(), integer()) }, { requiredKeys: [] })),
    });
    assert(
      property(valid, (value) => {
        expect(declaredOnly(Value)(value, () => expect.unreachable())).toBe(value);
      }),
    );
  });
});
