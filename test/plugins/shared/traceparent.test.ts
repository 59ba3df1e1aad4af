import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isTracestate, parseTraceparent } from "../../../plugins/shared/traceparent.ts";
import { processorMs } from "../../_setup.ts";

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const parentId = "00f067aa0ba902b7";
const valid = `00-${traceId}-${parentId}-01`;
const future = `cc-${traceId}-${parentId}-01`;

describe("parseTraceparent reads", () => {
  it.each([
    [valid, "01"],
    [`00-${traceId}-${parentId}-00`, "00"],
    [`00-${traceId}-${parentId}-02`, "02"],
    [`00-${traceId}-${parentId}-03`, "03"],
    [`00-${traceId}-${parentId}-ff`, "03"],
    [`00-${traceId}-${parentId}-fc`, "00"],
    [`00-${"0".repeat(31)}1-${"0".repeat(15)}1-01`, "01"],
    [future, "01"],
    [`01-${traceId}-${parentId}-09`, "01"],
    [`fe-${traceId}-${parentId}-01`, "01"],
    [`${future}-`, "01"],
    [`${future}-what-the-future-will-be-like`, "01"],
  ])("%s, flags %s", (text, flags) => {
    expect(parseTraceparent(text)).toMatchObject({ traceId: text.slice(3, 35), flags });
  });
});

describe("parseTraceparent starts a new trace on", () => {
  it.each([
    ["nothing", ""],
    ["text", "traceparent"],
    ["version ff", `ff-${traceId}-${parentId}-01`],
    ["a version of one digit", `0-${traceId}-${parentId}-01`],
    ["a version of other letters", `.0-${traceId}-${parentId}-01`],
    ["a version in capitals", `CC-${traceId}-${parentId}-01`],
    ["a trace of zeros", `00-${"0".repeat(32)}-${parentId}-01`],
    ["a trace in capitals", `00-${traceId.toUpperCase()}-${parentId}-01`],
    ["a trace with other letters", `00-${traceId.slice(0, -1)}g-${parentId}-01`],
    ["a trace that is too short", `00-${traceId.slice(1)}-${parentId}-01`],
    ["a trace that is too long", `00-0${traceId}-${parentId}-01`],
    ["a parent of zeros", `00-${traceId}-${"0".repeat(16)}-01`],
    ["a parent in capitals", `00-${traceId}-${parentId.toUpperCase()}-01`],
    ["a parent that is too short", `00-${traceId}-${parentId.slice(1)}-01`],
    ["a parent that is too long", `00-${traceId}-${parentId}0-01`],
    ["flags with other letters", `00-${traceId}-${parentId}-0.`],
    ["flags in capitals", `00-${traceId}-${parentId}-0A`],
    ["flags of one digit", `00-${traceId}-${parentId}-1`],
    ["flags of three digits", `00-${traceId}-${parentId}-011`],
    ["no flags", `00-${traceId}-${parentId}`],
    ["other separators", valid.replaceAll("-", "_")],
    ["version 00 that goes on", `${valid}-`],
    ["version 00 that goes on for long", `${valid}-what-the-future-will-be-like`],
    ["a later version that goes on without a dash", `${future}.what`],
    ["a later version that goes on with a digit", `${future}0`],
    ["a later version with a space", `${future}-a b`],
    ["a later version with a control character", `${future}-a\u007f`],
    ["a later version with other bytes", `${future}-\u00e9`],
    ["two fields", `${valid}, ${valid}`],
    ["two fields of a later version", `${future}-a, ${future}-a`],
    ["two fields of a later version, joined tightly", `${future}-a,${future}-a`],
    ["white space around", ` ${valid} `],
  ])("%s", (_case, text) => {
    expect(parseTraceparent(text)).toBeUndefined();
  });
});

it("parseTraceparent agrees with the grammar on anything close to it", () => {
  const grammar =
    /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:(?<!^00.*)-[!-+\--~]*)?$/;
  const close = fc.tuple(fc.nat(valid.length), fc.constantFrom(..."0fFg-, .\u00e9"), fc.boolean());
  const texts = fc
    .tuple(fc.constantFrom(valid, future, `${future}-x`), fc.array(close, { maxLength: 3 }))
    .map(([text, edits]) =>
      edits.reduce<string>(
        (edited, [at, character, insert]) =>
          edited.slice(0, at) + character + edited.slice(insert ? at : at + 1),
        text,
      ),
    );
  fc.assert(
    fc.property(texts, (text) => {
      expect(parseTraceparent(text) !== undefined).toBe(grammar.test(text));
    }),
    { numRuns: 2000 },
  );
});

const members = (count: number) => Array.from({ length: count }, (_, i) => `k${i}=v`).join(",");

describe("isTracestate", () => {
  it.each([
    ["one member", "foo=1"],
    ["several members", "foo=1,bar=2"],
    ["white space around members", " foo=1 \t , \t bar=2, \t baz=3 "],
    ["empty members", ",foo=1,, bar=2,"],
    ["a key that begins with a digit", "0foo=1"],
    ["every character of a key", "a0_-*/@z=1"],
    ["at signs as Level 2 has them", "foo@@bar=1,foo@=2"],
    ["every character of a value", "foo= !\"#$%&'()*+-./0123456789:;<>?@AZ[\\]^_`az{|}~"],
    ["a space inside a value", "foo=a b"],
    ["the same key twice", "foo=1,foo=2"],
    ["a key of 256 characters", `${"k".repeat(256)}=v`],
    ["a value of 256 characters", `k=${"v".repeat(256)}`],
    ["32 members", members(32)],
    ["32 members and empty ones", `${members(32)},,`],
  ])("passes on %s", (_case, text) => {
    expect(isTracestate(text)).toBe(true);
  });

  it.each([
    ["nothing", ""],
    ["nothing but empty members", " , ,"],
    ["a member without value", "foo"],
    ["an empty value", "foo=,bar=3"],
    ["an empty key", "=1"],
    ["a value with an equals sign", "foo=bar=baz"],
    ["a value with other bytes", "foo=\u00e9"],
    ["a value with a control character", "foo=a\tb"],
    ["a non-breaking space at the end", "foo=1\u00a0"],
    ["a key with white space", "foo =1"],
    ["a key in capitals", "FOO=1"],
    ["a key with a dot", "foo.bar=1"],
    ["a key that begins with an at sign", "@foo=1"],
    ["a key that begins with an underscore", "_foo=1"],
    ["one bad member among good ones", "foo=1,BAR=2"],
    ["a key of 257 characters", `${"k".repeat(257)}=v`],
    ["a value of 257 characters", `k=${"v".repeat(257)}`],
    ["33 members", members(33)],
  ])("drops %s", (_case, text) => {
    expect(isTracestate(text)).toBe(false);
  });

  it.each([" ", "\t,", "a=", "a= ", "="])("takes linear time on %j…", async (part) => {
    const text = `a=b${part.repeat(50_000)}x`;
    expect(await processorMs(() => isTracestate(text))).toBeLessThan(500);
  });
});
