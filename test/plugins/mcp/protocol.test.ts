/** The protocol's messages: both versions, nonsense, origins, limits, subscriptions, and a service without it. */
import { describe, expect, it } from "vitest";
import preset from "waymark/preset";
import { json, jsonRequest, recordingLog, startServer } from "../../_setup.ts";
import { as, badges } from "../identity/_setup.ts";
import { bookings } from "../graphql/_bookings.ts";
import type { Plugin } from "waymark";
import { message, operation, startMcp, tool, withPreset } from "./_mcp.ts";

const VERSION = "2026-07-28";
const META = {
  "io.modelcontextprotocol/protocolVersion": VERSION,
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** A message that stands for itself. */
function modern(method: string, params: object = {}, name?: string): RequestInit {
  const headers = {
    "mcp-protocol-version": VERSION,
    "mcp-method": method,
    ...(name !== undefined && { "mcp-name": name }),
  };
  const body = { jsonrpc: "2.0", id: 7, method, params: { ...params, _meta: META } };
  return jsonRequest("POST", body, headers);
}

it("answers a client that initialises, without a session", async () => {
  const server = await startMcp();
  const params = {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  };
  expect(await message(server, "initialize", params)).toMatchObject({
    result: { protocolVersion: "2025-11-25", serverInfo: { name: "waymark" } },
  });
  const note = { jsonrpc: "2.0", method: "notifications/initialized" };
  const noted = await server.request("/mcp", jsonRequest("POST", note));
  expect([noted.status, await noted.text(), noted.headers.get("mcp-session-id")]).toEqual([
    202,
    "",
    null,
  ]);
});

it("answers messages that stand for themselves", async () => {
  const server = await startMcp();
  const discovered = await server.request("/mcp", modern("server/discover"));
  expect(await json(discovered)).toMatchObject({
    result: { supportedVersions: [VERSION], capabilities: { resources: { subscribe: true } } },
  });
  const params = { name: "search_operations", arguments: { query: "offices" } };
  const called = await server.request("/mcp", modern("tools/call", params, params.name));
  expect(await json(called)).toMatchObject({ result: { resultType: "complete" } });
  const other = await server.request("/mcp", modern("tools/call", params, "read_page"));
  expect([other.status, Object(await json(other)).error.code]).toEqual([400, -32_020]);
  const unknown = await server.request("/mcp", modern("nothing/known"));
  expect([unknown.status, Object(await json(unknown)).error.code]).toEqual([404, -32_601]);
});

describe("nonsense is refused, and never 500", () => {
  const deep = `${"[".repeat(5000)}${"]".repeat(5000)}`;
  it.each([
    ["{", 400],
    ["[]", 422],
    ["null", 422],
    ["7", 422],
    ["{}", 400],
    ['{"jsonrpc":"1.0","id":1,"method":"ping"}', 400],
    ['{"jsonrpc":"2.0","id":{},"method":"ping"}', 400],
    ['{"jsonrpc":"2.0","id":1,"method":7}', 422],
    ['{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', 422],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":7}}', 200],
    [`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${deep}}}`, 400],
    [`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"${"a".repeat(300_000)}"}}`, 413],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"__proto__"}}', 200],
  ])("%.60s", async (body, status) => {
    const { log, lines } = recordingLog();
    const server = await startMcp({}, { log });
    const init = { ...jsonRequest("POST"), headers: { "content-type": "application/json" }, body };
    const answer = await server.request("/mcp", init);
    const text = await answer.text();
    expect([answer.status, text.slice(0, 200)]).toEqual([status, expect.any(String)]);
    expect(lines.filter(({ level }) => level === "error")).toEqual([]);
  });

  it.each([
    [{ operation: "offices.getOffice", arguments: { officeId: "a".repeat(100_000) } }],
    [{ operation: "offices.getOffice", arguments: { officeId: { toString: "x" } } }],
    [{ operation: "offices.listOffices", arguments: { filter: "x", fields: { a: [1] } } }],
    [{ operation: "offices.listOffices", arguments: { cursor: "\u0000\ud800" } }],
    [{ operation: "constructor", arguments: {} }],
    [{ operation: "offices.getOffice", arguments: { officeId: "lisboa" }, at: "/__proto__/x" }],
  ])("as arguments: %.80j", async (args) => {
    const server = await startMcp();
    const { error } = await tool(server, "call_operation", args);
    expect(error?.status).toBeGreaterThanOrEqual(400);
    expect(error?.status).toBeLessThan(500);
  });
});

it("refuses pages of other origins, unless they are named", async () => {
  const server = await startMcp(
    { origins: ["https://app.example"] },
    { config: { baseUrl: "https://api.example" } },
  );
  const statusFor = async (origin: string) => {
    const init = jsonRequest("POST", { jsonrpc: "2.0", id: 1, method: "tools/list" }, { origin });
    const answer = await server.request("/mcp", init);
    return [answer.status, Object((await json(answer))["error"]).code];
  };
  const refused = [403, "mcp-origin-refused"];
  expect(await statusFor("https://api.example")).toEqual([200, undefined]);
  expect(await statusFor("https://app.example")).toEqual([200, undefined]);
  expect(await statusFor("http://localhost:9")).toEqual([200, undefined]);
  expect(await statusFor("https://evil.example")).toEqual(refused);
  expect(await statusFor("https://localhost.evil.example")).toEqual(refused);
  expect(await statusFor("null")).toEqual(refused);
});

it("counts calls against the caller's limit, as any request", async () => {
  const server = await startMcp({}, { config: { plugins: { "rate-limit": { limit: 6 } } } });
  const codes: unknown[] = [];
  for (let call = 0; call < 3; call++) {
    const { error } = await operation(server, "offices.listOffices");
    codes.push(error?.code);
  }
  expect(codes).toEqual([undefined, undefined, undefined]);
  const answer = await server.request("/mcp", jsonRequest("POST", { jsonrpc: "2.0" }));
  expect(answer.status).toBe(429);
});

it("leads a client without a credential to the identity provider", async () => {
  const issuer = "https://login.example";
  const oidc = { issuers: [{ issuer, audience: "api", jwksUri: `${issuer}/keys` }] };
  const config = { baseUrl: "https://api.example", plugins: { access: {}, oidc } };
  const server = await startServer({ plugins: withPreset(badges, bookings as Plugin), config });
  const args = { operation: "offices.listOffices" };
  const body = { jsonrpc: "2.0", id: 1, method: "tools/call" };
  const call = (params: object, headers: object = {}) =>
    server.request("/mcp", jsonRequest("POST", { ...body, params }, headers));
  expect((await call({ name: "call_operation", arguments: args })).status).toBe(200);
  const guarded = { name: "call_operation", arguments: { operation: "audit.showAudit" } };
  const asked = await call(guarded);
  expect(asked.status).toBe(401);
  const challenge = asked.headers.get("www-authenticate") ?? "";
  const [, address = ""] = /resource_metadata="([^"]+)"/.exec(challenge) ?? [];
  expect(address).toBe("https://api.example/.well-known/oauth-protected-resource");
  expect(await json(await server.request(new URL(address).pathname))).toMatchObject({
    resource: "https://api.example",
    authorization_servers: [issuer],
  });
  expect((await call(guarded, as("zoe"))).status).toBe(401);
  expect((await call(guarded, as("ada"))).status).toBe(200);
});

describe("subscriptions", () => {
  /** Opens a subscription, and returns a function that reads the next message. */
  async function listen(server: Awaited<ReturnType<typeof startMcp>>, uris: readonly string[]) {
    const leaving = new AbortController();
    const notifications = { resourceSubscriptions: uris, toolsListChanged: true };
    const answer = await server.request("/mcp", {
      ...modern("subscriptions/listen", { notifications }),
      signal: leaving.signal,
    });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([
      200,
      "text/event-stream; charset=utf-8",
    ]);
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    const next = async (): Promise<Record<string, unknown>> => {
      for (;;) {
        const [event, ...others] = rest.split("\n\n");
        if (others.length > 0 && event !== undefined) {
          rest = others.join("\n\n");
          const data = /^data: (.*)$/m.exec(event)?.[1];
          if (data !== undefined) return JSON.parse(data) as Record<string, unknown>;
        } else rest += (await reader?.read())?.value ?? "";
      }
    };
    return { next, leave: () => leaving.abort() };
  }

  it("hear of changes of their resources", async () => {
    const server = await startServer({
      plugins: withPreset(badges, bookings as Plugin),
      config: { plugins: { mcp: { writes: true }, access: {} } },
    });
    const list = `${server.registry.baseUrl}/api/bookings`;
    const { next, leave } = await listen(server, [list, `${list}/b`]);
    expect(await next()).toMatchObject({ method: "notifications/subscriptions/acknowledged" });
    const body = { id: "a", roomId: "r1", seats: 2 };
    await operation(server, "bookings.createBooking", { body });
    expect(await next()).toMatchObject({
      method: "notifications/resources/updated",
      params: { uri: list },
    });
    leave();
  });

  it("are half of the places for one caller", async () => {
    const server = await startMcp({ maxSubscriptions: 2 });
    const first = await listen(server, []);
    await first.next();
    const refused = await server.request("/mcp", modern("subscriptions/listen"));
    expect(refused.status).toBe(503);
    first.leave();
    await expect
      .poll(async () => {
        const { leave } = await listen(server, []).catch(() => ({ leave: undefined }));
        leave?.();
        return leave !== undefined;
      })
      .toBe(true);
  });
});

it("is added by lines that shells and config files take, for a service named by several words", async () => {
  const server = await startMcp({}, { config: { service: "Harbour data" } });
  const page = await (await server.request("/developers/mcp")).text();
  expect(page).toContain("claude mcp add --transport http harbour-data http");
  expect(page.match(/\bharbour-data\b/g)).toHaveLength(4);
});

it("is named wherever clients look, and nowhere when it is off", async () => {
  const places = [
    "/api",
    "/api/capabilities",
    "/.well-known/api-catalog",
    "/llms.txt",
    "/developers",
    "/developers/mcp",
    "/api/security-policy",
    "/api/openapi",
    "/api/errors",
  ];
  const on = await startMcp();
  for (const place of places)
    expect([place, (await (await on.request(place)).text()).includes("mcp")]).toEqual([
      place,
      true,
    ]);
  const off = await startServer({ config: { plugins: { mcp: false } } });
  for (const place of [...places, "/sitemap", "/api/errors-policy", "/docs", "/search/index.json"])
    expect([place, /\bmcp\b/i.test(await (await off.request(place)).text())]).toEqual([
      place,
      place === "/developers/mcp", // a page that is not found repeats its address
    ]);
  const gone = await off.request("/mcp", jsonRequest("POST", { jsonrpc: "2.0" }));
  expect(gone.status).toBe(404);
  expect(preset.some(({ id }) => id === "mcp")).toBe(true);
});
