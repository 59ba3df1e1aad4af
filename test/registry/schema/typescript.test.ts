import { expect, it } from "vitest";
import type { JsonSchema } from "../../../registry/schema/json-schema.ts";
import { toIdentifier, typescriptDeclaration } from "../../../registry/schema/typescript.ts";

const declare = (schema: JsonSchema) =>
  typescriptDeclaration("T", schema, (ref) => ref.replace("#/$defs/", ""));
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
  [{ enum: ['say "hi"\n'] }, String.raw`"say \"hi\"\n"`],
  [{ enum: [] }, "never"],
  [{ $ref: "#/$defs/Part", description: "Beside." }, "Part"],
  [{ type: "array", items: text }, "string[]"],
  [{ type: "array" }, "unknown[]"],
  [{ items: { anyOf: [text, whole] } }, "(string | number)[]"],
  [{ items: { allOf: [{ $ref: "#/$defs/A" }, { $ref: "#/$defs/B" }] } }, "(A & B)[]"],
  [{ items: false }, "never[]"],
  [{ prefixItems: [text, whole], minItems: 1, items: false }, "[string, number?]"],
  [{ prefixItems: [text], minItems: 1 }, "[string, ...unknown[]]"],
  [{ prefixItems: [text], minItems: 1, items: { enum: [1, 2] } }, "[string, ...(1 | 2)[]]"],
  [{ anyOf: [text, text, { type: "null" }] }, "string | null"],
  [{ anyOf: [text, {}] }, "unknown"],
  [{ oneOf: [{ anyOf: [text, whole] }] }, "string | number"],
  [{ $ref: "#/$defs/A", anyOf: [{ $ref: "#/$defs/B" }, text] }, "A & (B | string)"],
  [{ anyOf: [{ allOf: [{ $ref: "#/$defs/A" }, { $ref: "#/$defs/B" }] }, text] }, "A & B | string"],
])("%j", (schema, type) => {
  expect(declare(schema).replace(/^\/\*\*.*\*\/\n/, "")).toBe(`export type T = ${type};`);
});

it.each<[name: string, schema: JsonSchema, lines: readonly string[]]>([
  ["no members are known", { type: "object" }, ["[key: string]: unknown;"]],
  ["none is allowed", { properties: {}, additionalProperties: false }, ["[key: string]: never;"]],
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
    ["a?: string;", "[key: string]: number | string | undefined;"],
  ],
  [
    "others may be anything",
    { properties: { a: text }, required: ["a"], additionalProperties: {} },
    ["a: string;", "[key: string]: unknown;"],
  ],
  [
    "others have a pattern",
    { type: "object", patternProperties: { "^x-": text }, additionalProperties: false },
    ["[key: string]: string;"],
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
      " * Ends *\\/ here.",
      " * Or not.",
      " * Format: date.",
      " * @deprecated",
      " */",
      "a?: string;",
    ],
  ],
  [
    "objects within objects",
    { properties: { a: { type: "array", items: { properties: { b: text } } } } },
    ["a?: {", "  b?: string;", "}[];"],
  ],
])("an object: %s", (_name, schema, lines) => {
  expect(declare(schema)).toBe(
    ["export interface T {", ...lines.map((line) => `  ${line}`), "}"].join("\n"),
  );
});

it("gives each member of a long union a line", () => {
  const names = ["a", "b", "c"].map((letter) => letter.repeat(40));
  expect(declare({ enum: names })).toBe(
    ["export type T = ", ...names.map((name) => `  | "${name}"`)].join("\n") + ";",
  );
});

it.each([
  ["Brain", "Brain"],
  ["geo.point-2", "geo_point_2"],
  ["default", "_default"],
  ["string", "_string"],
  ["2d", "_2d"],
])("names %s %s", (name, identifier) => {
  expect(toIdentifier(name)).toBe(identifier);
});
