/** Order and conditions of list items, worked out without the code under test. */

export type Value = string | number | boolean | null;

/** Absent first, text by code point, which is the order of its UTF-8 bytes. */
export function compare(one: Value, other: Value): number {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null);
  if (typeof one === "string" && typeof other === "string")
    return Buffer.compare(Buffer.from(one), Buffer.from(other));
  return Number(one) - Number(other);
}

export function inOrder(values: readonly Value[], descending: boolean): boolean {
  return values.every((value, index) => {
    const before = values[index - 1];
    if (before === undefined) return true;
    return descending ? compare(before, value) >= 0 : compare(before, value) <= 0;
  });
}

/** Whether a value meets a condition. Unknown operators are met by nothing. */
export function meets(value: Value, operator: string, operand: Value): boolean {
  if (operator === "eq" || operator === "in") return value === operand;
  if (operator === "ne") return value !== operand;
  if (value === null) return false;
  const order = compare(value, operand);
  switch (operator) {
    case "gt":
      return order > 0;
    case "gte":
      return order >= 0;
    case "lt":
      return order < 0;
    case "lte":
      return order <= 0;
    case "contains":
      return String(value).includes(String(operand));
    default:
      return false;
  }
}
