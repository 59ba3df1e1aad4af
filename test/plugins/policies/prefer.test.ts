import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePrefer } from "../../../plugins/shared/preferences.ts";
import prefer from "../../../plugins/policies/prefer/index.ts";
import { OUTCOMES } from "../../../registry/contract/call/call.ts";
import type { SealedRoute } from "../../../registry/contract/route/sealed-route.ts";
import { compile } from "./_sketch.ts";
import { processorMs } from "../../_setup.ts";

const minimal = { return: "minimal" };
const strict = { handling: "strict" };

describe("parsePrefer", () => {
  it.each([
    ["", {}],
    ["return=minimal", minimal],
    ["return=representation", { return: "representation" }],
    ["handling=lenient", { handling: "lenient" }],
    ["return=minimal, handling=strict", { ...minimal, ...strict }],
    ["RETURN=Minimal", minimal],
    ["return = minimal", minimal],
    ["\treturn\t=\tminimal ", minimal],
    ['return="minimal"', minimal],
    ['return="mini\\mal"', minimal],
    ["return=minimal; foo=bar", minimal],
    ['return=minimal;x="a,b;c"', minimal],
    ['foo="a;b", return=minimal', minimal],
    ['foo="return=minimal, ", handling=strict', strict],
    ['foo="a\\", return=minimal", handling=strict', strict],
    [",, return=minimal,", minimal],
    ["return=minimal, return=representation", minimal],
    ["return=unknown, return=minimal", {}],
    ["return, return=minimal", {}],
    ["wait=10, respond-async", {}],
    ["return=minimal=1", {}],
    ["return minimal", {}],
    ["=minimal", {}],
    ['return="minimal', {}],
    ['return=minimal, foo="open, handling=strict', minimal],
    ["x;return=minimal", {}],
    ["__proto__=1, constructor, return=minimal", minimal],
  ])("%j", (field, preferences) => {
    expect(parsePrefer(field)).toEqual(preferences);
  });

  it("reads anything, and finds what stands in front", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme-ascii" }), (rest) => {
        expect(parsePrefer(`return=minimal, ${rest}`).return).toBe("minimal");
      }),
    );
  });

  it.each(['"', '\\"', '"\\', "a ", ";", ",", "=", '"a'])(
    "takes linear time on %j…",
    async (part) => {
      const text = `x=${part.repeat(50_000)}`;
      expect(await processorMs(() => parsePrefer(text))).toBeLessThan(500);
    },
  );
});

describe("the policy", () => {
  const list = compile([prefer], { route: { kind: "list" } });
  const other = compile([prefer]);
  const headers = { prefer: "return=minimal" };
  const applied = { facts: { applied: ["return=minimal", "handling=strict"] } };

  it("passes the preferences to the call", () => {
    expect(list.answer("ok", { headers }).call.preferences).toEqual(minimal);
    expect(list.answer("ok").call.preferences).toEqual({});
  });

  it.each(OUTCOMES)("says what was applied only where there is a body: %s", (outcome) => {
    expect(list.answer(outcome, { headers }, applied).headers["Preference-Applied"]).toBe(
      outcome === "ok" || outcome === "notModified" ? "return=minimal, handling=strict" : undefined,
    );
    expect(list.answer(outcome, { headers }).headers).not.toHaveProperty("Preference-Applied");
  });

  it("splits caches for lists only", () => {
    expect(list.route.vary).toBe("Accept, Prefer");
    expect(other.route.vary).toBe("Accept");
  });

  it.each([
    [[], false],
    [["/api/things"], true],
  ])("states %j as endpoints with a list engine: honoured is %s", (endpoints, honored) => {
    const engine = honored ? ({} as never) : undefined;
    const route: SealedRoute = { ...list.route, engine };
    expect(list.statement([route, other.route])).toMatchObject({
      preferences: [
        { name: "return", honored },
        { name: "handling", honored },
        { name: "wait", honored: false },
        { name: "respond-async", honored: false },
      ],
      endpoints,
    });
  });
});
