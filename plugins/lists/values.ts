/** Values of filters: which operators and values each type of field has. */
import { show } from "waymark";
import { FILTER_OPERATORS } from "waymark/advanced";
import type { FilterOperator, Scalar, ScalarField } from "waymark/advanced";

/** Operators by the type of the field, in the order they are published. */
export const OPERATORS_BY_TYPE: Readonly<Record<ScalarField["type"], readonly FilterOperator[]>> = {
  string: FILTER_OPERATORS,
  integer: FILTER_OPERATORS.filter((operator) => operator !== "contains"),
  number: FILTER_OPERATORS.filter((operator) => operator !== "contains"),
  boolean: ["eq", "ne", "in"],
};

/** A value as JSON spells numbers (RFC 8259, section 6). */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
/** Times in UTC: times are compared as text, which orders only times of one zone. */
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;

export type ReadValue = { readonly value: Scalar } | { readonly problem: string };

/** Reads a value for a field. A problem says what was expected and what was received. */
export function readValue(text: string, field: ScalarField, operator: FilterOperator): ReadValue {
  const problem = (expected: string): ReadValue => ({
    problem: `${field.name} is compared with ${expected}; received ${show(text)}`,
  });
  switch (field.type) {
    case "boolean":
      return text === "true" || text === "false"
        ? { value: text === "true" }
        : problem("true or false");
    case "integer":
    case "number": {
      const value = Number(text);
      if (field.type === "integer") {
        if (!NUMBER.test(text) || !Number.isSafeInteger(value)) return problem("a whole number");
      } else if (!NUMBER.test(text) || !Number.isFinite(value)) return problem("a number");
      if (isOutside(value, field, operator)) return problem(`one of ${field.enum?.join(", ")}`);
      return { value: value === 0 ? 0 : value }; // -0 would be another text in a canonical query
    }
    case "string":
      // PostgreSQL text cannot have this character, so no item could match.
      if (text.includes("\0")) return problem("text without a NUL character");
      if (isOutside(text, field, operator)) return problem(`one of ${field.enum?.join(", ")}`);
      if (operator === "contains") return { value: text };
      if (field.format === "date" && !isDate(text)) return problem("a date such as 2026-03-01");
      if (field.format === "date-time" && !isDate(text) && !isTime(text)) {
        return problem("a time in UTC such as 2026-03-01T12:00:00Z, or a date");
      }
      return { value: text };
  }
}

/** Checks that no value of the field can equal the value. Irrelevant for an order or a substring. */
function isOutside(value: string | number, field: ScalarField, operator: FilterOperator): boolean {
  const exact = operator === "eq" || operator === "ne" || operator === "in";
  return exact && field.enum !== undefined && !field.enum.includes(value);
}

function isDate(text: string): boolean {
  if (!DATE.test(text)) return false;
  const time = Date.parse(text);
  // Some engines roll 30 February over into March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function isTime(text: string): boolean {
  return TIME.test(text) && isDate(text.slice(0, 10)) && !Number.isNaN(Date.parse(text));
}
