import { readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { toOpenApi30 } from "../../../../plugins/discovery/openapi/schema.ts";
import type { JsonSchema30 } from "../../../../plugins/discovery/openapi/types.ts";
import { toJsonSchema } from "../../../../registry/schema/convert.ts";
import { SchemaError } from "../../../../registry/schema/json-schema.ts";
import type { Json, JsonSchema } from "../../../../registry/schema/json-schema.ts";
import type { Schema } from "../../../../registry/schema/schema.ts";
import { hasOpinions, opinionFile } from "../../../opinions/index.ts";

const nullOnly: JsonSchema30 = { type: "string", nullable: true, enum: [null] };

const fromJson: readonly { name: string; given: JsonSchema; wanted: JsonSchema30 }[] = [
  // null
  {
    name: "type array with null",
    given: { type: ["string", "null"], minLength: 1 },
    wanted: { type: "string", nullable: true, minLength: 1 },
  },
  {
    name: "null alone",
    given: { type: "null", description: "D" },
    wanted: { ...nullOnly, description: "D" },
  },
  { name: "null alone, as a list", given: { type: ["null"] }, wanted: nullOnly },
  { name: "const null", given: { const: null }, wanted: nullOnly },
  {
    name: "a nullable enum lists null",
    given: { anyOf: [{ type: "string", enum: ["a"] }, { type: "null" }] },
    wanted: { type: "string", nullable: true, enum: ["a", null] },
  },
  {
    name: "a nullable const",
    given: { anyOf: [{ type: "null" }, { type: "string", const: "a" }] },
    wanted: { type: "string", nullable: true, enum: ["a", null] },
  },
  {
    name: "an untyped enum with null gets its type",
    given: { enum: ["a", null] },
    wanted: { type: "string", nullable: true, enum: ["a", null] },
  },
  {
    name: "an enum without null is not nullable",
    given: { type: ["string", "null"], enum: ["a"] },
    wanted: { type: "string", enum: ["a"] },
  },
  {
    name: "null in an enum whose type refuses it",
    given: { type: "string", enum: ["a", null] },
    wanted: { type: "string", enum: ["a"] },
  },
  {
    name: "annotations stay beside a merged null",
    given: {
      description: "D",
      anyOf: [{ type: "integer", description: "inner" }, { type: "null" }],
    },
    wanted: { type: "integer", nullable: true, description: "D" },
  },
  {
    name: "a nullable reference",
    given: { anyOf: [{ $ref: "#/$defs/A" }, { type: "null" }] },
    wanted: { anyOf: [{ $ref: "#/components/schemas/A" }, nullOnly] },
  },
  {
    name: "a nullable union",
    given: { anyOf: [{ type: "string" }, { type: "integer" }, { type: "null" }] },
    wanted: { anyOf: [{ type: "string" }, { type: "integer" }, nullOnly] },
  },
  {
    name: "a nullable array",
    given: { anyOf: [{ type: "array", items: { type: "string" } }, { type: "null" }] },
    wanted: { type: "array", nullable: true, items: { type: "string" } },
  },

  // types and values
  {
    name: "several types",
    given: { type: ["string", "integer"], minLength: 2 },
    wanted: { anyOf: [{ type: "string" }, { type: "integer" }], minLength: 2 },
  },
  {
    name: "several types and null",
    given: { type: ["string", "array", "null"] },
    wanted: { anyOf: [{ type: "string" }, { type: "array", items: {} }, nullOnly] },
  },
  { name: "const", given: { const: "a" }, wanted: { type: "string", enum: ["a"] } },
  { name: "mixed values", given: { enum: ["a", 1] }, wanted: { enum: ["a", 1] } },
  { name: "an enum of nothing", given: { enum: [] }, wanted: { not: {} } },
  {
    name: "examples",
    given: { type: "string", examples: ["a", "b"], default: "c" },
    wanted: { type: "string", example: "a", default: "c" },
  },
  {
    name: "exclusive bounds",
    given: { type: "number", exclusiveMinimum: 1, exclusiveMaximum: 9 },
    wanted: {
      type: "number",
      minimum: 1,
      exclusiveMinimum: true,
      maximum: 9,
      exclusiveMaximum: true,
    },
  },
  {
    name: "the tighter bound wins",
    given: { minimum: 5, exclusiveMinimum: 1, maximum: 5, exclusiveMaximum: 5 },
    wanted: { minimum: 5, maximum: 5, exclusiveMaximum: true },
  },
  {
    name: "bytes",
    given: { type: "string", contentEncoding: "base64" },
    wanted: { type: "string", format: "byte" },
  },
  {
    name: "a pattern that ES5.1 reads",
    given: { type: "string", pattern: "^\\(?\\d+$" },
    wanted: { type: "string", pattern: "^\\(?\\d+$" },
  },
  {
    name: "a Unicode pattern",
    given: { type: "string", pattern: "^\\p{L}+$" },
    wanted: { type: "string" },
  },
  {
    name: "a look-behind",
    given: { type: "string", pattern: "(?<=a)b" },
    wanted: { type: "string" },
  },

  // references and combinations
  {
    name: "a bare reference",
    given: { $ref: "#/$defs/A" },
    wanted: { $ref: "#/components/schemas/A" },
  },
  {
    name: "a reference with company",
    given: { $ref: "#/$defs/A", description: "D" },
    wanted: { allOf: [{ $ref: "#/components/schemas/A" }], description: "D" },
  },
  {
    name: "a reference in allOf",
    given: { allOf: [{ $ref: "#/$defs/A" }, { type: "object" }] },
    wanted: { allOf: [{ $ref: "#/components/schemas/A" }, { type: "object" }] },
  },
  {
    name: "a reference beside allOf",
    given: { $ref: "#/$defs/A", allOf: [{ minLength: 1 }] },
    wanted: { allOf: [{ $ref: "#/components/schemas/A" }, { minLength: 1 }] },
  },
  {
    name: "references already rewritten",
    given: { anyOf: [{ $ref: "#/components/schemas/A" }, { $ref: "https://x.example/a" }] },
    wanted: { anyOf: [{ $ref: "#/components/schemas/A" }, { $ref: "https://x.example/a" }] },
  },
  { name: "not", given: { not: { const: 1 } }, wanted: { not: { type: "number", enum: [1] } } },
  {
    name: "not, of something 3.0 cannot say",
    given: { type: "array", not: { contains: { const: 1 } } },
    wanted: { type: "array", items: {} },
  },
  {
    name: "oneOf",
    given: { oneOf: [{ type: "string" }, { type: "integer" }] },
    wanted: { oneOf: [{ type: "string" }, { type: "integer" }] },
  },
  {
    name: "oneOf, of something 3.0 cannot say",
    given: { oneOf: [{ pattern: "\\p{L}" }, { pattern: "^1" }] },
    wanted: { anyOf: [{}, { pattern: "^1" }] },
  },

  // objects
  {
    name: "keywords that 3.0 lacks",
    given: {
      $schema: "s",
      $id: "i",
      $comment: "c",
      $defs: {},
      type: "object",
      if: {},
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: {},
      else: {},
      dependentRequired: {},
      unevaluatedProperties: false,
      contentMediaType: "x/y",
    },
    wanted: { type: "object" },
  },
  {
    name: "extensions stay",
    given: { type: "object", "x-internal": true },
    wanted: { type: "object", "x-internal": true },
  },
  { name: "no required keys", given: { type: "object", required: [] }, wanted: { type: "object" } },
  {
    name: "patterned keys in an open object",
    given: { patternProperties: { "^x-": { type: "string" } } },
    wanted: {},
  },
  {
    name: "patterned keys in a closed object",
    given: { patternProperties: { "^x-": { type: "string" } }, additionalProperties: false },
    wanted: { additionalProperties: { type: "string" } },
  },
  {
    name: "patterned keys beside others",
    given: {
      patternProperties: { "^x-": { type: "string" } },
      additionalProperties: { type: "integer" },
    },
    wanted: { additionalProperties: { anyOf: [{ type: "integer" }, { type: "string" }] } },
  },
  {
    name: "enum keys",
    given: {
      type: "object",
      propertyNames: { enum: ["a", "b"] },
      additionalProperties: { type: "integer" },
      required: ["a"],
    },
    wanted: {
      type: "object",
      properties: { a: { type: "integer" }, b: { type: "integer" } },
      required: ["a"],
      additionalProperties: false,
    },
  },
  {
    name: "keys of a shape",
    given: {
      type: "object",
      propertyNames: { minLength: 2 },
      additionalProperties: { type: "integer" },
    },
    wanted: { type: "object", additionalProperties: { type: "integer" } },
  },
  {
    name: "keys with limits that no list shows, under not",
    given: { not: { propertyNames: { type: "null", enum: ["a"] } } },
    wanted: {},
  },
  {
    name: "fields named like keywords",
    given: { properties: { $ref: { type: "string" }, const: { const: 1 } } },
    wanted: { properties: { $ref: { type: "string" }, const: { type: "number", enum: [1] } } },
  },

  // arrays
  { name: "an array of anything", given: { type: "array" }, wanted: { type: "array", items: {} } },
  {
    name: "an array of nothing",
    given: { type: "array", items: false },
    wanted: { type: "array", items: {}, maxItems: 0 },
  },
  {
    name: "a tuple",
    given: {
      type: "array",
      prefixItems: [{ type: "string" }, { type: "integer" }],
      items: false,
      minItems: 2,
    },
    wanted: {
      type: "array",
      items: { anyOf: [{ type: "string" }, { type: "integer" }] },
      minItems: 2,
      maxItems: 2,
    },
  },
  {
    name: "a tuple of one type with a rest",
    given: { type: "array", prefixItems: [{ type: "string" }], items: { type: "string" } },
    wanted: { type: "array", items: { type: "string" } },
  },
  {
    name: "a tuple with an open rest",
    given: { type: "array", prefixItems: [{ type: "string" }] },
    wanted: { type: "array", items: {} },
  },
];

const Key = z.enum(["a", "b"]).meta({ id: "Key" });
const Tree = z
  .object({
    get kids() {
      return z.array(Tree).nullable();
    },
  })
  .meta({ id: "Tree" });

const fromZod: readonly {
  name: string;
  schema: Schema;
  wanted: JsonSchema30;
  values: readonly (readonly [Json, boolean])[];
}[] = [
  {
    name: "nullable string",
    schema: z.string().nullable(),
    wanted: { type: "string", nullable: true },
    values: [
      [null, true],
      ["a", true],
      [1, false],
    ],
  },
  {
    name: "nullable enum",
    schema: z.enum(["a", "b"]).nullable(),
    wanted: { type: "string", nullable: true, enum: ["a", "b", null] },
    values: [
      [null, true],
      ["a", true],
      ["c", false],
    ],
  },
  {
    name: "nullable named enum",
    schema: Key.nullable(),
    wanted: { anyOf: [{ $ref: "#/components/schemas/Key" }, nullOnly] },
    values: [
      [null, true],
      ["a", true],
      ["c", false],
    ],
  },
  {
    name: "null",
    schema: z.literal(null),
    wanted: nullOnly,
    values: [
      [null, true],
      ["", false],
    ],
  },
  {
    name: "literals",
    schema: z.literal(["a", 1, null]),
    wanted: { enum: ["a", 1, null] },
    values: [
      ["a", true],
      [null, true],
      [2, false],
    ],
  },
  {
    name: "int",
    schema: z.int().positive(),
    wanted: { type: "integer", minimum: 0, exclusiveMinimum: true },
    values: [
      [1, true],
      [0, false],
      [1.5, false],
    ],
  },
  {
    name: "enum keys",
    schema: z.record(Key, z.int()),
    wanted: {
      type: "object",
      properties: { a: { type: "integer" }, b: { type: "integer" } },
      required: ["a", "b"],
      additionalProperties: false,
    },
    values: [
      [{ a: 1, b: 2 }, true],
      [{ a: 1 }, false],
      [{ a: 1, b: 2, c: 3 }, false],
    ],
  },
  {
    name: "recursion",
    schema: Tree,
    wanted: {
      type: "object",
      properties: {
        kids: { type: "array", nullable: true, items: { $ref: "#/components/schemas/Tree" } },
      },
      required: ["kids"],
    },
    values: [
      [{ kids: null }, true],
      [{ kids: [{ kids: [] }] }, true],
      [{ kids: [{}] }, false],
    ],
  },
  {
    name: "date-time with another offset",
    schema: z.iso.datetime(),
    wanted: { type: "string", format: "date-time" },
    values: [
      ["2026-11-21T05:06:07Z", true],
      ["x", false],
    ],
  },
  {
    name: "described reference",
    schema: z.object({ a: Key.describe("D") }),
    wanted: {
      type: "object",
      properties: { a: { description: "D", allOf: [{ $ref: "#/components/schemas/Key" }] } },
      required: ["a"],
    },
    values: [
      [{ a: "b" }, true],
      [{ a: "c" }, false],
      [{ a: null }, false],
    ],
  },
  {
    name: "choice",
    schema: z.discriminatedUnion("k", [
      z.object({ k: z.literal("a") }),
      z.strictObject({ k: z.literal("b") }),
    ]),
    wanted: {
      oneOf: [
        { type: "object", properties: { k: { type: "string", enum: ["a"] } }, required: ["k"] },
        {
          type: "object",
          properties: { k: { type: "string", enum: ["b"] } },
          required: ["k"],
          additionalProperties: false,
        },
      ],
    },
    values: [
      [{ k: "a", x: 1 }, true],
      [{ k: "b" }, true],
      [{ k: "b", x: 1 }, false],
    ],
  },
];

/** The Schema Object of the OpenAPI 3.0 meta-schema, as Spectral ships it. Without Spectral, all schemas pass. */
const acceptsSchema30 = ((): Pick<ValidateFunction, "errors"> & ((value: unknown) => unknown) => {
  if (!hasOpinions) return () => true;
  const path = opinionFile(
    "@stoplight/spectral-cli/package.json",
    "@stoplight/spectral-rulesets/dist/oas/schemas/oas/v3.0.json",
  );
  const meta = JSON.parse(readFileSync(path, "utf8")) as { definitions: object };
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  return ajv.compile({ definitions: meta.definitions, $ref: "#/definitions/Schema" });
})();

/** ajv knows `nullable` but not draft 4's boolean bounds. */
function readable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(readable);
  if (typeof schema !== "object" || schema === null) return schema;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, ...rest } = schema as JsonSchema30;
  return {
    ...Object.fromEntries(
      Object.entries(rest).map(([key, value]) => [key, key === "enum" ? value : readable(value)]),
    ),
    ...(minimum === undefined
      ? {}
      : { [exclusiveMinimum === true ? "exclusiveMinimum" : "minimum"]: minimum }),
    ...(maximum === undefined
      ? {}
      : { [exclusiveMaximum === true ? "exclusiveMaximum" : "maximum"]: maximum }),
  };
}

// Shared, because setting one up costs more than any schema here.
const ajv30 = addFormats.default(
  new Ajv({ strict: false, unicodeRegExp: false, addUsedSchema: false }),
);
const ajv2020 = addFormats.default(new Ajv2020({ strict: false, addUsedSchema: false }));

function validator30(
  schema: JsonSchema30,
  definitions: Readonly<Record<string, JsonSchema>> = {},
): (value: unknown) => boolean {
  const schemas = Object.fromEntries(
    Object.entries(definitions).map(([name, definition]) => [
      name,
      readable(toOpenApi30(definition)),
    ]),
  );
  return ajv30.compile({ ...(readable(schema) as object), components: { schemas } });
}

function validator2020(
  schema: JsonSchema,
  definitions: Readonly<Record<string, JsonSchema>> = {},
): (value: unknown) => boolean {
  return ajv2020.compile({ ...schema, $defs: definitions });
}

function expectSchema30(schema: JsonSchema30): void {
  if (schema.$ref !== undefined) return expect(Object.keys(schema)).toEqual(["$ref"]);
  acceptsSchema30(schema);
  expect(acceptsSchema30.errors ?? []).toEqual([]);
}

describe("toOpenApi30", () => {
  test.for(fromJson)("$name", ({ given, wanted }) => {
    const converted = toOpenApi30(given);
    expect(converted).toEqual(wanted);
    expectSchema30(converted);
  });

  test.for(fromZod)("zod: $name", ({ schema, wanted, values }) => {
    const { root, definitions } = toJsonSchema(schema);
    const converted = toOpenApi30(root);
    expect(converted).toEqual(wanted);
    expectSchema30(converted);
    const in30 = validator30(converted, definitions);
    const in2020 = validator2020(root, definitions);
    expect(values.map(([value]) => [value, in30(value)])).toEqual(values);
    expect(values.map(([value]) => [value, in2020(value)])).toEqual(values);
  });

  test("references are rewritten as asked", () => {
    expect(toOpenApi30({ items: { $ref: "#/$defs/A" } }, (ref) => `other.json${ref}`)).toEqual({
      items: { $ref: "other.json#/$defs/A" },
    });
  });

  test.for(["#", "#/properties/a", "#/$defs/A/properties/b", "other.json"])(
    "refuses the reference %s",
    ($ref) => {
      expect(() => toOpenApi30({ items: { $ref } })).toThrow(SchemaError);
    },
  );

  test("refuses an unknown type", () => {
    expect(() => toOpenApi30(JSON.parse('{"type":"date"}') as JsonSchema)).toThrow(
      /type "date".*use one of/,
    );
  });
});

const values = fc.letrec<{ any: Json }>((tie) => ({
  any: fc.oneof(
    { depthSize: "small", maxDepth: 2 },
    fc.constantFrom<Json>(null, true, 0, 1, 2.5, "", "a", "b"),
    fc.array(tie("any"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b", "c"), tie("any"), { maxKeys: 3 }),
  ),
})).any;

const type = fc.constantFrom("null", "boolean", "integer", "number", "string", "array", "object");
const scalar = fc.constantFrom<Json>(null, true, 0, 1, 2.5, "", "a", "b");

/** Small schemas over the same few values, so that hits and misses are both common. */
function schemasFor(lossy: boolean): fc.Arbitrary<JsonSchema> {
  return fc.letrec<{ any: JsonSchema }>((tie) => {
    const any = tie("any");
    const some = fc.array(any, { minLength: 1, maxLength: 3 });
    const fields = fc.dictionary(fc.constantFrom("a", "b", "c"), any, { maxKeys: 2 });
    const bound = fc.constantFrom(0, 1, 2, 2.5);
    const leaf = fc.record(
      {
        type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
        enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 4 }),
        const: scalar,
        minimum: bound,
        maximum: bound,
        exclusiveMinimum: bound,
        exclusiveMaximum: bound,
        minLength: fc.constantFrom(0, 1),
        ...(lossy ? { pattern: fc.constantFrom("^\\p{L}$", "a", "(?<!a)b") } : {}),
      },
      { requiredKeys: [] },
    );
    const nested = fc.record(
      {
        type,
        properties: fields,
        required: fc.uniqueArray(fc.constantFrom("a", "b"), { maxLength: 2 }),
        additionalProperties: fc.oneof(any, fc.boolean()),
        items: fc.oneof(any, fc.boolean()),
        allOf: some,
        anyOf: some,
        oneOf: some,
        not: any,
        ...(lossy
          ? {
              prefixItems: some,
              patternProperties: fc.dictionary(fc.constantFrom("^[ab]$", "c"), any, {
                minKeys: 1,
                maxKeys: 2,
              }),
              propertyNames: any,
              if: any,
              // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
              then: any,
              contains: any,
              dependentRequired: fc.constant({ a: ["b"] }),
            }
          : { propertyNames: fc.constant<JsonSchema>({ enum: ["a", "b", 1] }) }),
      },
      { requiredKeys: [] },
    );
    const nullable = any.map((inner): JsonSchema => ({ anyOf: [inner, { type: "null" }] }));
    // Every object an arbitrary builds here has 2020-12 keywords with fitting values; fc cannot say so in its types.
    return {
      any: fc.oneof(
        { depthSize: "small", maxDepth: 2 },
        leaf,
        nested,
        nullable,
      ) as fc.Arbitrary<JsonSchema>,
    };
  }).any;
}

describe("both dialects agree", () => {
  test("on every value, as long as 3.0 has the words", () => {
    fc.assert(
      fc.property(
        schemasFor(false),
        fc.array(values, { minLength: 20, maxLength: 20 }),
        (schema, samples) => {
          const converted = toOpenApi30(schema);
          expectSchema30(converted);
          const in30 = validator30(converted);
          const in2020 = validator2020(schema);
          expect(samples.filter((value) => in30(value))).toEqual(
            samples.filter((value) => in2020(value)),
          );
        },
      ),
      { numRuns: 50 },
    );
  });

  test("else 3.0 accepts at least what 2020-12 accepts", () => {
    fc.assert(
      fc.property(
        schemasFor(true),
        fc.array(values, { minLength: 20, maxLength: 20 }),
        (schema, samples) => {
          const converted = toOpenApi30(schema);
          expectSchema30(converted);
          const in30 = validator30(converted);
          const accepted = samples.filter(validator2020(schema));
          expect(accepted.filter((value) => in30(value))).toEqual(accepted);
        },
      ),
      { numRuns: 50 },
    );
  });
});
