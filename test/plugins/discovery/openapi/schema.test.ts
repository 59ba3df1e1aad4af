import { expect, it } from "vitest";
import { toOpenApi30 } from "../../../../plugins/discovery/openapi/schema.ts";
import type { JsonSchema } from "../../../../registry/schema/json-schema.ts";

it("translates a schema once, frozen, for the usual references, and again for others", () => {
  const schema: JsonSchema = { properties: { child: { $ref: "#/$defs/Child" } } };
  const usual = toOpenApi30(schema);
  expect(usual).toEqual({ properties: { child: { $ref: "#/components/schemas/Child" } } });
  expect(toOpenApi30(schema)).toBe(usual);
  expect(Object.isFrozen(usual.properties)).toBe(true);

  const renamed = toOpenApi30(schema, () => "#/components/schemas/Other");
  expect(renamed).toEqual({ properties: { child: { $ref: "#/components/schemas/Other" } } });
});

it("remembers that a schema was loosened", () => {
  const lossy: JsonSchema = { type: "array", contains: { const: 1 } };
  expect(toOpenApi30(lossy)).toEqual({ type: "array", items: {} });
  expect(toOpenApi30({ not: lossy })).toEqual({});
  expect(toOpenApi30({ oneOf: [lossy, { type: "string" }] })).toHaveProperty("anyOf");
});
