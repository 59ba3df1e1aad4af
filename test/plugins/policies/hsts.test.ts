import { expect, it } from "vitest";
import hsts from "../../../plugins/policies/hsts/index.ts";
import { compile, objections } from "./_sketch.ts";

const HEADER = "Strict-Transport-Security";
const YEAR = "max-age=31536000";

it.each([
  ["api.example", true],
  ["API.EXAMPLE.", true],
  ["intranet", true],
  ["localhost.example", true],
  ["1.2.3.example", true],
  ["xn--p1ai.xn--j1amh", true],
  ["", false],
  [".", false],
  ["localhost", false],
  ["LocalHost", false],
  ["localhost.", false],
  ["api.localhost", false],
  ["127.0.0.1", false],
  ["192.0.2.7.", false],
  ["127.1", false],
  ["2130706433", false],
  ["0x7f.0.0.0x1", false],
  ["[::1]", false],
  ["::1", false],
  ["[2001:db8::1]", false],
])("host %j: %s", (host, bound) => {
  const { answer } = compile([hsts]);
  const header = () => answer("ok", { secure: true, host }).headers[HEADER];
  expect(header()).toBe(bound ? YEAR : undefined);
  // Neither the answer it remembers nor another host in between may change it.
  expect(header()).toBe(bound ? YEAR : undefined);
  expect(answer("ok", { secure: true, host: "other.example" }).headers[HEADER]).toBe(YEAR);
  expect(header()).toBe(bound ? YEAR : undefined);
});

it.each([
  [{ maxAge: "1h" }, "max-age=3600"],
  [{ maxAge: "0s" }, "max-age=0"],
  [{ includeSubDomains: true }, `${YEAR}; includeSubDomains`],
  [{ includeSubDomains: true, preload: true }, `${YEAR}; includeSubDomains; preload`],
])("%j gives %s, in the header and in the statement", (options, value) => {
  const { answer, statement } = compile([hsts], { options });
  expect(answer("ok", { secure: true }).headers[HEADER]).toBe(value);
  expect(statement()).toMatchObject({ headerName: HEADER, value });
});

it.each([{ preload: true }, { preload: true, includeSubDomains: true, maxAge: "364d" }])(
  "refuses %j",
  (options) => {
    expect(objections(hsts.options, options)).toEqual([
      expect.stringContaining("preload requires"),
    ]);
  },
);

it("O11: its explanation says that the Host of a request decides", () => {
  expect(hsts.policies?.[0]?.writes).toEqual({
    "Strict-Transport-Security": expect.stringContaining("whose Host is a name"),
  });
});
