/** API keys over a socket: what counts, what is refused, and who may manage them. */
import { describe, expect, it } from "vitest";
import { definePlugin, type Plugin } from "waymark";
import { Audit, type AuditEntry } from "waymark/services";
import { fixedClock } from "waymark/testing";
import { json } from "../../_setup.ts";
import { bearer, createKey, send, startKeys, statusOf } from "./_keys.ts";
import { as } from "./_setup.ts";

const ID = "0123456789abcdef";

describe("a key", () => {
  it("is created once, names its principal, and is found in lists without its secret", async () => {
    const server = await startKeys();
    const answer = await send(server, "POST", "/api/keys", {
      name: "Export",
      scopes: ["notes:read"],
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get("cache-control")).toContain("no-store");
    const { _links, token, ...key } = await json<Record<string, string>>(answer);
    expect(token).toMatch(new RegExp(`^wm_${key["id"]}_[0-9a-f]{48}$`));
    expect(answer.headers.get("location")).toBe(`/api/keys/${key["id"]}`);
    const read = await send(server, "GET", `/api/keys/${key["id"]}`);
    const { _links: _, ...same } = await json(read);
    expect(same).toEqual(key);
    const { keys } = await json<{ keys: object[] }>(await send(server, "GET", "/api/keys"));
    expect(keys).toEqual([key]);
    const scoped = await server.request("/api/scoped", { headers: bearer(token ?? "") });
    expect(await scoped.json()).toMatchObject({ scoped: [{ reader: "Export" }] });
  });

  it.each([
    [
      "another secret",
      (token: string) => `Bearer ${token.slice(0, -1)}${token.endsWith("0") ? "1" : "0"}`,
    ],
    ["another id", (token: string) => `Bearer wm_${ID}${token.slice(19)}`],
    ["a longer secret", (token: string) => `Bearer ${token}0`],
    ["capitals", (token: string) => `Bearer ${token.toUpperCase()}`],
    ["its id alone", (token: string) => `Bearer ${token.slice(0, 19)}`],
    ["two of them", (token: string) => `Bearer ${token} ${token}`],
    ["no scheme", (token: string) => token],
    ["another scheme", (token: string) => `Basic ${token}`],
    ["nothing", () => "Bearer"],
    ["very much", () => `Bearer wm_${"0".repeat(8000)}`],
  ])("with %s is refused", async (_, header) => {
    const server = await startKeys();
    const { token } = await createKey(server);
    const known = (authorization: string) =>
      server.request("/api/known", { headers: { authorization } });
    const refused = await known(header(token));
    expect(refused.status).toBe(401);
    expect(refused.headers.get("www-authenticate")).toBe(
      'Bearer realm="api", error="invalid_token"',
    );
    expect((await known(`bEARER  ${token}`)).status).toBe(200);
  });

  it("counts until it is revoked, rotated or expired, and then at once no longer", async () => {
    const clock = fixedClock();
    const server = await startKeys({ clock });
    const [kept, revoked, rotated, graced, expiring] = await Promise.all([
      createKey(server),
      createKey(server),
      createKey(server),
      createKey(server),
      createKey(server, { expiresAt: new Date(clock.now() + 60_000).toISOString() }),
    ]);
    const all = [kept, revoked, rotated, graced, expiring].map(({ token }) => token);
    const statuses = () => Promise.all(all.map((token) => statusOf(server, token)));
    expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
    expect((await send(server, "DELETE", `/api/keys/${revoked.id}`)).status).toBe(200);
    expect(await statuses()).toEqual([200, 401, 200, 200, 200]);
    const rotate = async (id: string, grace: string) => {
      const answer = await send(server, "POST", `/api/keys/${id}/rotate`, { grace });
      expect(answer.status).toBe(200);
      return (await json<{ token: string }>(answer)).token;
    };
    const [second, third] = [await rotate(rotated.id, "0s"), await rotate(graced.id, "30s")];
    expect(await statuses()).toEqual([200, 401, 401, 200, 200]);
    expect(await statusOf(server, second)).toBe(200);
    expect(await statusOf(server, third)).toBe(200);
    clock.advance("30s");
    expect(await statuses()).toEqual([200, 401, 401, 401, 200]);
    clock.advance("30s");
    expect(await statuses()).toEqual([200, 401, 401, 401, 401]);
    expect(await statusOf(server, third)).toBe(200);
  });

  it("shows by the minute when it was used, also after a restart of the plugin", async () => {
    const clock = fixedClock("2026-01-02T03:04:05Z");
    const server = await startKeys({ clock });
    const { id, token } = await createKey(server);
    await statusOf(server, token);
    clock.advance("2m");
    await statusOf(server, token);
    const plugins = { access: { failures: 9 }, "api-keys": true };
    await server.reload({ plugins });
    const key = async () => json(await send(server, "GET", `/api/keys/${id}`));
    await expect.poll(async () => (await key())["lastUsedAt"]).toBe("2026-01-02T03:06:00.000Z");
  });
});

it("counts beside an identity provider that is out of reach", async () => {
  const oidc = { issuers: [{ issuer: "http://localhost:1", audience: "https://api.example" }] };
  const server = await startKeys({ config: { plugins: { oidc } } });
  const { token } = await createKey(server);
  expect([await statusOf(server, token), await statusOf(server, "wm_no")]).toEqual([200, 401]);
});

describe("managing keys", () => {
  it("needs scopes, and grants no others than one's own", async () => {
    const plans = { free: { limit: 10 } };
    const server = await startKeys({}, { plans });
    const post = async (body: object, headers = as("kim")) => {
      const answer = await send(server, "POST", "/api/keys", body, headers);
      const { error } = await json<{ error?: { code: string; detail?: string } }>(answer);
      return [answer.status, error?.code, error?.detail];
    };
    const key = { name: "Test" };
    expect((await post(key, as("ann")))[0]).toBe(403);
    expect(await post({ ...key, scopes: ["notes:read", "notes:write", "a"] })).toEqual([
      403,
      "insufficient-scope",
      "The key has scopes that the credential lacks: notes:write, a.",
    ]);
    expect((await post({ ...key, plan: "free" }))[2]).toContain("keys:plans");
    expect((await post({ ...key, plan: "fre" }))[0]).toBe(422);
    expect((await post({ ...key, expiresAt: "2020-01-01T00:00:00Z" }))[0]).toBe(422);
    expect((await post({ ...key, name: "a\nb" }))[0]).toBe(422);
    expect((await post({ ...key, scopes: ["a b"] }))[0]).toBe(422);
    // S17: nor by a key that has more than its manager.
    const { id, token } = await createKey(server, { scopes: ["keys:write", "notes:read"] });
    const { token: lesser } = await createKey(server, { scopes: ["keys:write"] });
    const rotate = (by: string) => send(server, "POST", `/api/keys/${id}/rotate`, {}, bearer(by));
    expect((await rotate(lesser)).status).toBe(403);
    expect((await rotate(token)).status).toBe(200);
    const revoke = (by: string) => send(server, "DELETE", `/api/keys/${id}`, undefined, bearer(by));
    expect((await revoke(lesser)).status).toBe(403);
    expect((await revoke(token)).status).toBe(401); // its secret was rotated
    expect((await send(server, "DELETE", `/api/keys/${id}`)).status).toBe(200);
  });

  it("revokes again without a change, rotates nothing revoked, and knows no other id", async () => {
    const server = await startKeys();
    const { id } = await createKey(server);
    const revoke = async () => json(await send(server, "DELETE", `/api/keys/${id}`));
    const first = await revoke();
    expect(first["revokedAt"]).toBeDefined();
    expect(await revoke()).toEqual(first);
    const rotate = async (body: object) =>
      (await send(server, "POST", `/api/keys/${id}/rotate`, body)).status;
    expect(await rotate({})).toBe(409);
    for (const grace of ["31d", "1e300d", "-1s", "long", 5])
      expect(await rotate({ grace })).toBe(422);
    for (const [method, path] of [
      ["GET", `/api/keys/${ID}`],
      ["DELETE", `/api/keys/${ID}`],
      ["POST", `/api/keys/${ID}/rotate`],
    ] as const) {
      const answer = await send(server, method, path, method === "POST" ? {} : undefined);
      expect(answer.status).toBe(404);
    }
  });

  it("is recorded with who did it, and without secrets", async () => {
    const entries: AuditEntry[] = [];
    const ledger = definePlugin({
      id: "ledger",
      summary: "Records.",
      provides: { audit: Audit },
      setup: () => ({ audit: { record: (entry) => void entries.push(entry) } }),
    });
    const config = { plugins: { audit: false } } as const;
    const server = await startKeys({ config, plugins: [ledger as Plugin] });
    const { id, token } = await createKey(server, { scopes: ["notes:read"] });
    await send(server, "POST", `/api/keys/${id}/rotate`, { grace: "1h" });
    for (let at = 0; at < 2; at++) await send(server, "DELETE", `/api/keys/${id}`);
    const by = {
      target: id,
      outcome: "ok",
      principal: { id: "badge:kim", name: "Kim" },
      network: "127.0.0.1",
      requestId: expect.any(String) as unknown,
    };
    const own = entries.filter(({ action }) => action.startsWith("key."));
    expect(own).toMatchObject([
      { ...by, action: "key.created", detail: "scopes: notes:read" },
      { ...by, action: "key.rotated", detail: "grace: 1h" },
      { ...by, action: "key.revoked" },
    ]);
    expect(JSON.stringify(entries)).not.toContain(token.slice(20, 32));
  });

  it("lists as every list does, and neither shows, filters nor sorts by a hash", async () => {
    const server = await startKeys();
    for (const name of ["a", "b", "c"]) await createKey(server, { name });
    const names = async (query: string) => {
      const answer = await send(server, "GET", `/api/keys?${query}`);
      const { keys } = await json<{ keys?: { name: string }[] }>(answer);
      return keys?.map(({ name }) => name) ?? answer.status;
    };
    expect(await names("sort=-name&limit=2")).toEqual(["c", "b"]);
    expect(await names("filter[name][gt]=a&sort=name")).toEqual(["b", "c"]);
    expect(await names("sort=sha256")).toBe(400);
    expect(await names("filter[sha256]=a")).toBe(400);
    const answer = await send(server, "GET", "/api/keys?fields=name,sha256,previousSha256");
    expect(await answer.text()).not.toContain('ha256":');
  });
});

it("appears in /api/auth-methods, with how fast revoking works", async () => {
  const server = await startKeys();
  const { methods } = await json<{ methods: { id: string; description: string }[] }>(
    await server.request("/api/auth-methods"),
  );
  const own = methods.find(({ id }) => id === "api-keys");
  expect(own?.description).toContain("within 1 s on every node");
  const root = await server.request("/api");
  expect(await root.text()).toContain('"/api/keys"');
});
