/** Commands with several actions: each mistake of the command line is named, with what to write instead. */
import { expect, it } from "vitest";
import type { CommandContext } from "waymark";
import { chosenAction, type Action } from "../../../plugins/shared/actions.ts";

const ACTIONS: Readonly<Record<string, Action<string>>> = {
  list: { run: "lists" },
  rename: { run: "renames", needsId: true, flags: ["to"] },
};

function choose(args: Readonly<Record<string, string>>, flags: object = {}): string {
  // The other members of a context are for the action itself.
  const context = { args, flags } as unknown as CommandContext<unknown>;
  return chosenAction(ACTIONS, context, "boats", "boat");
}

it("returns the action that is named", () => {
  expect(choose({ action: "list" }, { json: true })).toBe("lists");
  expect(choose({ action: "rename", id: "a" }, { to: "Fram" })).toBe("renames");
});

it.each([
  [{}, {}, /^the action "" is unknown\n {2}hint: /],
  [{ action: "lst" }, {}, /^the action "lst" is unknown\n {2}hint: did you mean "list"/],
  [{ action: "toString" }, {}, /^the action "toString" is unknown/],
  [{ action: "list" }, { to: "x" }, "boats list has no flag --to\n  hint: it takes --json"],
  [
    { action: "rename", id: "a" },
    { by: "x" },
    "boats rename has no flag --by\n  hint: it takes --to, --json",
  ],
  [
    { action: "rename" },
    {},
    "boats rename needs the id of a boat\n  hint: waymark boats list shows ids",
  ],
  [{ action: "list", id: "a" }, {}, "boats list takes no further argument"],
])("refuses %j with %j", (args, flags, message) => {
  expect(() => choose(args, flags)).toThrow(message);
});
