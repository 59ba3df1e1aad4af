import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import type { Json, JsonSchema } from "waymark";
import { type Converted, withDefinitions } from "waymark/advanced";
import { sampleOf } from "../../../../plugins/shared/operations/sample.ts";

type Definitions = Converted["definitions"];

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

describe("samples", () => {
  it.each<[JsonSchema, Json, Definitions?]>([
    [{ type: "string", examples: ["x"] }, "x"],
    [{ enum: ["a", "b"] }, "a"],
    [{ anyOf: [{ type: "string" }, { type: "null" }], default: null }, null],
    [{ type: "integer", minimum: 3 }, 3],
    [{ type: "integer", exclusiveMinimum: 3 }, 4],
    [{ type: "number", maximum: 0 }, 0],
    [{ type: "string", minLength: 9 }, "ExampleEx"],
    [{ type: "string", maxLength: 2 }, "Ex"],
    [{ type: "string", pattern: "^[a-z]+$" }, "example"],
    [{ type: ["string", "null"], format: "date" }, "2026-11-21"],
    [{ type: "array", items: { const: 1 }, minItems: 2 }, [1, 1]],
    [{ type: "array", items: { const: 1 } }, [1]],
    [
      {
        type: "object",
        properties: { a: { type: "boolean" }, b: { type: "string" }, c: { default: 0 } },
        required: ["a"],
      },
      { a: true, c: 0 },
    ],
    [
      {
        allOf: [
          { type: "object", properties: { a: { const: 1 } }, required: ["a"] },
          { type: "object", properties: { b: { const: 2 } }, required: ["b"] },
        ],
      },
      { a: 1, b: 2 },
    ],
    [{ $ref: "#/$defs/A" }, null, { A: { type: "null" } }],
    [{ $ref: "#/$defs/a~1b~01" }, 7, { "a/b~1": { const: 7 } }],
    [{ anyOf: [{ type: "number" }, { type: "string" }] }, 1],
  ])("of %j", (root, expected, definitions = {}) => {
    const schema = { root, definitions };
    expect(sampleOf(schema)).toEqual(expected);
    expect(ajv.validate(withDefinitions(schema), expected)).toBe(true);
  });

  it("have no optional members where only what is required counts", () => {
    const properties: Record<string, JsonSchema> = { a: { default: 0 }, b: { const: 1 } };
    const root: JsonSchema = { type: "object", properties, required: ["b"] };
    expect(sampleOf({ root, definitions: {} }, { requiredOnly: true })).toEqual({ b: 1 });
  });

  it("end where types repeat themselves", () => {
    const next: JsonSchema = { $ref: "#/$defs/A" };
    const root: JsonSchema = { type: "object", properties: { next }, required: ["next"] };
    expect(JSON.stringify(sampleOf({ root, definitions: { A: root } }))).toMatch(/null\}+$/);
  });
});
