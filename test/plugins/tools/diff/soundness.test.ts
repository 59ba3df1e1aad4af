/** Changes rated non-breaking are: no accepted value is refused, and no answer contains a value that was ruled out. */
import { Ajv2020 } from "ajv/dist/2020.js";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { JsonSchema } from "../../../../registry/schema/json-schema.ts";
import type { Direction } from "../../../../registry/schema/export.ts";
import { Report } from "../../../../plugins/shared/diff/change.ts";
import { compareSchemas } from "../../../../plugins/shared/diff/schemas.ts";
import { documentOf } from "./_sketch.ts";

const leaf: fc.Arbitrary<JsonSchema> = fc.oneof(
  fc.constant({}),
  fc.record({ type: fc.constantFrom("null", "boolean", "string", "number" as const) }),
  fc.record({ type: fc.constant(["string", "null"] as const) }),
  fc.record({ enum: fc.subarray(["x", "y", 1, null], { minLength: 1 }) }),
  fc.record({ const: fc.constantFrom("x", 1, true) }),
  fc.record(
    {
      type: fc.constantFrom("integer", "number" as const),
      minimum: fc.integer({ min: 0, max: 2 }),
      exclusiveMinimum: fc.constantFrom(0, 0.5, 1),
      maximum: fc.constantFrom(1, 1.5, 2, 3),
      exclusiveMaximum: fc.integer({ min: 2, max: 4 }),
      multipleOf: fc.constantFrom(1, 2, 3),
    },
    { requiredKeys: ["type"] },
  ),
  fc.record(
    {
      type: fc.constant("string" as const),
      maxLength: fc.integer({ min: 0, max: 2 }),
      pattern: fc.constantFrom("^x", "^y"),
    },
    { requiredKeys: ["type"] },
  ),
);

const { schema } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 3, arbitrary: leaf },
    {
      weight: 2,
      arbitrary: fc.record(
        {
          type: fc.constant("object" as const),
          properties: fc.dictionary(fc.constantFrom("a", "b"), tie("schema")),
          required: fc.subarray(["a", "b"]),
          additionalProperties: fc.oneof(fc.boolean(), tie("schema")),
        },
        { requiredKeys: ["type"] },
      ),
    },
    fc.record(
      { type: fc.constant("array" as const), items: tie("schema"), minItems: fc.nat(2) },
      { requiredKeys: ["type", "items"] },
    ),
    fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }) }),
    fc.record({ allOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }) }),
  ),
}));

const SCALARS = [null, true, "", "x", "y", "xx", 0, 1, 2, 3, 1.5];
const VALUES: readonly unknown[] = [
  ...SCALARS,
  [],
  {},
  ...SCALARS.flatMap((value) => [
    [value],
    [value, value],
    { a: value },
    { b: value },
    { c: value },
  ]),
  ...SCALARS.flatMap((a) => ["x", 1, null].map((b) => ({ a, b }))),
  ...SCALARS.flatMap((value) => [[[value]], { a: { a: value } }, { a: [value] }, [{ b: value }]]),
];

/** Rules that leave a way out on purpose: a new key may have been in use by clients that made it up. */
const LENIENT = new Set(["input-key-added"]);

const none = await documentOf([]);
const ajv = new Ajv2020({ strict: false });

it.each<Direction>(["input", "output"])("%s", (direction) => {
  let compatible = 0;
  fc.assert(
    fc.property(schema, schema, (before, after) => {
      const report = new Report({ before: none, after: none });
      compareSchemas(report, before, after, direction, "field", "it");
      if (
        report.changes.some(
          ({ severity, rule }) => severity !== "non-breaking" || LENIENT.has(rule),
        )
      )
        return;
      compatible++;
      const [small, large] = (direction === "input" ? [before, after] : [after, before]).map(
        (one) => ajv.compile(one),
      );
      const escaped = VALUES.filter((value) => small?.(value) === true && large?.(value) !== true);
      expect(escaped).toEqual([]);
    }),
    { numRuns: 1000, seed: 7 },
  );
  expect(compatible).toBeGreaterThan(25);
});
