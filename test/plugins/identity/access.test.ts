/** Access to routes, over a socket. */
import { expect, it } from "vitest";
import { definePlugin, definePolicy, type Plugin } from "waymark";
import { as, startNotes } from "./_setup.ts";

/** Identifies callers by a session in a cookie, and by a pair of headers. */
const others = definePlugin({
  id: "others",
  summary: "Identifies callers by other means.",
  policies: [
    definePolicy({
      id: "sessions",
      reads: { cookie: { description: "A session." } },
      identifies: {
        description: "A session.",
        scheme: { type: "apiKey", in: "header", name: "Cookie" },
        challenge: "Cookie",
        isSent: (call) => /\bsession=/.test(call.header("cookie") ?? ""),
        identify: (call) =>
          call.header("cookie")?.includes("session=cleo") === true
            ? { id: "session:cleo", kind: "sessions", name: "Cleo", scopes: [] }
            : undefined,
      },
      compile: () => ({}),
    }),
    definePolicy({
      id: "pairs",
      reads: { "pair-a": { description: "One half." }, "pair-b": { description: "The other." } },
      identifies: {
        description: "A pair of headers.",
        scheme: { type: "apiKey", in: "header", name: "Pair-A" },
        challenge: "Pair",
        identify: (call) =>
          call.header("pair-a") === call.header("pair-b")
            ? { id: "pair:dan", kind: "pairs", name: "Dan", scopes: [] }
            : undefined,
      },
      compile: () => ({}),
    }),
  ],
});

it.each([
  [{ cookie: "theme=dark" }, 401, "authentication-required"],
  [{ cookie: "theme=dark; session=cleo" }, 200, "Cleo"],
  [{ cookie: "session=mallory" }, 401, "credentials-invalid"],
  [{ cookie: "theme=dark", ...as("ben") }, 200, "Ben"],
  [{ cookie: "session=cleo", ...as("ben") }, 400, "credentials-ambiguous"],
  [{ "pair-a": "1", "pair-b": "1" }, 200, "Dan"],
  [{ "pair-a": "1", "pair-b": "2" }, 401, "credentials-invalid"],
  [{ "pair-a": "1", "pair-b": "1", cookie: "session=cleo" }, 400, "credentials-ambiguous"],
])("with several ways to identify, %j is %i %s", async (headers, status, expected) => {
  const server = await startNotes({ plugins: [others as Plugin] });
  const answer = await server.request("/api/known", { headers });
  expect(answer.status).toBe(status);
  expect(await answer.text()).toContain(`"${expected}"`);
});

it("refuses a client that asks too often for that, also where it may not ask at all", async () => {
  const server = await startNotes({ config: { plugins: { "rate-limit": { limit: 2 } } } });
  const statuses: number[] = [];
  for (let sent = 0; sent < 4; sent++) statuses.push((await server.request("/api/known")).status);
  expect(statuses).toEqual([401, 401, 429, 429]);
});

it.each([
  ["/api/open", {}, 200, undefined],
  ["/api/open", as("ann"), 200, undefined],
  ["/api/open", as("eve"), 401, "credentials-invalid"],
  ["/api/known", {}, 401, "authentication-required"],
  ["/api/known", as("eve"), 401, "credentials-invalid"],
  ["/api/known", as("ben"), 200, undefined],
  ["/api/scoped", as("ben"), 403, "insufficient-scope"],
  ["/api/scoped", as("ann"), 200, undefined],
  ["/api/nowhere", as("eve"), 401, "credentials-invalid"],
])("%s with %j is %i", async (path, headers, status, code) => {
  const server = await startNotes();
  const answer = await server.request(path, { headers });
  const body = (await answer.json()) as { error?: { code: string } };
  expect([answer.status, body.error?.code]).toEqual([status, code]);
});

it("raises what a route asks for, and makes its answers private", async () => {
  const server = await startNotes({}, { require: { "offices.listOffices": "authenticated" } });
  const refused = await server.request("/api/offices");
  expect(refused.status).toBe(401);
  expect(refused.headers.get("www-authenticate")).toBe('Bearer realm="api"');
  const given = await server.request("/api/offices", { headers: as("ben") });
  expect(given.status).toBe(200);
  expect(given.headers.get("cache-control")).toContain("private");
  expect(given.headers.get("vary")).toContain("Authorization");
});
