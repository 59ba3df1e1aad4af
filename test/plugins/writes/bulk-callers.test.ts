/** Callers of operations: whom they run as, who counts and logs them, and where they leave a trace. */
import { expect, it, onTestFinished, vi } from "vitest";
import type { Plugin } from "waymark";
import { standardOutput } from "waymark/advanced";
import preset from "waymark/preset";
import type { AuditRecord } from "../../../plugins/identity/audit/records.ts";
import { checkInProcess } from "../../../plugins/tools/check/in-process.ts";
import { json, NO_CONFIG } from "../../_setup.ts";
import { createDesk, recorded } from "../identity/_audit.ts";
import { as, badges, notes } from "../identity/_setup.ts";
import { add, get, startBulk } from "./_bulk.ts";

const identity = [badges as Plugin, notes as Plugin];
const withAccess = { plugins: identity, config: { plugins: { access: {} } } };
const LEVELS = ["/api/open", "/api/known", "/api/scoped"].map((path) => get(path));

it.each([
  ["anonymous", {}, [200, 401, 401]],
  ["without scopes", as("ben"), [200, 200, 403]],
  ["with the scope", as("ann"), [200, 200, 200]],
])("asks for each operation whether a caller may: %s", async (_name, credential, expected) => {
  const headers = { ...credential, "x-request-id": "one" };
  const { run } = await startBulk({}, withAccess);
  const { answer, results } = await run(LEVELS, {}, headers);
  expect([answer.status, results.map(({ status }) => status)]).toEqual([200, expected]);
  // A credential in an operation is not looked at: it neither adds permissions nor takes any away.
  for (const name of ["ann", "ben", "eve"]) {
    const others = LEVELS.map((operation) => ({ ...operation, headers: as(name) }));
    const again = await run(others, {}, headers);
    expect(again.results.map(({ status }) => status)).toEqual(expected);
    expect(again.results.map(({ body }) => body)).toEqual(results.map(({ body }) => body));
  }
});

it("is refused whole for a bad credential of its own", async () => {
  const { post } = await startBulk({}, withAccess);
  expect((await post({ operations: LEVELS }, as("eve"))).status).toBe(401);
});

it("counts each operation, and itself", async () => {
  const { run } = await startBulk({}, { config: { plugins: { "rate-limit": { limit: 4 } } } });
  const operations = ["1", "2", "3", "4"].map((id) => get("/notes", {}, id));
  const { answer, results } = await run(operations);
  expect(results.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  expect(results.map(({ headers }) => headers["x-ratelimit-remaining"])).toEqual([
    "2",
    "1",
    "0",
    "0",
  ]);
  expect(results[3]?.headers["retry-after"]).toMatch(/^\d+$/);
  expect(answer.status).toBe(200);
  expect((await run(operations)).answer.status).toBe(429);
});

it("passes Retry-After on, where a limit undoes an atomic request", async () => {
  const { run } = await startBulk({}, { config: { plugins: { "rate-limit": { limit: 2 } } } });
  const { answer, refused } = await run([add("notes", "a"), add("notes", "b")], { atomic: true });
  expect([answer.status, refused]).toEqual([424, "b"]);
  expect(answer.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
});

it("writes a line of the log for each operation, named after the request", async () => {
  const lines: string[] = [];
  const write = vi.spyOn(standardOutput, "write").mockImplementation((text) => {
    lines.push(...String(text).split("\n").filter(Boolean));
    return true;
  });
  onTestFinished(() => write.mockRestore());
  const { run } = await startBulk(
    {},
    { config: { plugins: { "access-log": { format: "json" } } } },
  );
  const own = get("/api/version", { "x-request-id": "mine" });
  const { results } = await run([get("/api/time"), own], {}, { "x-request-id": "bulk-1" });
  expect(results.map(({ headers }) => headers["x-request-id"])).toEqual(["bulk-1.1", "mine"]);
  const logged = () =>
    lines.map((line) => JSON.parse(line) as { path: string; requestId: string; client: string });
  await expect
    .poll(() => logged().map(({ path, requestId }) => [path, requestId]))
    .toEqual([
      ["/api/time", "bulk-1.1"],
      ["/api/version", "mine"],
      ["/api/bulk", "bulk-1"],
    ]);
  expect(new Set(logged().map(({ client }) => client)).size).toBe(1);
});

it("leaves the audit at work, also after a transaction that it was undone in", async () => {
  const { plugin } = createDesk();
  const { run, server } = await startBulk({}, { ...withAccess, plugins: [...identity, plugin] });
  const write = (id: string) => ({ id, method: "POST", path: "/api/desk", body: { id } });
  await run([write("a"), get("/api/scoped")], { atomic: true }, as("ben"));
  await run([write("b")], {}, as("ann"));
  const routes = async () =>
    (await recorded(server)).map(({ route, status }: AuditRecord) => [route, status]);
  await expect.poll(routes).toEqual(
    expect.arrayContaining([
      ["notes.listScoped", 403],
      ["bulk.runBulk", 424],
      ["bulk.runBulk", 200],
    ]),
  );
});

it("counts operations in the metrics under their routes", async () => {
  const { run, server } = await startBulk();
  await run([get("/notes", {}, "1"), get("/notes", {}, "2"), get("/notes/none")]);
  const text = await (
    await server.request("/api/metrics", { headers: { accept: "text/plain" } })
  ).text();
  expect(text).toMatch(/route="desk\.listNotes".*2xx.* 2$/m);
});

it("is in the documents: flags, root, OpenAPI, catalog; and no longer planned", async () => {
  const { server } = await startBulk();
  const read = async (path: string) => json<never>(await server.request(path));
  expect(await read("/api/capabilities")).toMatchObject({
    capabilities: { bulk: true, bulkPolicyDiscovery: true },
  });
  expect(await read("/api")).toMatchObject({ _links: { bulk: { href: "/api/bulk" } } });
  const { paths, components } = await read("/api/openapi");
  expect(Object.keys(paths["/api/bulk"])).toEqual(["post"]);
  expect(Object.keys(paths["/api/bulk"]["post"]["responses"])).toEqual(
    expect.arrayContaining(["200", "422", "424"]),
  );
  expect(Object.keys(components["schemas"])).toEqual(
    expect.arrayContaining(["BulkOperation", "BulkResponse", "BulkResult"]),
  );
  expect(JSON.stringify(await read("/api/errors"))).toContain("bulk-undone");
  const roadmap = await server.request("/roadmap", { headers: { accept: "text/html" } });
  expect(await roadmap.text()).not.toContain("/api/bulk-policy");
});

it("conforms to what it states, and refuses strangers at each of its doors", async () => {
  const plugins = { access: {}, bulk: { enabled: true, maxOperationsPerRequest: 7 } };
  const report = await checkInProcess(
    {
      ...NO_CONFIG,
      preset: [...preset, ...identity],
      overrides: { plugins },
    },
    { only: ({ plugin }) => plugin === "bulk" || identity.some(({ id }) => id === plugin) },
  );
  expect(report.failures).toEqual([]);
  expect(report.warnings).toEqual([]);
});
