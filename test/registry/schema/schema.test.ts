import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { mapSubschemas } from "../../../registry/schema/json-schema.ts";
import { toInputJsonSchema, toJsonSchema } from "../../../registry/schema/convert.ts";
import { fieldNames, requiredNames, scalarFields } from "../../../registry/schema/fields.ts";
import { SchemaError } from "../../../registry/schema/json-schema.ts";
import { isSchema } from "../../../registry/schema/schema.ts";
import type { JsonSchema } from "../../../registry/schema/json-schema.ts";
import type { Converted } from "../../../registry/schema/convert.ts";
import type { OutputOf, Schema } from "../../../registry/schema/schema.ts";

const Office = z.object({ city: z.string() }).meta({ id: "Office" });
const Tree = z
  .object({
    name: z.string(),
    get kids() {
      return z.array(Tree);
    },
  })
  .meta({ id: "Tree" });
const Bare = z.object({
  name: z.string(),
  get kids() {
    return z.array(Bare);
  },
});
const Titled = z
  .object({
    get "sub-trees"() {
      return z.array(Titled);
    },
  })
  .meta({ title: "Plain tree" });
const inField = (field: Schema) => z.object({ field: field as z.ZodType });

const office: JsonSchema = {
  type: "object",
  properties: { city: { type: "string" } },
  required: ["city"],
};
const bare = (ref: string): JsonSchema => ({
  type: "object",
  properties: { name: { type: "string" }, kids: { type: "array", items: { $ref: ref } } },
  required: ["name", "kids"],
});

const conversions: readonly {
  name: string;
  schema: Schema;
  root: JsonSchema;
  rest?: Omit<Converted, "root">;
}[] = [
  // names, references, recursion
  {
    name: "a named root is written out",
    schema: Office,
    root: office,
    rest: { id: "Office", definitions: {} },
  },
  {
    name: "named inner types are hoisted once",
    schema: z.object({ a: Office, b: z.array(Office), c: Office.optional() }).meta({ id: "Trip" }),
    root: {
      type: "object",
      properties: {
        a: { $ref: "#/$defs/Office" },
        b: { type: "array", items: { $ref: "#/$defs/Office" } },
        c: { $ref: "#/$defs/Office" },
      },
      required: ["a", "b"],
    },
    rest: { id: "Trip", definitions: { Office: office } },
  },
  {
    name: "a described use of a named type keeps both",
    schema: z.object({ a: Office.describe("Where.") }),
    root: {
      type: "object",
      properties: { a: { $ref: "#/$defs/Office", description: "Where." } },
      required: ["a"],
    },
    rest: { definitions: { Office: office } },
  },
  {
    name: "a described root is another schema: no id",
    schema: Office.describe("Where."),
    root: { ...office, description: "Where." },
  },
  {
    name: "a named recursive root",
    schema: Tree,
    root: bare("#/$defs/Tree"),
    rest: { id: "Tree", definitions: { Tree: bare("#/$defs/Tree") } },
  },
  {
    name: "a nameless recursive root",
    schema: Bare,
    root: bare("#/$defs/Recursive"),
    rest: { definitions: { Recursive: bare("#/$defs/Recursive") } },
  },
  {
    name: "a titled recursive root",
    schema: Titled,
    root: {
      title: "Plain tree",
      type: "object",
      properties: { "sub-trees": { type: "array", items: { $ref: "#/$defs/PlainTree" } } },
      required: ["sub-trees"],
    },
    rest: {
      definitions: {
        PlainTree: {
          title: "Plain tree",
          type: "object",
          properties: { "sub-trees": { type: "array", items: { $ref: "#/$defs/PlainTree" } } },
          required: ["sub-trees"],
        },
      },
    },
  },
  {
    name: "a nameless recursive field is parent + field",
    schema: z.object({ top: Bare }).meta({ id: "Forest" }),
    root: { type: "object", properties: { top: { $ref: "#/$defs/ForestTop" } }, required: ["top"] },
    rest: { id: "Forest", definitions: { ForestTop: bare("#/$defs/ForestTop") } },
  },
  {
    name: "lazy",
    schema: z.object({ a: z.lazy(() => Office) }),
    root: { type: "object", properties: { a: { $ref: "#/$defs/Office" } }, required: ["a"] },
    rest: { definitions: { Office: office } },
  },

  // open and closed
  {
    name: "a plain object stays open",
    schema: z.object({ a: z.object({}) }),
    root: {
      type: "object",
      properties: { a: { type: "object", properties: {} } },
      required: ["a"],
    },
  },
  {
    name: "a strict object stays closed, inside and behind names too",
    schema: z.object({
      a: z.strictObject({ b: z.int() }),
      c: z.array(z.strictObject({}).meta({ id: "Closed" })),
    }),
    root: {
      type: "object",
      properties: {
        a: {
          type: "object",
          properties: { b: { type: "integer" } },
          required: ["b"],
          additionalProperties: false,
        },
        c: { type: "array", items: { $ref: "#/$defs/Closed" } },
      },
      required: ["a", "c"],
    },
    rest: {
      definitions: { Closed: { type: "object", properties: {}, additionalProperties: false } },
    },
  },
  {
    name: "a strict object with a default: closed, and the key required",
    schema: z.strictObject({ a: z.string().default("x") }),
    root: {
      type: "object",
      properties: { a: { type: "string", default: "x" } },
      required: ["a"],
      additionalProperties: false,
    },
  },
  {
    name: "a strict root with an id",
    schema: z.strictObject({}).meta({ id: "Empty" }),
    root: { type: "object", properties: {}, additionalProperties: false },
    rest: { id: "Empty", definitions: {} },
  },
  {
    name: "a strict object beside a field that only the output has",
    schema: z.strictObject({ flag: z.stringbool(), in: z.strictObject({}) }),
    root: {
      type: "object",
      properties: {
        flag: { type: "boolean" },
        in: { type: "object", properties: {}, additionalProperties: false },
      },
      required: ["flag", "in"],
      additionalProperties: false,
    },
  },
  {
    name: "a catchall",
    schema: z.object({}).catchall(z.string()),
    root: { type: "object", properties: {}, additionalProperties: { type: "string" } },
  },
  {
    name: "a loose object",
    schema: z.looseObject({}),
    root: { type: "object", properties: {}, additionalProperties: {} },
  },
  {
    name: "an intersection of plain objects",
    schema: z.intersection(z.object({ a: z.string() }), z.object({ b: z.string() })),
    root: {
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" } },
      required: ["a", "b"],
    },
  },
  {
    name: "an intersection with a named object is satisfiable",
    schema: z.intersection(Office, z.object({ b: z.string() })),
    root: {
      allOf: [
        { $ref: "#/$defs/Office" },
        { type: "object", properties: { b: { type: "string" } }, required: ["b"] },
      ],
    },
    rest: { definitions: { Office: office } },
  },

  // numbers
  { name: "int loses the safe-integer bounds", schema: z.int(), root: { type: "integer" } },
  {
    name: "int keeps bounds that mean something",
    schema: z.int().min(1).max(9),
    root: { type: "integer", minimum: 1, maximum: 9 },
  },
  {
    name: "int32",
    schema: z.int32(),
    root: { type: "integer", minimum: -2147483648, maximum: 2147483647 },
  },
  {
    name: "positive int",
    schema: z.int().positive(),
    root: { type: "integer", exclusiveMinimum: 0 },
  },

  // strings
  { name: "date-time", schema: z.iso.datetime(), root: { type: "string", format: "date-time" } },
  {
    name: "date-time of one precision says more than the format",
    schema: z.iso.datetime({ precision: 0 }),
    root: {
      type: "string",
      format: "date-time",
      pattern: expect.stringContaining("Z") as unknown as string,
    },
  },
  { name: "date", schema: z.iso.date(), root: { type: "string", format: "date" } },
  { name: "duration", schema: z.iso.duration(), root: { type: "string", format: "duration" } },
  { name: "email", schema: z.email(), root: { type: "string", format: "email" } },
  {
    name: "email with a pattern of its own",
    schema: z.email({ pattern: /@example\.org$/ }),
    root: { type: "string", format: "email", pattern: "@example\\.org$" },
  },
  { name: "uuid", schema: z.uuid(), root: { type: "string", format: "uuid" } },
  {
    name: "uuid of one version",
    schema: z.uuidv4(),
    root: {
      type: "string",
      format: "uuid",
      pattern: expect.stringContaining("4") as unknown as string,
    },
  },
  { name: "url", schema: z.url(), root: { type: "string", format: "uri" } },
  {
    name: "addresses",
    schema: z.union([z.ipv4(), z.ipv6(), z.hostname()]),
    root: {
      anyOf: [
        { type: "string", format: "ipv4" },
        { type: "string", format: "ipv6" },
        { type: "string", format: "hostname" },
      ],
    },
  },
  {
    name: "a format of zod's own leaves its pattern",
    schema: z.e164(),
    root: { type: "string", pattern: "^\\+[1-9]\\d{6,14}$" },
  },
  {
    name: "a pattern without format",
    schema: z.string().min(1).regex(/^a/),
    root: { type: "string", minLength: 1, pattern: "^a" },
  },

  // values
  { name: "null", schema: z.literal(null), root: { type: "null" } },
  {
    name: "a nullable enum",
    schema: z.enum(["a"]).nullable(),
    root: { anyOf: [{ type: "string", enum: ["a"] }, { type: "null" }] },
  },
  {
    name: "any key",
    schema: z.record(z.string(), z.int()),
    root: { type: "object", additionalProperties: { type: "integer" } },
  },
  {
    name: "enum keys",
    schema: z.record(z.enum(["a"]), z.int()),
    root: {
      type: "object",
      properties: { a: { type: "integer" } },
      required: ["a"],
      additionalProperties: false,
    },
  },
  {
    name: "keys from a named enum, which then is not a definition",
    schema: z.partialRecord(z.enum(["a", "b"]).meta({ id: "Key" }), z.int()),
    root: {
      type: "object",
      properties: { a: { type: "integer" }, b: { type: "integer" } },
      additionalProperties: false,
    },
  },
  {
    name: "keys of a shape",
    schema: z.record(z.string().min(2), z.int()),
    root: {
      type: "object",
      propertyNames: { type: "string", minLength: 2 },
      additionalProperties: { type: "integer" },
    },
  },
  {
    name: "a tuple",
    schema: z.tuple([z.string()]),
    root: {
      type: "array",
      prefixItems: [{ type: "string" }],
      items: false,
      minItems: 1,
      maxItems: 1,
    },
  },
  { name: "a codec shows its output", schema: z.stringbool(), root: { type: "boolean" } },
  {
    name: "metadata",
    schema: z.string().meta({ title: "T", examples: ["a"], deprecated: true }),
    root: { type: "string", title: "T", examples: ["a"], deprecated: true },
  },
  {
    name: "fields named like keywords",
    schema: z.object({ id: z.int(), $ref: z.string(), items: z.string(), constructor: z.string() }),
    root: {
      type: "object",
      properties: {
        id: { type: "integer" },
        $ref: { type: "string" },
        items: { type: "string" },
        constructor: { type: "string" as const },
      },
      required: ["id", "$ref", "items", "constructor"],
    },
  },
];

const ajv = addFormats.default(
  new Ajv2020({ strict: true, allowUnionTypes: true, strictTypes: false, addUsedSchema: false }),
);

describe("toJsonSchema", () => {
  test.for(conversions)("$name", ({ schema, root, rest = { definitions: {} } }) => {
    expect(toJsonSchema(schema)).toEqual({ root, ...rest });
  });

  test.for(conversions)("ajv in strict mode takes it: $name", ({ schema }) => {
    const { root, definitions } = toJsonSchema(schema);
    expect(() => ajv.compile({ ...root, $defs: definitions })).not.toThrow();
  });

  test("converts each schema object once, and freezes the result", () => {
    let calls = 0;
    const schema: Schema = {
      "~standard": {
        version: 1,
        vendor: "counting",
        validate: (value) => ({ value }),
        jsonSchema: {
          output: () => ({ type: "string", "x-count": ++calls }),
          input: () => ({ type: "string" }),
        },
      },
    };
    expect(toJsonSchema(schema)).toBe(toJsonSchema(schema));
    expect(calls).toBe(1);
    expect(Object.isFrozen(toJsonSchema(Office).root.properties)).toBe(true);
  });

  test("spells boolean subschemas out, except where they describe unnamed members", () => {
    const schema = mapSubschemas(
      JSON.parse('{"properties":{"a":true,"b":false},"items":false,"not":true}') as JsonSchema,
      (child) => child,
    );
    expect(schema).toEqual({ properties: { a: {}, b: { not: {} } }, items: false, not: {} });
  });
});

describe("toInputJsonSchema", () => {
  test("keys with a default are optional, strict objects closed, codecs show their input", () => {
    const schema = z.strictObject({
      limit: z.int().default(20),
      page: z.object({}).optional(),
      on: z.stringbool(),
    });
    expect(toInputJsonSchema(schema).root).toEqual({
      type: "object",
      properties: {
        limit: { type: "integer", default: 20 },
        page: { type: "object", properties: {} },
        on: { type: "string" },
      },
      required: ["on"],
      additionalProperties: false,
    });
  });

  test("a transform is fine on the way in", () => {
    expect(toInputJsonSchema(z.string().transform(Number)).root).toEqual({ type: "string" });
  });
});

const refused: readonly { name: string; schema: Schema; message: RegExp; hint: RegExp }[] = [
  { name: "Date", schema: z.date(), message: /Date cannot/, hint: /z\.iso\.datetime/ },
  { name: "bigint", schema: z.bigint(), message: /BigInt cannot/, hint: /z\.int/ },
  {
    name: "transform",
    schema: z.string().transform(Number),
    message: /Transforms cannot/,
    hint: /pipe/,
  },
  { name: "Map", schema: z.map(z.string(), z.int()), message: /Map cannot/, hint: /z\.record/ },
  { name: "Set", schema: z.set(z.int()), message: /Set cannot/, hint: /z\.array/ },
  { name: "undefined", schema: z.undefined(), message: /Undefined cannot/, hint: /optional/ },
  { name: "custom", schema: z.instanceof(URL), message: /Custom types cannot/, hint: /refine/ },
  {
    name: "the place is named",
    schema: z.object({ a: z.array(z.date()) }),
    message: /\(at a\[\]\)/,
    hint: /z\.iso/,
  },
  {
    name: "all places at once",
    schema: z.object({ a: z.date(), b: z.bigint() }),
    message: /\(at a\).*\(at b\)/,
    hint: /z\.iso.*z\.int/,
  },
  {
    name: "two schemas of one name",
    schema: z.object({ a: Office, b: z.object({}).meta({ id: "Office" }) }),
    message: /Duplicate schema id "Office"/,
    hint: /own id/,
  },
  {
    name: "a name that no URL takes",
    schema: inField(z.object({}).meta({ id: "a/b" })),
    message: /"a\/b"/,
    hint: /starts with a letter/,
  },
  {
    name: "a closed object in an intersection",
    schema: z.intersection(
      z.strictObject({ a: z.int() }).meta({ id: "Strict" }),
      z.object({ b: z.int() }),
    ),
    message: /closed member without the field "b"/,
    hint: /extend/,
  },
];

test.for(refused)("refuses: $name", ({ schema, message, hint }) => {
  let caught: unknown;
  try {
    toJsonSchema(schema);
  } catch (error) {
    caught = error;
  }
  expect(caught).toBeInstanceOf(SchemaError);
  expect(caught).toMatchObject({
    message: expect.stringMatching(message),
    hint: expect.stringMatching(hint),
  });
});

describe("fields", () => {
  const Brain = z.object({
    id: z.uuid(),
    age: z.int().nullable(),
    weight: z.union([z.int(), z.number()]).optional(),
    kind: z.enum(["a", "b"]).nullable(),
    level: z.literal([1, 2]),
    on: z.boolean().default(true),
    fixed: z.literal("x"),
    mixed: z.union([z.string(), z.int()]),
    office: Office,
    tags: z.array(z.string()),
    nothing: z.null(),
    free: z.unknown(),
  });

  test("scalarFields", () => {
    expect(scalarFields(Brain)).toEqual({
      id: { name: "id", type: "string", format: "uuid", nullable: false, required: true },
      age: { name: "age", type: "integer", nullable: true, required: true },
      weight: { name: "weight", type: "number", nullable: false, required: false },
      kind: { name: "kind", type: "string", enum: ["a", "b"], nullable: true, required: true },
      level: { name: "level", type: "number", enum: [1, 2], nullable: false, required: true },
      on: { name: "on", type: "boolean", nullable: false, required: true },
      fixed: { name: "fixed", type: "string", enum: ["x"], nullable: false, required: true },
    });
  });

  test("fieldNames and requiredNames", () => {
    expect(fieldNames(Brain)).toEqual([
      "id",
      "age",
      "weight",
      "kind",
      "level",
      "on",
      "fixed",
      "mixed",
      "office",
      "tags",
      "nothing",
      "free",
    ]);
    expect(requiredNames(Brain)).toEqual(fieldNames(Brain).filter((name) => name !== "weight"));
  });

  test("a named scalar is followed", () => {
    const Email = z.email().meta({ id: "Email" });
    expect(scalarFields(z.object({ to: Email.nullable() }))).toEqual({
      to: { name: "to", type: "string", format: "email", nullable: true, required: true },
    });
  });

  test("unions and intersections", () => {
    const union = z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("a"), x: z.string() }),
      z.object({ kind: z.literal("b") }),
    ]);
    expect(fieldNames(union)).toEqual(["kind", "x"]);
    expect(requiredNames(union)).toEqual(["kind"]);
    expect(scalarFields(union)["kind"]).toMatchObject({ enum: ["a", "b"] });
    expect(requiredNames(z.intersection(Office, union))).toEqual(["city", "kind"]);
  });

  test("a schema that is not an object has none", () => {
    expect(scalarFields(z.string())).toEqual({});
    expect(fieldNames(z.array(Office))).toEqual([]);
  });
});

test("isSchema", () => {
  expect([z.string(), z.object({})].every(isSchema)).toBe(true);
  const callable = Object.assign(() => undefined, { "~standard": z.string()["~standard"] });
  expect(isSchema(callable)).toBe(true);
  for (const other of [
    null,
    undefined,
    "x",
    {},
    [],
    { "~standard": {} },
    { "~standard": { validate() {} } },
  ])
    expect(isSchema(other)).toBe(false);
});

test("types flow from the schema", () => {
  const schema = z.object({ limit: z.int().default(20) });
  const infer = <I, O>(_: Schema<I, O>): O | undefined => undefined;
  const output: OutputOf<typeof schema> = { limit: 1 };
  const inferred: { limit: number } | undefined = infer(schema);
  // @ts-expect-error -- the output has every default filled in
  const wrong: OutputOf<typeof schema> = {};
  expect([output, inferred, wrong]).toBeDefined();
});
