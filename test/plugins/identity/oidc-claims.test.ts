/** Principals that handlers see, made from the claims of a token. */
import { definePlugin, type Log } from "waymark";
import { expect, it } from "vitest";
import { z } from "zod";
import { AUDIENCE, startWith, TestIssuer } from "./_issuer.ts";

/** Answers with the principal of the request. */
const whoami = definePlugin({
  id: "whoami",
  summary: "Shows callers who they are.",
  routes: {
    showPrincipal: {
      method: "GET",
      path: "/api/principal",
      summary: "Read who is asking.",
      returns: z.object({
        id: z.string(),
        kind: z.string(),
        name: z.string(),
        scopes: z.array(z.string()),
        plan: z.string().optional(),
      }),
      cache: "no-store",
      access: "authenticated",
      publish: { rootLink: "principal" },
    },
  },
  handlers: () => ({
    showPrincipal: ({ principal: { scopes, ...principal } }) => ({
      ...principal,
      scopes: [...scopes],
    }),
  }),
});

/** Returns the principal of a token with these claims. */
async function principalWith(claims: object, mapping?: object): Promise<Record<string, unknown>> {
  const issuer = await TestIssuer.start();
  const setting = { issuer: issuer.url, audience: AUDIENCE };
  const server = await startWith(
    [mapping === undefined ? setting : { ...setting, claims: mapping }],
    {},
    { plugins: [whoami] },
  );
  const headers = await issuer.token({ ...claims });
  const [first, again] = [
    await (await server.request("/api/principal", { headers })).json(),
    await (await server.request("/api/principal", { headers })).json(),
  ] as Record<string, unknown>[];
  expect(again).toEqual(first); // remembered
  return { ...first, id: String(first?.["id"]).replace(issuer.url, "ISSUER") };
}

it.each([
  [
    { scope: "offices:read offices:write  offices:read" },
    undefined,
    { id: "oidc:ISSUER|ann", kind: "oidc", name: "ann", scopes: ["offices:read", "offices:write"] },
  ],
  [
    { sub: "auth0|12", name: "Ann Lee" },
    undefined,
    { id: "oidc:ISSUER|auth0|12", name: "Ann Lee" },
  ],
  [{ name: "Ann\nLee", scope: 7 }, undefined, { name: "ann", scopes: [] }],
  [{ scp: ["a", "b", 3, "c d"] }, { scopes: "scp" }, { scopes: ["a", "b"] }],
  [
    { scp: "a b", realm_access: { roles: ["c"] }, "https://example.com/roles": ["d"] },
    { scopes: ["scp", "realm_access.roles", "https://example.com/roles", "none.at.all"] },
    { scopes: ["a", "b", "c", "d"] },
  ],
  [
    { scope: "admin constructor other" },
    { scopeMap: { admin: ["offices:write", "keys:write"] } },
    { scopes: ["offices:write", "keys:write"] },
  ],
  [
    { tier: "gold", login: "ann7" },
    { plan: "tier", name: "login" },
    { plan: "gold", name: "ann7" },
  ],
  [{ tier: { gold: true } }, { plan: "tier" }, { id: "oidc:ISSUER|ann" }],
])("%j with %j", async (claims, mapping, expected) => {
  const principal = await principalWith(claims, mapping);
  expect(principal).toMatchObject(expected);
  if (!("plan" in expected)) expect(principal).not.toHaveProperty("plan");
});

it("does not leave tokens in the log or in answers", async () => {
  const issuer = await TestIssuer.start();
  await issuer.addKey("hidden", { publish: false });
  const lines: string[] = [];
  const write = (message: string, fields?: unknown) =>
    void lines.push(JSON.stringify([message, fields]));
  const log: Log = { debug: write, info: write, warn: write, error: write };
  const plugins = [whoami];
  const server = await startWith(
    [{ issuer: issuer.url, audience: AUDIENCE }],
    {},
    { log, plugins },
  );
  const tokens = [
    await issuer.token(),
    await issuer.token({}, { kid: "hidden" }),
    await issuer.token({ aud: "other" }),
  ];
  for (const headers of tokens) {
    const answer = await server.request("/api/principal", { headers });
    lines.push(JSON.stringify([...answer.headers]), await answer.text());
  }
  expect(lines.length).toBeGreaterThan(6);
  for (const { authorization } of tokens)
    for (const part of authorization.slice("Bearer ".length).split("."))
      expect(lines.join("\n")).not.toContain(part.slice(0, 40));
});
