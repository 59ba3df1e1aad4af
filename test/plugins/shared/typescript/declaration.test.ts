import { expect, it } from "vitest";
import type { JsonSchema } from "../../../../registry/schema/json-schema.ts";
import { declareType, toIdentifier } from "../../../../plugins/shared/typescript/declaration.ts";

const declare = (schema: JsonSchema) => declareType("T", schema, (name) => name);
const text: JsonSchema = { type: "string" };
const whole: JsonSchema = { type: "integer" };

it.each<[schema: JsonSchema, type: string]>([
  [{}, "unknown"],
  [{ description: "" }, "unknown"],
  [{ not: {} }, "never"],
  [{ not: text }, "unknown"],
  [text, "string"],
  [{ type: ["integer", "null"] }, "number | null"],
  [{ const: -1 }, "-1"],
  [{ const: ["a", null] }, '["a", null]'],
  [{ type: "string", enum: ["a", "b"] }, '"a" | "b"'],
  [{ enum: ['say "hi"\n'] }, String.raw`'say "hi"\n'`],
  [{ const: { $ref: "file:///etc/passwd" } }, '{ $ref: "file:///etc/passwd" }'],
  [{ const: { $ref: "#/nothing" } }, '{ $ref: "#/nothing" }'],
  [{ enum: [] }, "never"],
  [{ $ref: "#/$defs/Part", description: "Beside." }, "Part"],
  [{ $ref: "#/$defs/Part", title: "Other", default: 1, minLength: 1 }, "Part"],
  [{ type: "string", title: "Other", $id: "https://example.org/other" }, "string"],
  [{ default: true }, "unknown"],
  [{ type: "array", items: text, minItems: 1, maxItems: 3 }, "string[]"],
  [{ type: ["string", "null"], enum: ["a", null] }, '"a" | null'],
  [{ type: "array", items: text }, "string[]"],
  [{ type: "array" }, "unknown[]"],
  [{ items: { anyOf: [text, whole] } }, "(string | number)[]"],
  [{ items: { allOf: [{ $ref: "#/$defs/A" }, { $ref: "#/$defs/B" }] } }, "(A & B)[]"],
  [{ items: false }, "never[]"],
  [{ prefixItems: [text, whole], minItems: 1, items: false }, "[string] | [string, number]"],
  [{ prefixItems: [text], minItems: 1 }, "[string, ...unknown[]]"],
  [{ prefixItems: [text], minItems: 1, items: { enum: [1, 2] } }, "[string, ...(1 | 2)[]]"],
  [{ anyOf: [text, text, { type: "null" }] }, "string | null"],
  [{ anyOf: [text, {}] }, "string | unknown"],
  [{ oneOf: [{ anyOf: [text, whole] }] }, "string | number"],
  [{ $ref: "#/$defs/A", anyOf: [{ $ref: "#/$defs/B" }, text] }, "A & (B | string)"],
  [
    { anyOf: [{ allOf: [{ $ref: "#/$defs/A" }, { $ref: "#/$defs/B" }] }, text] },
    "(A & B) | string",
  ],
])("%j", async (schema, type) => {
  const declaration = (await declare(schema)).replace(/^\/\*\*[\s\S]*\*\/\n/, "");
  expect(declaration).toBe(`export type T = ${type};`);
});

it.each<[name: string, schema: JsonSchema, lines: readonly string[]]>([
  ["no members are known", { type: "object" }, ["[k: string]: unknown;"]],
  ["none is allowed", { properties: {}, additionalProperties: false }, ["[k: string]: never;"]],
  [
    "some are required",
    { properties: { a: text, "b-c": whole }, required: ["a"] },
    ["a: string;", '"b-c"?: number;'],
  ],
  ["one is required and no more is known", { properties: {}, required: ["a"] }, ["a: unknown;"]],
  [
    "names that every object has",
    { properties: {}, required: ["toString"] },
    ["toString: unknown;"],
  ],
  [
    "others have a type",
    { properties: { a: text }, additionalProperties: whole },
    ["a?: string;", "[k: string]: number | string | undefined;"],
  ],
  [
    "others may be anything",
    { properties: { a: text }, required: ["a"], additionalProperties: {} },
    ["a: string;", "[k: string]: unknown;"],
  ],
  [
    "others have a pattern",
    { type: "object", patternProperties: { "^x-": text }, additionalProperties: false },
    ["[k: string]: string;"],
  ],
  [
    "names that are keywords",
    { properties: { $ref: text, $id: text, type: text, enum: text, default: text, tsType: text } },
    ["$ref", "$id", "type", "enum", "default", "tsType"].map((name) => `${name}?: string;`),
  ],
  [
    "each is explained",
    {
      properties: {
        a: { ...text, description: "Ends */ here.\nOr not.", format: "date", deprecated: true },
      },
    },
    [
      "/**",
      " * @deprecated",
      " * Ends * / here.",
      " * Or not.",
      " * Format: date.",
      " */",
      "a?: string;",
    ],
  ],
  [
    "objects within objects",
    { properties: { a: { type: "array", items: { properties: { b: text } } } } },
    ["a?: {", "  b?: string;", "}[];"],
  ],
])("an object: %s", async (_name, schema, lines) => {
  expect(await declare(schema)).toBe(
    ["export interface T {", ...lines.map((line) => `  ${line}`), "}"].join("\n"),
  );
});

it("describes a reference where it is used, and never resolves it", async () => {
  const part = { $ref: "#/$defs/Part", description: "Where it is.", format: "uri" };
  expect(await declare({ properties: { part } })).toBe(
    [
      "export interface T {",
      "  /**",
      "   * Where it is.",
      "   * Format: uri.",
      "   */",
      "  part?: Part;",
      "}",
    ].join("\n"),
  );
});

it.each(["Brain", "geo.point-2", "default", "string", "2d", "v2beta_test", "__x"])(
  "declares %s under the identifier that others use",
  async (name) => {
    const identifier = toIdentifier(name);
    expect(await declareType(identifier, text, String)).toBe(`export type ${identifier} = string;`);
  },
);

it.each([
  ["Brain", "Brain"],
  ["geo.point-2", "GeoPoint2"],
  ["2d", "Type2D"],
])("names %s %s", (name, identifier) => {
  expect(toIdentifier(name)).toBe(identifier);
});
