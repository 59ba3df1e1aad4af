/** Documents while callers can authenticate, and while they cannot. */
import { expect, it } from "vitest";
import { createTestServer } from "waymark/testing";
import { json } from "../../_setup.ts";
import { AUDIENCE } from "./_issuer.ts";
import { as, startNotes } from "./_setup.ts";

it("llms.txt says how to authenticate, and for what", async () => {
  const server = await startNotes();
  const text = await (await server.request("/llms.txt")).text();
  const section = /^## Authentication\n([\s\S]*?)^## /m.exec(text)?.[1];
  expect(section).toContain("- `Authorization: Bearer <credential>`: A badge.");
  expect(section).toContain("- `GET /api/known`\n- `GET /api/scoped`: `notes:read`\n");
  expect(section).not.toContain("/api/open");

  const off = await createTestServer();
  expect(await (await off.fetch("/llms.txt")).text()).not.toMatch(/credential|Authentication/);
  await off.close();
});

it("crawlers are sent to no page that requires a credential", async () => {
  const server = await startNotes({}, { require: { support: "authenticated" } });
  const sitemap = await (await server.request("/sitemap.xml")).text();
  expect(sitemap).toContain("/faq<");
  expect(sitemap).not.toContain("/support<");
});

it("/api/auth-methods, /api/capabilities and /api/security-policy agree", async () => {
  const server = await startNotes();
  const read = async (path: string) => json(await server.request(path));
  expect(await read("/api/auth-methods")).toMatchObject({
    methods: [
      { id: "none", current: false },
      { id: "badges", description: "A badge.", current: true },
    ],
  });
  expect(await read("/api/capabilities")).toMatchObject({ capabilities: { auth: true } });
  expect(await read("/api/security-policy")).toMatchObject({
    auth: { enabled: true, methods: "/api/auth-methods" },
  });
});

it("/api/security-policy says how many credentials may fail, and so it is", async () => {
  const server = await startNotes({}, { failures: 2 });
  expect(await json(await server.request("/api/security-policy"))).toMatchObject({
    authentication: { realm: "api", failures: { limit: 2, windowSeconds: 60 } },
  });
  const schema = await server.request("/api/schemas/SecurityPolicyDiscovery");
  expect(await json(schema)).toMatchObject({
    properties: { authentication: { properties: { realm: { type: "string" } } } },
  });
  const answers = await Promise.all(
    ["eve", "mal"].map((name) => server.request("/api/open", { headers: as(name) })),
  );
  expect(answers.map(({ status }) => status)).toEqual([401, 401]);
  expect(answers[0]?.headers.get("www-authenticate")).toContain('realm="api"');
  expect((await server.request("/api/open", { headers: as("eve") })).status).toBe(429);
});

it("/api/cors lets pages of other origins send a credential, and read why it was refused", async () => {
  const server = await startNotes();
  const origin = "https://app.example";
  const { allowedHeaders, exposeHeaders } = await json<{
    allowedHeaders: readonly string[];
    exposeHeaders: readonly string[];
  }>(await server.request("/api/cors"));
  expect(allowedHeaders).toContain("Authorization");
  expect(exposeHeaders).toContain("WWW-Authenticate");
  const preflight = await server.request("/api/known", {
    method: "OPTIONS",
    headers: {
      origin,
      "access-control-request-method": "GET",
      "access-control-request-headers": "authorization",
    },
  });
  expect(preflight.status).toBe(204);
  const allowed = preflight.headers.get("access-control-allow-headers")?.toLowerCase().split(", ");
  expect(allowed).toContain("authorization");
  const refused = await server.request("/api/known", { headers: { origin } });
  expect(refused.status).toBe(401);
  expect(refused.headers.get("access-control-allow-origin")).toBe("*");
  expect(refused.headers.get("access-control-expose-headers")).toContain("WWW-Authenticate");
});

it("/api/errors has every code that identity brings, each as it is answered", async () => {
  const server = await startNotes();
  const { errors } = await json<{ errors: { code: string; httpStatus: number }[] }>(
    await server.request("/api/errors?limit=200"),
  );
  const statuses = new Map(errors.map(({ code, httpStatus }) => [code, httpStatus]));
  for (const [path, headers] of [
    ["/api/known", {}],
    ["/api/known", as("eve")],
    ["/api/scoped", as("ben")],
    ["/api/open", { authorization: "Bearer badge-ann, Bearer badge-ben" }],
  ] as const) {
    const answer = await server.request(path, { headers });
    const { error } = await json<{ error: { code: string } }>(answer);
    expect([error.code, statuses.get(error.code)]).toEqual([error.code, answer.status]);
  }
});

it("clients find the issuers that are trusted at a well-known path (RFC 9728)", async () => {
  const issuer = "https://id.example.com";
  const path = "/.well-known/oauth-protected-resource";
  const issuers = [{ issuer, audience: AUDIENCE, jwksUri: `${issuer}/keys` }];
  const server = await startNotes({ config: { plugins: { oidc: { issuers } } } });
  const answer = await server.request(path);
  expect(await json(answer)).toMatchObject({
    resource: server.origin,
    authorization_servers: [issuer],
    scopes_supported: expect.arrayContaining(["notes:read"]),
    bearer_methods_supported: ["header"],
  });
  expect(await json(await server.request("/api/well-known-paths"))).toMatchObject({
    paths: expect.arrayContaining([expect.objectContaining({ path, registered: true })]),
  });
  const off = await startNotes();
  expect((await off.request(path)).status).toBe(404);
});
