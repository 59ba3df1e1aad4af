import { describe, expect, it } from "vitest";
import { definePlugin, definePolicy } from "../../../kernel/index.ts";
import security from "../../../plugins/policies/security-headers/index.ts";
import { OUTCOMES } from "../../../registry/contract/call/call.ts";
import { compile, objections } from "./_sketch.ts";

const CSP = "Content-Security-Policy";
const NONE = "default-src 'none'; frame-ancestors 'none'";

const pages = definePlugin({
  id: "pages",
  summary: "Has a policy of its own where it answers in HTML.",
  policies: [
    definePolicy({
      id: "pages",
      compile: () => ({
        contributes: [
          {
            header: CSP,
            value: (_call, { representation }) =>
              representation?.contentType === "text/html" ? "script-src 'self'" : undefined,
          },
        ],
      }),
    }),
  ],
});

it("sends nothing of what is false", () => {
  const names = ["permissionsPolicy", "referrerPolicy"];
  const more = ["contentSecurityPolicy", "crossOriginResourcePolicy"];
  const options = Object.fromEntries([...names, ...more].map((name) => [name, false]));
  expect(compile([security], { options }).answer("ok").headers).toEqual({
    "X-Content-Type-Options": "nosniff",
    Vary: "Accept",
  });
});

describe("Content-Security-Policy", () => {
  const html = { representation: { contentType: "text/html" } as never };

  it.each(OUTCOMES)("is the page's own business on a page: %s", (outcome) => {
    const { headers } = compile([security], { route: { kind: "page" } }).answer(outcome);
    const own = outcome === "ok" || outcome === "notModified";
    expect(headers[CSP]).toBe(own ? undefined : NONE);
  });

  it("is replaced by what others add, where they add something", () => {
    const { answer } = compile([security, pages], { route: { kind: "none" } });
    expect(answer("error").headers[CSP]).toBe(NONE);
    expect(answer("error", {}, html).headers[CSP]).toBe("script-src 'self'");
  });

  it("of several contributors holds together", () => {
    const { answer } = compile([security, pages, pages]);
    expect(answer("error", {}, html).headers[CSP]).toBe("script-src 'self', script-src 'self'");
  });
});

it.each(["", " ", "camera=()\r\nX: y", "geolocation=() ", "é"])(
  "refuses %j as a header value",
  (value) => {
    expect(objections(security.options, { permissionsPolicy: value })).toHaveLength(1);
  },
);
