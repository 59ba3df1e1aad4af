/** Requests that do not fit their schemas, in the words that clients read. */
import { expect, it } from "vitest";
import { z } from "zod";
import { fieldErrors } from "../../../registry/contract/call/field-errors.ts";

const Room = z.strictObject({
  name: z.string().min(2).max(3),
  seats: z.int().min(1).max(12).multipleOf(2).optional(),
  code: z.string().length(1).optional(),
  floor: z.enum(["ground", "first"]).optional(),
  kind: z.literal("room").optional(),
  opened: z.iso.date().optional(),
  tags: z.array(z.string()).min(1).optional(),
  area: z.number().gt(4).lt(9).optional(),
  mail: z.email().optional(),
  plan: z.string().startsWith("P").optional(),
  site: z.url("not an address of ours").optional(),
  door: z
    .string()
    .refine((door) => door !== "none", "A room has a door.")
    .optional(),
  doors: z.record(z.string().max(2), z.int()).optional(),
  light: z
    .discriminatedUnion("is", [
      z.object({ is: z.literal("lamp") }),
      z.object({ is: z.literal("window") }),
    ])
    .optional(),
  beds: z.union([z.array(z.string()), z.strictObject({ count: z.int() })]).optional(),
});

const name = "Sal";

it.each([
  [{}, "expected a string; received nothing", "/name"],
  [{ name: 3 }, "expected a string; received a number", "/name"],
  [{ name: [] }, "expected a string; received an array", "/name"],
  [{ name: null }, "expected a string; received null", "/name"],
  [{ name: "a" }, "expected at least 2 characters", "/name"],
  [{ name: "aaaa" }, "expected at most 3 characters", "/name"],
  [{ name, seats: 1.5 }, "expected a whole number; received a number", "/seats"],
  [{ name, seats: 0 }, "expected at least 1", "/seats"],
  [{ name, seats: 3 }, "expected a multiple of 2", "/seats"],
  [{ name, code: "ab" }, "expected exactly 1 character", "/code"],
  [{ name, floor: "top" }, 'expected one of "ground", "first"', "/floor"],
  [{ name, kind: "hall" }, 'expected "room"', "/kind"],
  [{ name, opened: "today" }, "expected a date such as 2026-01-31", "/opened"],
  [{ name, tags: [] }, "expected at least 1 item", "/tags"],
  [{ name, tags: ["a", true] }, "expected a string; received true or false", "/tags/1"],
  [{ name, area: 4 }, "expected more than 4", "/area"],
  [{ name, area: 9 }, "expected less than 9", "/area"],
  [{ name, mail: "me" }, "expected an e-mail address", "/mail"],
  [{ name, plan: "x" }, 'invalid string: must start with "P"', "/plan"],
  [{ name, site: "x" }, "not an address of ours", "/site"],
  [{ name, door: "none" }, "A room has a door.", "/door"],
  [
    { name, doors: { back: 1 } },
    'the name: expected at most 2 characters; received "back"',
    "/doors/back",
  ],
  [
    { name, light: { is: "lam" } },
    "invalid discriminator value. Expected 'lamp' | 'window'",
    "/light/is",
  ],
  [{ name, beds: ["a", 2] }, "expected a string; received a number", "/beds/1"],
  [{ name, beds: { counts: 2, count: 1 } }, 'there is no key "counts" here', "/beds/counts"],
  [{ name, "a/b~": 1 }, 'there is no key "a/b~" here', "/a~1b~0"],
  ["room", "expected an object; received a string", ""],
])("says of the body %j: %s", (body, detail, pointer) => {
  expect(errorsOf(body, "body")).toEqual([{ detail, pointer }]);
});

it("names each unknown key where it lies", () => {
  expect(errorsOf({ name, x: 1, y: 2 }, "body").map(({ pointer }) => pointer)).toEqual([
    "/x",
    "/y",
  ]);
});

it("shows what a parameter holds, and no value of a header", () => {
  const value = { name: "a" };
  const detail = "expected at least 2 characters";
  expect([...errorsOf(value, "query"), ...errorsOf(value, "header")]).toEqual([
    { detail: `${detail}; received "a"`, parameter: "name" },
    { detail, header: "name" },
  ]);
});

it("names 50 places at most", () => {
  expect(errorsOf({ name, tags: Array.from({ length: 80 }, () => 1) }, "body")).toHaveLength(50);
});

it.each(["errors", "keys"])("reads no more than these within one issue of a union: %s", (many) => {
  let reads = 0;
  const counted = <T>(items: readonly T[]) =>
    new Proxy(items, {
      get(target, key, proxy): unknown {
        if (typeof key === "string" && /^\d+$/.test(key)) reads += 1;
        return Reflect.get(target, key, proxy);
      },
    });
  const body = { name, beds: Array.from({ length: 5000 }, () => 1) };
  const [issue] = Room.safeParse(body).error?.issues ?? [];
  if (issue?.code !== "invalid_union") throw new Error("the body has another mistake");
  const keys = body.beds.map((_, index) => `k${index}`);
  const message = "Unrecognized keys";
  const large =
    many === "errors"
      ? { ...issue, errors: issue.errors.map((errors) => counted(errors)) }
      : { code: "unrecognized_keys", path: [], message, keys: counted(keys) };
  expect(fieldErrors([large], body, "body")).toHaveLength(50);
  expect(reads).toBeLessThan(200);
});

it("takes the words of other libraries as they are", () => {
  const issues = [{ message: "Too shallow.", path: [{ key: "depth" }] }];
  expect(fieldErrors(issues, { depth: 1 }, "query")).toEqual([
    { detail: "Too shallow.", parameter: "depth" },
  ]);
});

function errorsOf(value: unknown, part: Parameters<typeof fieldErrors>[2]) {
  return fieldErrors(Room.safeParse(value).error?.issues ?? [], value, part);
}
