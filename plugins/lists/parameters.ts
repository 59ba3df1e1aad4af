/** The query parameters of lists, as documents describe them. */
import type { JsonSchema } from "waymark";
import type { ListEngine, ScalarField } from "waymark/advanced";
import type { Rules } from "./parse.ts";
import { LIMITS } from "./problems.ts";
import { OPERATORS_BY_TYPE } from "./values.ts";

/** The parameters of every list. */
export const PARAMETERS = [
  {
    name: "fields",
    description:
      "Fields of the items to return, separated by commas; an empty value returns items without fields. Unknown names are ignored, or refused under `Prefer: handling=strict`.",
  },
  {
    name: "filter",
    description:
      "Conditions that items must all meet: `filter[field]=value` or `filter[field][operator]=value`. The values of `in` are separated by commas. Text is compared by code point, case counts, and times are in UTC.",
  },
  {
    name: "sort",
    description:
      "Fields to sort by, separated by commas, each with a leading `-` to descend. Items without the field come first, or last when descending.",
  },
  { name: "limit", description: "Largest number of items in the answer." },
  {
    name: "cursor",
    description:
      "Where the page begins. It comes from the `next` link of the page before, and needs the same filters and sort.",
  },
] as const;

/** Returns the parameters of one list, with the schemas of their values. */
export function listParameters({ shape, defaultLimit, maxLimit }: Rules): ListEngine["parameters"] {
  const scalars = [...shape.scalars.values()];
  const schemas: Readonly<Record<(typeof PARAMETERS)[number]["name"], JsonSchema>> = {
    fields: { type: "string", examples: [shape.names.slice(0, 2).join(",")] },
    filter: {
      type: "object",
      properties: Object.fromEntries(scalars.map((field) => [field.name, filterSchema(field)])),
      additionalProperties: false,
    },
    sort: { type: "string", examples: scalars.slice(0, 1).map(({ name }) => `-${name}`) },
    limit: {
      type: "integer",
      minimum: 1,
      maximum: maxLimit,
      ...(defaultLimit === undefined ? {} : { default: defaultLimit }),
    },
    cursor: { type: "string" },
  };
  return PARAMETERS.filter(
    ({ name }) => scalars.length > 0 || (name !== "filter" && name !== "sort"),
  ).map(({ name, description }) => ({
    name,
    description,
    schema: schemas[name],
    ...(name === "filter" ? { style: "deepObject" as const } : {}),
  }));
}

/** Returns the schema of a filter: a value, or operators. Order and substring accept values that the field cannot have. */
function filterSchema(field: ScalarField): JsonSchema {
  const loose: JsonSchema = { type: field.type };
  const exact: JsonSchema = { ...loose, ...(field.enum === undefined ? {} : { enum: field.enum }) };
  const operand = (operator: string): JsonSchema => {
    if (operator === "in")
      return {
        type: "string",
        description: `Up to ${LIMITS.inValues} values, separated by commas.`,
      };
    return operator === "eq" || operator === "ne" ? exact : loose;
  };
  const operators = OPERATORS_BY_TYPE[field.type].map((operator) => [operator, operand(operator)]);
  return {
    anyOf: [
      exact,
      { type: "object", properties: Object.fromEntries(operators), additionalProperties: false },
    ],
  };
}
