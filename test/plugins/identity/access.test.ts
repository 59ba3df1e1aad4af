/** Who may use a route, over a socket. */
import { expect, it } from "vitest";
import { as, startNotes } from "./_setup.ts";

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
