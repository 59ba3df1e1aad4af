import { describe, expect, it } from "vitest";
import serverTiming from "../../../../plugins/policies/server-timing/index.ts";
import traceContext from "../../../../plugins/policies/trace-context/index.ts";
import { OUTCOMES } from "../../../../registry/contract/call/call.ts";
import { compile } from "../_sketch.ts";

const TRACE = "a".repeat(32);
const SPAN = "b".repeat(16);
const services = {
  ids: {
    hex: () => SPAN,
    like: (pattern: string) => pattern.replace("x".repeat(32), TRACE).replace("x".repeat(16), SPAN),
  },
};
const { answer } = compile([traceContext, serverTiming], {
  services,
  route: { declaration: { serverTiming: true } },
});

const received = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
const started = `00-${TRACE}-${SPAN}-02`;
const tracestate = "foo=1, bar=2,";

describe("a request that belongs to a trace", () => {
  it.each(OUTCOMES)("has its fields echoed: %s", (outcome) => {
    const { call, headers } = answer(outcome, { headers: { traceparent: received, tracestate } });
    expect(call.trace?.traceId).toBe("4bf92f3577b34da6a3ce929d0e0e4736");
    expect(headers).toMatchObject({ traceparent: received, tracestate });
    expect(headers["Server-Timing"]).toMatch(
      /, trace;desc="00-4bf92f3577b34da6a3ce929d0e0e4736-b{16}-01"$/,
    );
  });

  it("keeps its place in it when tracestate is bad", () => {
    const { headers } = answer("ok", { headers: { traceparent: received, tracestate: "BAD" } });
    expect(headers["traceparent"]).toBe(received);
    expect(headers).not.toHaveProperty("tracestate");
  });

  it.each([
    ["cc", "-01-more", "01"],
    ["cc", `-01-${"x".repeat(60_000)}`, "01"],
    ["01", "-ff", "03"],
  ])(
    "of the later version %s is passed on as version 00, with the known fields (E9)",
    (version, rest, flags) => {
      const known = received.slice(2, -3);
      const { headers } = answer("ok", { headers: { traceparent: `${version}${known}${rest}` } });
      expect(headers["traceparent"]).toBe(`00${known}-${flags}`);
      expect(headers["Server-Timing"]).toMatch(/desc="00-4bf92f3577b34da6a3ce929d0e0e4736-/);
    },
  );

  it("has the first 512 characters of tracestate echoed, in whole members (E9)", () => {
    const member = `a=${"b".repeat(97)},`; // of 100 characters
    const echoed = (text: string) =>
      answer("ok", { headers: { traceparent: received, tracestate: text } }).headers["tracestate"];
    expect(echoed(`${member.repeat(5)}c=${"d".repeat(10)}`)).toBe(
      `${member.repeat(5)}c=${"d".repeat(10)}`,
    );
    expect(echoed(`${member.repeat(5)}c=${"d".repeat(11)}`)).toBe(member.repeat(5).slice(0, -1));
    expect(echoed(member.repeat(160))).toBe(member.repeat(5).slice(0, -1));
    expect(echoed(`a=${"b".repeat(600)}`)).toBeUndefined();
    expect(echoed(`${",".repeat(600)}a=b`)).toBeUndefined();
  });
});

describe("a trace starts here", () => {
  it.each([
    ["without fields", {}],
    ["with tracestate alone", { tracestate }],
    ["with a malformed traceparent", { traceparent: received.toUpperCase(), tracestate }],
    ["with two of them", { traceparent: `${received}, ${received}`, tracestate }],
  ])("%s", (_case, headers) => {
    const { call, headers: sent } = answer("error", { headers });
    expect(call.trace?.traceId).toBe(TRACE);
    expect(sent["traceparent"]).toBe(started);
    expect(sent).not.toHaveProperty("tracestate");
    expect(sent["Server-Timing"]).toContain(`trace;desc="${started}"`);
  });
});
