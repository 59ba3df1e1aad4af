/** Access tokens of identity providers, over a socket. */
import { createHmac } from "node:crypto";
import type { Plugin } from "waymark";
import preset from "waymark/preset";
import { fixedClock, testPlugin } from "waymark/testing";
import { describe, expect, it } from "vitest";
import { checkInProcess } from "../../../plugins/tools/check/in-process.ts";
import oidc from "../../../plugins/identity/oidc/index.ts";
import { requiredScopes } from "../../../registry/contract/route/sealed-route.ts";
import { ask, AUDIENCE, startWith, TestIssuer } from "./_issuer.ts";
import { as, notes } from "./_setup.ts";
import { NO_CONFIG } from "../../_setup.ts";
import { expectClean } from "../../_conforms.ts";

await testPlugin(oidc, {
  options: { issuers: [{ issuer: "http://localhost:1", audience: AUDIENCE }] },
  config: { plugins: { access: {} } },
});

const REFUSED = [401, "credentials-invalid"];

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString("base64url");

describe("a token counts", () => {
  it.each([
    ["as the issuer signs it", {}, {}],
    ["with another case of the type", {}, { typ: "application/AT+JWT" }],
    ["with several audiences", { aud: ["https://other.example.com", AUDIENCE] }, {}],
    ["with headers that are not followed", {}, { header: { jku: "http://127.0.0.1:1/" } }],
  ])("%s", async (_name, claims, options) => {
    const issuer = await TestIssuer.start();
    const server = await startWith([{ issuer: issuer.url, audience: AUDIENCE }]);
    expect(await ask(server, await issuer.token(claims, options))).toEqual([200, "ann"]);
  });

  it.each([
    ["a tolerable clock", "exp", -5],
    ["another tolerable clock", "nbf", 20],
  ])("with %s", async (_name, claim, seconds) => {
    const issuer = await TestIssuer.start();
    const clock = fixedClock(new Date());
    const server = await startWith([{ issuer: issuer.url, audience: AUDIENCE }], {}, { clock });
    const token = await issuer.token({ [claim]: Math.floor(clock.now() / 1000) + seconds });
    expect(await ask(server, token)).toEqual([200, "ann"]);
  });

  it("until it expires, and is remembered no longer", async () => {
    const issuer = await TestIssuer.start();
    const clock = fixedClock(new Date());
    const audience = AUDIENCE;
    const server = await startWith([{ issuer: issuer.url, audience }], {}, { clock });
    const token = await issuer.token();
    expect(await ask(server, token)).toEqual([200, "ann"]);
    clock.advance("320s"); // 300 s, and the tolerance
    expect(await ask(server, token)).toEqual([200, "ann"]);
    clock.advance("15s");
    expect(await ask(server, token)).toEqual(REFUSED);
  });
});

describe("refusals", () => {
  const now = Math.floor(Date.now() / 1000);

  it.each([
    ["an unknown issuer", { iss: "https://other.example.com" }, {}],
    ["no issuer", { iss: undefined }, {}],
    ["the issuer's name with a slash", { iss: "http://127.0.0.1/" }, {}],
    ["another audience", { aud: "https://other.example.com" }, {}],
    ["no audience", { aud: undefined }, {}],
    ["an audience that is an object", { aud: { [AUDIENCE]: true } }, {}],
    ["an expired token", { exp: now - 40 }, {}],
    ["a token that never expires", { exp: undefined }, {}],
    ["a token whose expiry is a text", { exp: String(now + 300) }, {}],
    ["a token of tomorrow", { nbf: now + 86_400 }, {}],
    ["no subject", { sub: undefined }, {}],
    ["a subject with control characters", { sub: "ann\nadmin" }, {}],
    ["a subject without end", { sub: "a".repeat(300) }, {}],
    ["a token that is bound to a key", { cnf: { jkt: "abc" } }, {}],
    ["an ID token", {}, { typ: "JWT" }],
    ["a token of another kind", {}, { typ: "logout+jwt" }],
    ["a critical extension", {}, { header: { crit: ["b64"], b64: true } }],
    ["a token that is too long", { pad: "x".repeat(8192) }, {}],
    ["an unpublished key", {}, { kid: "hidden" }],
  ])("%s", async (_name, claims, options) => {
    const issuer = await TestIssuer.start();
    await issuer.addKey("hidden", { publish: false });
    const server = await startWith([{ issuer: issuer.url, audience: AUDIENCE }]);
    const token = await issuer.token(claims, options);
    expect(await ask(server, token)).toEqual(REFUSED);
  });

  it("look the same for forged, malformed, foreign and expired tokens", async () => {
    const issuer = await TestIssuer.start();
    await issuer.addKey("hidden", { publish: false });
    const server = await startWith([{ issuer: issuer.url, audience: AUDIENCE }]);
    const { authorization: good } = await issuer.token();
    const { authorization: hidden } = await issuer.token({}, { kid: "hidden" });
    const [head = "", body = ""] = good.slice("Bearer ".length).split(".");
    const signature = hidden.split(".")[2] ?? "";
    const claims = issuer.claims();
    const withPublicKey = [
      encode({ alg: "HS256", typ: "at+jwt", kid: "first" }),
      encode(claims),
    ].join(".");
    const hmac = createHmac("sha256", JSON.stringify(issuer.jwks.keys[0])).update(withPublicKey);
    const tokens = [
      `${head}.${body}.${signature}`,
      `${head}.${encode({ ...claims, sub: "root" })}.${good.split(".")[2]}`,
      `${head}.${body}.`,
      `${head}.${body}`,
      `${encode({ alg: "none", typ: "at+jwt" })}.${encode(claims)}.`,
      `${encode({ alg: "none", typ: "at+jwt" })}.${encode(claims)}.${signature}`,
      `${encode({ alg: "nOnE", typ: "at+jwt", kid: "first" })}.${encode(claims)}.${signature}`,
      `${withPublicKey}.${hmac.digest("base64url")}`,
      `${encode({ alg: "RS256", typ: "at+jwt", kid: "first" })}.${body}.${signature}`,
      `${encode(null)}.${encode(null)}.${signature}`,
      "a.b.c",
      "..",
      "🔑".length === 2 ? "a.%00.c" : "",
      (await issuer.token({ exp: now - 3600 })).authorization.slice("Bearer ".length),
      (await issuer.token({ aud: "other" })).authorization.slice("Bearer ".length),
      (await issuer.token({ iss: "https://other.example.com" })).authorization.slice(7),
    ];
    const answers = await Promise.all(
      tokens.map(async (token) => {
        const headers = { authorization: `Bearer ${token}` };
        const answer = await server.request("/api/known", { headers });
        const volatile = /^(?:date|x-request-id|server-timing|traceparent|.*ratelimit.*|.*digest)$/;
        return JSON.stringify([
          answer.status,
          [...answer.headers].filter(([name]) => !volatile.test(name)),
          (await answer.text()).replaceAll(/"requestId":"[^"]*"/g, ""),
        ]);
      }),
    );
    expect(new Set(answers)).toHaveLength(1);
    expect(answers[0]).toContain("credentials-invalid");
    expect(answers[0]).toContain('error=\\"invalid_token\\"');
    // None of them made the issuer answer more than at the start.
    expect(issuer.requests).toHaveLength(2);
  });
});

describe("options of an issuer", () => {
  it("admit tokens without a type where they say so", async () => {
    const issuer = await TestIssuer.start();
    const setting = { issuer: issuer.url, audience: AUDIENCE, acceptPlainJwt: true };
    const server = await startWith([setting]);
    expect(await ask(server, await issuer.token({}, { typ: "JWT" }))).toEqual([200, "ann"]);
    expect(await ask(server, await issuer.token({}, { header: { typ: undefined } }))).toEqual([
      200,
      "ann",
    ]);
    expect(await ask(server, await issuer.token({}, { typ: "logout+jwt" }))).toEqual(REFUSED);
  });

  it("allow algorithms", async () => {
    const issuer = await TestIssuer.start();
    const server = await startWith([
      { issuer: issuer.url, audience: AUDIENCE, algorithms: ["RS256"] },
    ]);
    expect(await ask(server, await issuer.token())).toEqual(REFUSED);
  });

  it.each([
    ["http://login.example.com", /https/],
    ["https://login.example.com/?a=b", /no query/],
    ["https://login.example.com/a|b", /no \|/],
    ["login", /https/],
  ])("refuse the issuer %s", async (issuer, message) => {
    await expect(startWith([{ issuer, audience: AUDIENCE }])).rejects.toThrow(message);
  });

  it.each([[["HS256"]], [["none"]], [[]]])("refuse the algorithms %j", async (algorithms) => {
    const issuer = "https://login.example.com";
    await expect(startWith([{ issuer, audience: AUDIENCE, algorithms }])).rejects.toThrow(
      /algorithms/,
    );
  });
});

describe("beside another way to identify", () => {
  it("each request is found by one of them, or refused once", async () => {
    const issuer = await TestIssuer.start();
    const server = await startWith([{ issuer: issuer.url, audience: AUDIENCE }]);
    expect(await ask(server, as("ann"))).toEqual([200, "Ann"]);
    expect(await ask(server, await issuer.token({ name: "Ann of the issuer" }))).toEqual([
      200,
      "Ann of the issuer",
    ]);
    expect(await ask(server, as("eve"))).toEqual(REFUSED);
    expect(await ask(server, {})).toEqual([401, "authentication-required"]);
  });
});

describe("a check", () => {
  it("is issued tokens of its own, and finds nothing", async () => {
    const issuers = [{ issuer: "https://login.example.invalid", audience: AUDIENCE }];
    const access = { require: { brains: "authenticated" } } as const;
    const report = await checkInProcess(
      {
        ...NO_CONFIG,
        preset: [...preset, notes as Plugin],
        overrides: { plugins: { oidc: { issuers }, access } },
      },
      { only: (route) => requiredScopes(route) !== undefined, alone: true },
    );
    expectClean(report);
  });
});
