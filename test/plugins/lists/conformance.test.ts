/** The order and the conditions that the proof of lists expects. */
import { describe, expect, it } from "vitest";
import { compare, inOrder, meets } from "../../../plugins/lists/conformance/order.ts";

describe("order of lists", () => {
  it.each([
    [null, "a", -1],
    ["Z", "a", -1],
    ["\uE000", "\u{1F600}", -1],
    [10, 9, 1],
    [true, true, 0],
  ] as const)("%s to %s", (one, other, expected) => {
    expect(Math.sign(compare(one, other))).toBe(expected);
  });

  it("is noticed when it is wrong", () => {
    expect(inOrder([null, 1, 1, 2], false)).toBe(true);
    expect(inOrder([2, 1, null], true)).toBe(true);
    expect(inOrder([1, 3, 2], false)).toBe(false);
  });

  it.each([
    ["eq", 1, 1, true],
    ["ne", null, 1, true],
    ["gt", null, 1, false],
    ["lte", "a", "b", true],
    ["contains", "abc", "bc", true],
    ["unknown", 1, 1, false],
  ] as const)("conditions: %s", (operator, value, operand, expected) => {
    expect(meets(value, operator, operand)).toBe(expected);
  });
});
