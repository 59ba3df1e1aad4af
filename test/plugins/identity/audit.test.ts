/** Requests and changes that the audit records, over a socket. */
import { expect, it } from "vitest";
import { createDesk, eventually, recorded } from "./_audit.ts";
import { as, startNotes } from "./_setup.ts";
import { jsonRequest } from "../../_setup.ts";

type Row = readonly [string, string, RequestInit, number, object | undefined];
const ann = { principal: "badge:ann", principalName: "Ann" };

const ROWS: readonly Row[] = [
  ["a public read", "/api/open", {}, 200, undefined],
  ["a read that needs a scope", "/api/scoped", { headers: as("ann") }, 200, undefined],
  ["a read of nothing", "/api/nowhere", {}, 404, undefined],
  ["a preflight", "/api/desk", { method: "OPTIONS" }, 204, undefined],
  [
    "a read without a credential",
    "/api/known",
    {},
    401,
    {
      action: "request.refused",
      outcome: "refused",
      route: "notes.listKnown",
      errorCode: "authentication-required",
    },
  ],
  [
    "HEAD without a credential",
    "/api/known",
    { method: "HEAD" },
    401,
    { action: "request.refused", method: "HEAD" },
  ],
  [
    "a read with a bad credential",
    "/api/open",
    { headers: as("eve") },
    401,
    { outcome: "refused", errorCode: "credentials-invalid" },
  ],
  [
    "a bad credential for nothing",
    "/api/nowhere",
    { headers: as("eve") },
    401,
    { outcome: "refused", path: "/api/nowhere" },
  ],
  [
    "a read without the scope",
    "/api/scoped",
    { headers: as("ben") },
    403,
    { outcome: "refused", principal: "badge:ben", errorCode: "insufficient-scope" },
  ],
  [
    "a write",
    "/api/desk",
    jsonRequest("POST", { id: "1" }),
    200,
    {
      action: "request.answered",
      outcome: "ok",
      route: "desk.addEntry",
      method: "POST",
      network: "127.0.0.1",
    },
  ],
  [
    "a write by somebody",
    "/api/desk",
    jsonRequest("POST", { id: "1" }, as("ann")),
    200,
    { outcome: "ok", ...ann },
  ],
  [
    "a write without the scope",
    "/api/desk/secret",
    jsonRequest("POST", { id: "1" }, as("ben")),
    403,
    { action: "request.refused", outcome: "refused", principal: "badge:ben" },
  ],
  [
    "a write with the scope",
    "/api/desk/secret",
    jsonRequest("POST", { id: "1" }, as("ann")),
    200,
    { outcome: "ok", ...ann },
  ],
  [
    "a write with a bad body",
    "/api/desk",
    jsonRequest("POST", { id: 1 }),
    422,
    { outcome: "failed", status: 422 },
  ],
  ["a removal", "/api/desk/7", { method: "DELETE" }, 200, { outcome: "ok", path: "/api/desk/7" }],
  [
    "a removal of nothing",
    "/api/desk/lost",
    { method: "DELETE" },
    404,
    { outcome: "failed", errorCode: "resource-not-found" },
  ],
  [
    "a write that breaks",
    "/api/desk",
    jsonRequest("PUT", { id: "1" }),
    500,
    { outcome: "failed", errorCode: "internal-error" },
  ],
  [
    "a POST without an effect",
    "/api/desk/questions",
    jsonRequest("POST", { id: "1" }),
    200,
    undefined,
  ],
  ["a method that the path lacks", "/api/open", { method: "DELETE" }, 405, undefined],
  ["a write to nothing", "/api/nowhere", { method: "POST" }, 404, undefined],
];

it("records writes and refusals, and no reads", async () => {
  const desk = createDesk();
  const server = await startNotes({
    plugins: [desk.plugin],
    config: { plugins: { "rate-limit": { limit: 10_000 } } },
  });
  const expected: object[] = [];
  for (const [name, path, init, status, entry] of ROWS) {
    const requestId = `0000-${name.replaceAll(" ", "-")}`;
    const headers = { ...(init.headers as Record<string, string>), "x-request-id": requestId };
    const answer = await server.request(`${path}?secret=hidden`, { ...init, headers });
    expect([name, answer.status]).toEqual([name, status]);
    if (entry !== undefined) expected.push({ status, requestId, ...entry });
  }
  await eventually(server, (records) => {
    const requests = records.filter(({ action }) => action.startsWith("request.")).toReversed();
    expect(requests).toMatchObject(expected);
    for (const { path, timestamp, traceId, instance } of requests)
      expect([path, timestamp, traceId, instance]).toEqual([
        expect.not.stringContaining("?"),
        expect.stringMatching(/^\d{4}-.*Z$/),
        expect.stringMatching(/^[\da-f]{32}$/),
        expect.stringMatching(/^[\da-f]{16}$/),
      ]);
    expect(records.at(-1)).toMatchObject({ action: "audit.opened", sequence: 1 });
  });
});

it("is a list that needs its scope, the latest first", async () => {
  const desk = createDesk();
  const server = await startNotes({ plugins: [desk.plugin] });
  expect((await server.request("/api/audit")).status).toBe(401);
  expect((await server.request("/api/audit", { headers: as("ann") })).status).toBe(403);
  for (const id of ["1", "2", "3"])
    desk.audit.record({
      action: "key.created",
      target: id,
      outcome: "ok",
      principal: { id: "p", name: "P" },
    });
  const keys = (search: string) =>
    recorded(server, `filter[action]=key.created&${search}`).then((all) =>
      all.map(({ target }) => target),
    );
  await expect.poll(() => keys("")).toEqual(["3", "2", "1"]);
  expect(await keys("sort=id")).toEqual(["1", "2", "3"]);
  const page = await server.request("/api/audit?filter[action]=key.created&limit=2", {
    headers: as("ada"),
  });
  const { events, _links } = (await page.json()) as {
    events: object[];
    _links: { next: { href: string } };
  };
  expect(events).toMatchObject([
    { target: "3", principal: "p", principalName: "P" },
    { target: "2" },
  ]);
  const next = await server.request(_links.next.href, { headers: as("ada") });
  expect(await next.json()).toMatchObject({ events: [{ target: "1" }] });
  const graphql = await server.request(
    "/api/graphql",
    jsonRequest("POST", { query: "{ events(limit: 1) { action target } }" }, as("ada")),
  );
  expect(await graphql.json()).toMatchObject({
    data: { events: [{ action: expect.any(String) }] },
  });
  const metrics = await server.request("/api/metrics", { headers: { accept: "text/plain" } });
  expect(await metrics.text()).toMatch(/^\w*audit_records_lost_total 0$/m);
  const flags: unknown = await (await server.request("/api/capabilities")).json();
  expect(flags).toMatchObject({ capabilities: { audit: true, auditStub: false } });
});

it("records refused fields of GraphQL, once for each route", async () => {
  const desk = createDesk();
  const server = await startNotes({ plugins: [desk.plugin] });
  const query = "{ open { id } a: scoped { id } b: scoped { id } known { id } }";
  const requestId = "0000-a-query-of-ben";
  const answer = await server.request(
    "/api/graphql",
    jsonRequest("POST", { query }, { ...as("ben"), "x-request-id": requestId }),
  );
  expect(await answer.json()).toMatchObject({ data: { open: [{}], known: [{}] } });
  await eventually(server, (records) =>
    expect(records.filter((record) => record.requestId === requestId)).toMatchObject([
      {
        action: "read.refused",
        outcome: "refused",
        principal: "badge:ben",
        network: "127.0.0.1",
        route: "notes.listScoped",
        errorCode: "insufficient-scope",
      },
    ]),
  );
});

it("never holds a query, a body or a credential", async () => {
  const desk = createDesk();
  const server = await startNotes({ plugins: [desk.plugin] });
  const secret = "tulip5309";
  const write = jsonRequest(
    "POST",
    { id: secret },
    { authorization: `Bearer ${secret}`, cookie: secret, "user-agent": secret },
  );
  for (const path of [`/api/desk?key=${secret}`, `/api/nowhere?${secret}`])
    await server.request(path, write);
  await server.request(`/api/desk?key=${secret}`, jsonRequest("POST", { id: secret }, as("ann")));
  await server.request(`/api/desk?key=${secret}`, jsonRequest("POST", { wrong: secret }));
  await server.request(`/api/known?${secret}#${secret}`);
  await eventually(server, (records) => {
    expect(records.filter(({ action }) => action.startsWith("request."))).toHaveLength(5);
    expect(JSON.stringify(records)).not.toContain(secret);
    expect(JSON.stringify(records)).not.toContain("badge-");
  });
});

it("records reloads, and which plugins they switch, without values of options", async () => {
  const desk = createDesk();
  const server = await startNotes({ plugins: [desk.plugin] });
  await eventually(server, (records) =>
    expect(records.map(({ action }) => action)).toContain("server.started"),
  );
  const plugins = {
    access: {},
    hsts: false,
    "security-txt": { contact: ["mailto:tulip@example.org"] },
  };
  const first = await server.reload({ plugins });
  const broken = server.reload({ plugins: { ...plugins, desk: { broken: true } } });
  await expect(broken).rejects.toThrow(/the desk is broken/);
  // Which replaces the plugin that records it.
  await server.reload({ plugins: { ...plugins, audit: { keep: "30d" } } });
  await eventually(server, (records) => {
    const changes = records.filter(({ action }) => /^(?:plugin|config)\./.test(action));
    const actions = changes.map(({ action, outcome, target }) => [action, outcome, target]);
    expect(actions.toSorted()).toEqual([
      ["config.reload-failed", "failed", undefined],
      ...[first.revision, server.registry.revision]
        .map((revision) => ["config.reloaded", "ok", revision])
        .toSorted(),
      ["plugin.changed", "ok", "audit"],
      ["plugin.changed", "ok", "security-txt"],
      ["plugin.switched-off", "ok", "hsts"],
    ]);
    expect(changes.every(({ principal }) => principal === undefined)).toBe(true);
    expect(JSON.stringify(records)).not.toContain("tulip");
  });
});
