/** The shipped resources, when the config makes them writable. */
import { describe, expect, it } from "vitest";
import type { Log, PluginSetting } from "waymark";
import type { TestServer, TestServerOptions } from "waymark/testing";
import { MERGE, sends } from "./_resources.ts";
import { startServer } from "../../_setup.ts";

const IDS = ["brains", "offices", "locales", "integrations"] as const;

async function start(
  options: TestServerOptions = {},
  more: Readonly<Record<string, PluginSetting>> = {},
): Promise<TestServer> {
  const writable = Object.fromEntries(IDS.map((id) => [id, { writable: true }]));
  return startServer({
    ...options,
    config: { plugins: { "rate-limit": false, ...writable, ...more } },
  });
}

async function read(server: TestServer, path: string) {
  const response = await server.request(path);
  // oxlint-disable-next-line typescript/no-explicit-any -- bodies have many shapes
  const body: any = await response.json();
  return { status: response.status, etag: response.headers.get("etag"), body };
}

const OFFICE = {
  id: "oslo",
  name: "Oslo",
  hitos: [
    { id: "oslo-roof", title: "Roof", status: "planned", dueDate: "2027-05-01" },
    { id: "oslo-lease", title: "Lease", status: "active", dueDate: "2027-01-01" },
  ],
};
const CASES = {
  brains: {
    collection: "/api/brains",
    item: { id: "tides", name: "Tides", description: "High and low." },
    path: "/api/brains/tides",
    change: { name: "Currents" },
  },
  offices: {
    collection: "/api/offices",
    item: { ...OFFICE, hitos: OFFICE.hitos.toReversed() },
    path: "/api/offices/oslo",
    change: { name: "Kristiania" },
  },
  locales: {
    collection: "/api/locales",
    item: { code: "nb", name: "norsk", default: false },
    path: "/api/locales/nb",
    change: { name: "norsk bokmål" },
  },
  integrations: {
    collection: "/api/offices/lisboa/integrations",
    item: { type: "slack", status: "pending" },
    path: undefined,
    change: { status: "connected" },
  },
} as const;

describe.each(Object.entries(CASES))("%s", (_id, { collection, item, path, change }) => {
  it("can be created, read, changed, replaced with what was read, and removed", async () => {
    const server = await start();
    const made = await server.request(collection, sends("POST", item));
    expect(made.status).toBe(201);
    const at = String(made.headers.get("location"));
    if (path !== undefined) expect(at).toBe(path);
    const first = await read(server, at);
    expect(first).toMatchObject({ status: 200, body: item });
    const changed = await server.request(at, {
      ...sends("PATCH", change, MERGE),
      headers: { "content-type": MERGE, "if-match": String(first.etag) },
    });
    expect(changed.status).toBe(200);
    const second = await read(server, at);
    expect(second).toMatchObject({ body: { ...item, ...change } });
    expect((await server.request(at, sends("PUT", second.body))).status).toBe(200);
    const late = await server.request(at, {
      ...sends("PUT", first.body),
      headers: { "content-type": "application/json", "if-match": String(first.etag) },
    });
    expect(late.status).toBe(412);
    const list = await read(server, collection);
    expect(JSON.stringify(list.body)).toContain(Object.values(change)[0]);
    expect((await server.request(at, { method: "DELETE" })).status).toBe(204);
    expect((await read(server, at)).status).toBe(404);
  });
});

it("integrations of an unknown office are not there, in any way", async () => {
  const server = await start();
  const made = await server.request(
    "/api/offices/lisboa/integrations",
    sends("POST", CASES.integrations.item),
  );
  const elsewhere = String(made.headers.get("location")).replace("lisboa", "madrid");
  for (const [method, path, body] of [
    ["POST", "/api/offices/none/integrations", CASES.integrations.item],
    ["GET", elsewhere],
    ["PUT", elsewhere, CASES.integrations.item],
    ["DELETE", elsewhere],
  ] as const)
    expect((await server.request(path, sends(method, body))).status).toBe(404);
});

it("an office keeps its id, its integrations, and hitos with ids of their own", async () => {
  const server = await start();
  const remove = await server.request("/api/offices/lisboa", { method: "DELETE" });
  expect(remove.status).toBe(409);
  expect(await remove.json()).toMatchObject({ error: { code: "still-referenced" } });
  const [hito] = OFFICE.hitos;
  const twice = { ...OFFICE, hitos: [hito, hito, { ...hito, id: "lisboa-roof" }] };
  const refused = await server.request("/api/offices", sends("POST", twice));
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({
    error: { errors: [{ pointer: "/hitos/1/id" }, { pointer: "/hitos/2/id" }] },
  });
});

it("exactly one locale is the default", async () => {
  const server = await start();
  const before = (await read(server, "/api/locales")).body.locales;
  const first = before.find((one: { readonly default: boolean }) => one.default);
  const removed = await server.request(`/api/locales/${first.code}`, { method: "DELETE" });
  expect(removed.status).toBe(409);
  const nb = { code: "nb", name: "norsk", default: true };
  expect((await server.request("/api/locales", sends("POST", nb))).status).toBe(201);
  const defaults = (await read(server, "/api/locales")).body.locales.filter(
    (one: { readonly default: boolean }) => one.default,
  );
  expect(defaults).toMatchObject([nb]);
});

describe("who may write", () => {
  const warnings: string[] = [];
  const log: Log = {
    debug: () => undefined,
    info: () => undefined,
    warn: (message, details) => warnings.push(`${message} ${JSON.stringify(details)}`),
    error: () => undefined,
  };

  it("is everybody without access, of which the log warns", async () => {
    warnings.length = 0;
    await start({ log });
    const warning = warnings.find((text) => text.startsWith("anybody may write"));
    for (const route of ["brains.createBrain", "offices.replaceOffice", "locales.removeLocale"])
      expect(warning).toContain(route);
    expect(warning).not.toContain("listBrains");
  });

  it("is asked for a scope with access, without a warning", async () => {
    warnings.length = 0;
    const server = await start({ log }, { access: true, "api-keys": true });
    expect(warnings.filter((text) => text.startsWith("anybody may write"))).toEqual([]);
    const brain = CASES.brains.item;
    expect((await server.request("/api/brains", sends("POST", brain))).status).toBe(401);
    expect((await server.request("/api/brains")).status).toBe(200);
    for (const id of IDS) {
      const scopes = server.registry.routes.flatMap(({ plugin, method, declaration }) =>
        plugin === id && method !== "GET" ? [declaration.access] : [],
      );
      expect(new Set(scopes.map((one) => JSON.stringify(one)))).toEqual(
        new Set([JSON.stringify({ scopes: [`${id}:write`] })]),
      );
      expect(scopes).toHaveLength(4);
    }
  });
});

it("O10: bodies have published types, as JSON Schema and as TypeScript", async () => {
  const server = await start();
  const { body: openapi } = await read(server, "/api/openapi");
  for (const [type, path, method] of [
    ["BrainNewInput", "/api/brains", "post"],
    ["OfficeInput", "/api/offices/{officeId}", "put"],
    ["IntegrationPatch", "/api/offices/{officeId}/integrations/{integrationId}", "patch"],
  ] as const) {
    const schema = await read(server, `/api/schemas/${type}`);
    expect(schema).toMatchObject({ status: 200, body: { title: type, type: "object" } });
    const accept = { headers: { accept: "application/typescript" } };
    const module = await server.request(`/api/schemas/${type}`, accept);
    expect(await module.text()).toContain(`export interface ${type} {`);
    const { content } = openapi.paths[path][method].requestBody;
    const refs = Object.values(content).map((one) => Object(one).schema.$ref);
    expect(refs).toContain(`#/components/schemas/${type}`);
  }
  const { body: created } = await read(server, "/api/schemas/BrainNewInput");
  expect(created).toMatchObject({ additionalProperties: false, required: expect.any(Array) });
  expect(created.properties).not.toHaveProperty("_links");
});
