/** Queries return the same values as the routes, and read lists of lists together. */
import { Capabilities, RootLinks } from "waymark/services";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { definePlugin, type Log } from "waymark";
import preset from "waymark/preset";
import { createTestServer, type TestServer } from "waymark/testing";
import { z } from "zod";
import { describeMatrix, json } from "../../_setup.ts";
import { query, presetNoting } from "./_setup.ts";

interface Office {
  readonly id: string;
  readonly hitos: readonly { readonly completedAt?: string }[];
}

const queries: string[] = [];
beforeEach(() => void (queries.length = 0));

describeMatrix("GraphQL", { plugins: presetNoting(queries) }, (ask, server) => {
  it("has service and version as /api/version reports them", async () => {
    const { data } = await query(ask, "{ service version }");
    const { service, version } = await json(await ask("/api/version"));
    expect(data).toEqual({ service, version });
  });

  it("reads an office's hitos and integrations without a query for each office", async () => {
    const text = `{ offices { id name hitos { id title status dueDate }
      integrations { id officeId type } } }`;
    const { data, errors } = await query(ask, text);
    expect(errors).toBeUndefined();
    expect(queries).toEqual(["offices.list", "integrations.list"]);

    const { offices } = await json<{ offices: Office[] }>(await ask("/api/offices"));
    const expected = await Promise.all(
      offices.map(async (office) => {
        const path = `/api/offices/${office.id}/integrations?fields=id,officeId,type`;
        const { integrations } = await json<{ integrations: object[] }>(await ask(path));
        const hitos = office.hitos.map(({ completedAt: _, ...hito }) => hito);
        return { ...office, hitos, integrations };
      }),
    );
    expect(expected.length).toBeGreaterThan(2);
    expect(data).toMatchObject({ offices: expected });
  });

  it("reads two lists of all objects in one query each, and one that two names ask for once", async () => {
    const text = `{ offices { a: integrations { id } b: integrations { type }
      c: integrations(filter: { status: { eq: "connected" } }) { id } } }`;
    await query(ask, text);
    expect(queries).toEqual(["offices.list", "integrations.list", "integrations.list"]);
  });

  it("reads one office with what belongs to it", async () => {
    const text = `{ office(officeId: "medellin") { name integrations { officeId } } }`;
    const { data } = await query(ask, text);
    const { integrations } = await json<{ integrations: object[] }>(
      await ask("/api/offices/medellin/integrations?fields=officeId"),
    );
    expect(data).toEqual({ office: { name: "Medellín", integrations } });
    queries.splice(-2); // of the request for comparison
    expect(queries).toEqual(["offices.find", "integrations.list"]);
  });

  it.each([
    [`brains(sort: "-name", limit: 2)`, "/api/brains?sort=-name&limit=2"],
    [
      `brains(filter: { name: { contains: "e" }, id: { ne: "ledger" } })`,
      "/api/brains?filter[name][contains]=e&filter[id][ne]=ledger",
    ],
    [
      `brains(filter: { id: { in: ["ledger", "handbook"] } })`,
      "/api/brains?filter[id][in]=ledger,handbook",
    ],
    [`brains(filter: null, sort: null, limit: null)`, "/api/brains"],
  ])("asks as the list engine does: %s", async (field, path) => {
    const { data } = await query(ask, `{ ${field} { id name } }`);
    const { brains } = await json<{ brains: object[] }>(
      await ask(`${path}${path.includes("?") ? "&" : "?"}fields=id,name`),
    );
    expect(data).toEqual({ brains });
    expect(brains.length).toBeGreaterThan(0);
  });

  it("pages with the cursors of the routes, at every level", async () => {
    const first = await query(
      ask,
      "{ all: brains(limit: 3) { id } offices { integrations(limit: 1) { id } } }",
    );
    const next = first.extensions?.next ?? {};
    const { _links } = await json<{ _links: { next: { href: string } } }>(
      await ask("/api/brains?limit=3"),
    );
    expect(new URLSearchParams(_links.next.href.split("?")[1]).get("cursor")).toBe(next["all"]);
    const rest = await query(ask, "query($c: String) { brains(limit: 3, cursor: $c) { id } }", {
      c: next["all"],
    });
    const { data } = await query(ask, "{ brains { id } }");
    expect([...list(first.data, "all"), ...list(rest.data, "brains")]).toEqual(
      list(data, "brains"),
    );
    expect(rest.extensions).toBeUndefined();

    const [path, cursor] = Object.entries(next).find(([name]) => name.startsWith("offices.")) ?? [
      "",
      "",
    ];
    const officeIds = list((await query(ask, "{ offices { id } }")).data, "offices") as {
      id: string;
    }[];
    const officeId = officeIds[Number(path.split(".")[1])]?.id;
    const following = await query(
      ask,
      "query($o: String!, $c: String) { integrations(officeId: $o, limit: 1, cursor: $c) { id } }",
      { o: officeId, c: cursor },
    );
    const { integrations } = await json<{ integrations: { id: string }[] }>(
      await ask(`/api/offices/${officeId}/integrations?fields=id`),
    );
    expect(following.data).toEqual({ integrations: [integrations[1]] });
  });

  it.each([
    [`office(officeId: "unknown") { id }`, "resource-not-found"],
    [`integrations(officeId: "unknown") { id }`, "resource-not-found"],
    [`brains(limit: 100000) { id }`, "bad-request"],
    [`brains(cursor: "x") { id }`, "bad-request"],
    [`brains(sort: "nothing") { id }`, "bad-request"],
    [`brains(filter: { id: { in: ["a,b"] } }) { id }`, "bad-request"],
  ])("leaves null where the route refuses: %s", async (field, code) => {
    const { data, errors } = await query(ask, `{ field: ${field} service }`);
    expect(data).toEqual({ field: null, service: "waymark" });
    expect(errors).toMatchObject([{ path: ["field"], extensions: { code } }]);
  });

  it.each(["", ".", "..", "\ud800", "a\udc00b"])(
    "finds nothing under the id %j, which no path can have (E15)",
    async (id) => {
      const text = `query($id: String!) { office(officeId: $id) { id } integrations(officeId: $id) { id } }`;
      const { data, errors } = await query(ask, text, { id });
      expect(data).toEqual({ office: null, integrations: null });
      const missing = (path: string) => ({
        path: [path],
        extensions: { code: "resource-not-found" },
      });
      expect(errors).toMatchObject([missing("office"), missing("integrations")]);
    },
  );

  it("reads what is made for each request and what is made once", async () => {
    const text = `{ health { status service } ping { pong } time { epochMs timezone } requestInfo { path }
      capabilities { capabilities } schemas { schemas } errors(limit: 1) { code httpStatus } }`;
    const { data, errors } = await query(ask, text);
    expect(errors).toBeUndefined();
    expect(data).toMatchObject({
      health: { status: "ok" },
      time: { epochMs: expect.any(Number) },
      requestInfo: { path: "/api/request-info" },
      capabilities: { capabilities: { graphql: true } },
      schemas: {
        schemas: [...(await json<{ schemas: string[] }>(await ask("/api/schemas"))).schemas],
      },
    });
  });

  it.each(["__proto__", "constructor", "toString", "hasOwnProperty"])(
    "knows no field, argument, variable or operation called %s",
    async (name) => {
      const asField = await query(ask, `{ brains { ${name} } }`);
      expect(asField).toMatchObject({ errors: [{ message: expect.stringContaining(name) }] });
      expect(asField.data).toBeUndefined();
      expect(
        (await query(ask, `{ brains(filter: { ${name}: { eq: "a" } }) { id } }`)).data,
      ).toBeUndefined();
      expect(
        await query(
          ask,
          `query($${name}: String) { brains(sort: $${name}) { id } }`,
          JSON.parse(`{ "${name}": "id" }`),
        ),
      ).not.toHaveProperty("errors");
      expect(
        await query(ask, `query($${name}: String) { brains(sort: $${name}) { id } }`),
      ).not.toHaveProperty("errors");
      expect((await query(ask, `{ office(officeId: "${name}") { id } }`)).data).toEqual({
        office: null,
      });
    },
  );

  it("has every type that the registry has a field for", async () => {
    const { data } = await query(ask, "{ __schema { queryType { fields { name } } } }");
    const { fields } = (
      data as unknown as { __schema: { queryType: { fields: { name: string }[] } } }
    ).__schema.queryType;
    const names = fields.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        "service",
        "version",
        "brains",
        "offices",
        "locales",
        "integrations",
      ]),
    );
    expect(server().registry.of(Capabilities)["graphql"]).toBe(true);
    expect(server().registry.of(RootLinks).hrefs["graphql"]).toBe("/api/graphql");
  });
});

function list(data: unknown, name: string): readonly unknown[] {
  return (data as Record<string, readonly unknown[]>)[name] ?? [];
}

const Odd = z.object({
  constructor: z.string(),
  toString: z.string().optional(),
  "due-date": z.string(),
});
const Secret = z.object({ id: z.string() });

/** Has odd names, and a route that fails. */
const odd = definePlugin({
  id: "odd",
  summary: "Odd names and a failure.",
  schemas: { Odd, Secret },
  routes: {
    getOdd: { method: "GET", path: "/api/odd", summary: "Odd.", returns: Odd, cache: "no-store" },
    getSecret: {
      method: "GET",
      path: "/api/secret",
      summary: "Fails.",
      returns: Secret,
      cache: "no-store",
    },
  },
  handlers: () => ({
    getOdd: () => JSON.parse('{ "constructor": "a", "due-date": "2026-01-01" }') as never,
    getSecret: () => {
      throw new Error("the password is 1234");
    },
  }),
});

describe("what plugins do", () => {
  const logged: unknown[] = [];
  const log: Log = { debug() {}, info() {}, warn() {}, error: (...entry) => logged.push(entry) };
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ plugins: [...preset, odd], log });
  });
  afterAll(() => server.close());

  it("shows only what was given, under names that GraphQL has", async () => {
    expect(await query(server.fetch, "{ odd { constructor toString due_date } }")).toEqual({
      data: { odd: { constructor: "a", toString: null, due_date: "2026-01-01" } },
    });
  });

  it("hides what was thrown, and logs it", async () => {
    const answer = await query(server.fetch, "{ secret { id } service }");
    expect(answer).toMatchObject({
      data: { secret: null, service: "waymark" },
      errors: [{ path: ["secret"], extensions: { code: "internal-error" } }],
    });
    expect(JSON.stringify(answer)).not.toContain("1234");
    expect(JSON.stringify(logged)).toContain("1234");
  });
});
