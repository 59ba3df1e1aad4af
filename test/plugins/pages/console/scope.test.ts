/** The console at the listener for clients: for callers with its scope, each under its own name. */
import { expect, it } from "vitest";
import { createTestServer, type TestServer } from "waymark/testing";
import { json, jsonRequest, startServer } from "../../../_setup.ts";
import { bearer, type Created } from "../../identity/_keys.ts";

const SCOPE = "admin";
const plugins = {
  jobs: true,
  "api-keys": true,
  console: { scope: SCOPE },
  audit: { keep: "90d" },
  brains: { writable: true },
};

async function serve() {
  const server = await startServer({ signIn: true, config: { plugins } });
  const scopes = [SCOPE, "audit:read", "brains:write", "keys:write"];
  const manager = server.as({ id: "manager", scopes });
  const createKey = async (...own: readonly string[]) => {
    const wanted = jsonRequest("POST", { name: "Test", scopes: own });
    return json<Created>(await manager.request("/api/keys", wanted));
  };
  const key = await createKey(SCOPE, "audit:read", "brains:write");
  return { server, key, createKey, manager };
}

/** Opens the page for it, and signs in there. */
async function signIn(server: TestServer, token: string) {
  const page = await server.request("/console/sign-in");
  const headers = { "x-console-token": tokenIn(await page.text()), ...bearer(token) };
  const before = cookieOf(page);
  const answer = await server.request(
    "/console/sign-in",
    jsonRequest("POST", {}, { ...headers, cookie: before }),
  );
  return { answer, before, cookie: cookieOf(answer) };
}
const tokenIn = (text: string) => /data-token="([^"]+)"/.exec(text)?.[1] ?? "";
const cookieOf = ({ headers }: Response) =>
  /^[^;]*/.exec(headers.get("set-cookie") ?? "")?.[0] ?? "";

it("is for callers with the scope", async () => {
  const { server, key, createKey } = await serve();
  const other = await createKey("audit:read");
  const cases: [headers: Record<string, string>, status: number][] = [
    [{}, 401],
    [{ cookie: `waymark-console=${"x".repeat(22)}` }, 401],
    [bearer(other.token), 403],
    [bearer(key.token), 200],
  ];
  for (const [headers, status] of cases)
    for (const path of ["/console", "/console/plugins", "/console/data/at?target=/api/brains"])
      expect((await server.request(path, { headers })).status).toBe(status);
  const page = await server.request("/console", { headers: { accept: "text/html" } });
  expect(await page.text()).toContain('href="/console/sign-in"');
  // Strangers are not led to pages that refuse them.
  for (const path of ["/console", "/console/sign-in"]) {
    const shown = await server.request(path, { headers: { accept: "text/html" } });
    expect(await shown.text()).not.toContain('href="/console/plugins"');
  }
  expect((await signIn(server, other.token)).answer.status).toBe(403);
});

it("keeps a session in a cookie of another id, with which all goes on as the caller", async () => {
  const { server, key } = await serve();
  const { answer, before, cookie } = await signIn(server, key.token);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("set-cookie")).toMatch(/; Path=\/console; HttpOnly; SameSite=Strict/);
  expect(cookie).not.toBe(before);
  const statusWith = async (sent: string) =>
    (await server.request("/console", { headers: { cookie: sent } })).status;
  expect([await statusWith(before), await statusWith(cookie)]).toEqual([401, 200]);
  const crossSite = { headers: { cookie, "sec-fetch-site": "cross-site" } };
  expect((await server.request("/console", crossSite)).status).toBe(400);

  const page = await server.request("/console/data", { headers: { cookie } });
  const token = { "x-console-token": tokenIn(await page.text()) };
  const act = async (path: string, body: object, headers: Readonly<Record<string, string>>) =>
    (await server.request(path, jsonRequest("POST", body, { cookie, ...headers }))).status;
  const body = { id: "mine", name: "Mine", description: "Of an operator." };
  const write = { method: "PUT", target: "/api/brains/mine", body };
  expect(await act("/console/data", write, {})).toBe(400);
  expect(await act("/console/data", write, { "x-console-token": "x".repeat(43) })).toBe(400);
  const elsewhere = { ...token, "sec-fetch-site": "same-site" };
  expect(await act("/console/data", write, elsewhere)).toBe(400);
  expect(await act("/console/data", write, token)).toBe(200);
  // Beyond the scopes of the caller there is nothing.
  const foreign = { method: "DELETE", target: `/api/keys/${key.id}` };
  expect(await act("/console/data", foreign, token)).toBe(422);

  const callers = async () => {
    const { events } = await json<{
      events: { principal?: string; route?: string; outcome: string }[];
    }>(await server.request("/api/audit?limit=200", { headers: bearer(key.token) }));
    const own = events.filter(
      ({ route, outcome }) => outcome === "ok" && route?.startsWith("console."),
    );
    return [...new Set(own.map(({ principal }) => principal))];
  };
  await expect.poll(callers).toEqual([expect.stringContaining(key.id)]);

  expect(await act("/console", {}, token)).toBe(200);
  expect(await statusWith(cookie)).toBe(401);
});

it("ends a session with its key", async () => {
  const { server, key, manager } = await serve();
  const { cookie } = await signIn(server, key.token);
  const status = async () => (await server.request("/console", { headers: { cookie } })).status;
  expect(await status()).toBe(200);
  expect((await manager.request(`/api/keys/${key.id}`, { method: "DELETE" })).ok).toBe(true);
  expect(await status()).toBe(401);
});

it("is refused without a way to ask for the scope", async () => {
  const config = { plugins: { console: { scope: SCOPE } } };
  await expect(createTestServer({ config })).rejects.toThrow(/access/);
});
