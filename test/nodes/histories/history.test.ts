/** The rules of histories find what they are there for, in histories made by hand. */
import { describe, expect, it } from "vitest";
import {
  isLinearizable,
  staleReads,
  wrongCounts,
  wrongElements,
  type Operation,
  type Write,
} from "./history.ts";
import { wrongLimits, wrongOrder, type Run } from "./shared.ts";

const write = (value: string | number, began: number, ended: number, node?: string): Write => ({
  kind: "write",
  of: "x",
  value,
  began,
  ended,
  node,
});
const read = (
  value: string | number | undefined,
  began: number,
  ended: number,
  node?: string,
): Operation => ({ kind: "read", of: "x", value, began, ended, node });

const [A, B] = ["a", "b"];

describe("a register that", () => {
  it.each<[string, readonly Operation[], boolean, number]>([
    ["is read before it is written", [read(undefined, 1, 2), write("1", 3, 4)], true, 0],
    ["shows a write at once", [write("1", 1, 2), read("1", 3, 4)], true, 0],
    ["shows a write under way", [write("1", 1, 9), read("1", 3, 4)], true, 0],
    ["shows a write under way, or not", [write("1", 1, 9), read(undefined, 3, 4)], true, 0],
    [
      "shows a write, and then not",
      [write("1", 1, 9), read("1", 2, 3), read(undefined, 4, 5)],
      false,
      0,
    ],
    ["shows a value out of nowhere", [write("1", 1, 2), read("2", 3, 4)], false, 1],
    ["shows a value before it was sent", [read("1", 1, 2), write("1", 3, 4)], false, 1],
    ["is 5 ms late", [write("1", 1, 2), write("2", 3, 4), read("1", 9, 10)], false, 0],
    ["is 50 ms late", [write("1", 1, 2), write("2", 3, 4), read("1", 54, 60)], false, 1],
    ["never shows a first write", [write("1", 1, 2), read(undefined, 54, 60)], false, 1],
    [
      "may show either of two writes",
      [write("1", 1, 5), write("2", 2, 6), read("1", 7, 8)],
      true,
      0,
    ],
    [
      "shows one of two writes, and then the other",
      [write("1", 1, 5), write("2", 2, 6), read("1", 7, 8), read("2", 9, 10)],
      false,
      0,
    ],
    [
      "may lose a write of unknown end",
      [write("1", 1, Infinity), read(undefined, 99, 100)],
      true,
      0,
    ],
    [
      "shows a write of unknown end later",
      [write("1", 1, Infinity), read(undefined, 99, 100), read("1", 101, 102)],
      true,
      0,
    ],
    ["is late at its own node", [write("1", 1, 2, A), read(undefined, 3, 4, A)], false, 1],
    ["is late at another node", [write("1", 1, 2, A), read(undefined, 3, 4, B)], false, 0],
  ])("%s", (_name, history, linearizable, stale) => {
    expect(isLinearizable(history)).toBe(linearizable);
    expect(staleReads(history, 20)).toHaveLength(stale);
  });
});

describe("a counter that", () => {
  const twice = [write(1, 1, 2, A), write(1, 3, 4, B)];
  it.each<[string, readonly Operation[], number]>([
    ["shows all", [...twice, read(2, 30, 31, A)], 0],
    ["is late", [...twice, read(1, 5, 6, A)], 0],
    ["forgets its own", [...twice, read(0, 5, 6, A)], 1],
    ["has lost one", [...twice, read(1, 30, 31, A)], 1],
    ["counts one twice", [...twice, read(3, 30, 31, A)], 1],
    ["counts one of unknown end", [...twice, write(1, 5, Infinity), read(3, 30, 31)], 0],
    ["does not count one of unknown end", [...twice, write(1, 5, Infinity), read(2, 30, 31)], 0],
  ])("%s", (_name, history, wrong) => {
    expect(wrongCounts(history, 20)).toHaveLength(wrong);
  });
});

it("a set has what was acknowledged, once, and nothing else", () => {
  const writes = [write("1", 1, 2), write("2", 3, 4), write("3", 5, Infinity)];
  expect(wrongElements(writes, ["1", "2"])).toEqual([]);
  expect(wrongElements(writes, ["1", "2", "3"])).toEqual([]);
  expect(wrongElements(writes, ["1", "3"])).toEqual([expect.stringContaining("write x 2")]);
  expect(wrongElements(writes, ["1", "2", "4"])).toEqual(["4: out of nowhere"]);
  expect(wrongElements(writes, ["1", "2", "2"])).toHaveLength(1);
});

it.each<
  [string, allowed: number, refusedAfter: number | undefined, disturbances: number, found: number]
>([
  ["is allowed its limit", 10, 10, 0, 0],
  ["has not used it", 5, undefined, 0, 0],
  ["is allowed more", 11, 12, 0, 1],
  ["is allowed more, as counts were lost", 20, 20, 1, 0],
  ["is allowed more than may be lost", 21, 21, 1, 1],
  ["is refused while others have the rest", 8, 8, 0, 0],
  ["is refused too early", 7, 7, 0, 1],
  ["is refused early while nodes count apart", 3, 3, 1, 0],
])("a client that %s", (_name, allowed, refusedAfter, disturbances, found) => {
  const asking = { client: "x", since: 0, sent: 99, allowed, refusedAfter, disturbances };
  expect(wrongLimits([asking], 10, 0.2)).toHaveLength(found);
});

it.each<[string, readonly Run[], number]>([
  [
    "the same",
    [
      ["1", "2", "3"],
      ["1", "2", "3"],
    ],
    0,
  ],
  ["parts of the same", [["1", "2", "3"], ["2", "3", "4"], [], ["9"]], 0],
  ["one twice", [["1", "2", "1"]], 1],
  [
    "another order",
    [
      ["1", "2", "3"],
      ["1", "3", "2"],
    ],
    1,
  ],
  [
    "not one in between",
    [
      ["1", "2", "3"],
      ["1", "3"],
    ],
    1,
  ],
  [
    "one more in between",
    [
      ["1", "3"],
      ["1", "2", "3"],
    ],
    1,
  ],
])("those who see %s", (_name, runs, found) => {
  expect(wrongOrder(runs)).toHaveLength(found);
});
