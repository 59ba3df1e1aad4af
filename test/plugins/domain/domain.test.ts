import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import type { Plugin, Schema } from "waymark";
import { FILTER_OPERATORS } from "waymark/advanced";
import { createTestServer } from "waymark/testing";
import type { z } from "zod";
import brains from "../../../plugins/domain/brains/index.ts";
import integrations from "../../../plugins/domain/integrations/index.ts";
import locales from "../../../plugins/domain/locales/index.ts";
import offices from "../../../plugins/domain/offices/index.ts";
import { createEngine } from "../../../plugins/lists/engine.ts";
import lists from "../../../plugins/lists/index.ts";
import links from "../../../plugins/policies/links/index.ts";
import prefer from "../../../plugins/policies/prefer/index.ts";
import serverTiming from "../../../plugins/policies/server-timing/index.ts";
import store from "../../../plugins/store/index.ts";
import clock from "../../../plugins/system/clock.ts";
import ids from "../../../plugins/system/ids.ts";
import { Brain } from "../../../schemas/brain.ts";
import { Integration } from "../../../schemas/integration.ts";
import { Locale } from "../../../schemas/locale.ts";
import { Office, OfficeWithHito } from "../../../schemas/office.ts";
import { callOf } from "../lists/_setup.ts";
import { folderOf } from "../../_folder.ts";

const policies = [prefer, links, serverTiming, lists];
const plugins: readonly Plugin[] = [
  ...policies,
  clock,
  ids,
  store,
  brains,
  offices,
  locales,
  integrations,
];

interface Body {
  readonly [key: string]: unknown;
  readonly _meta?: { readonly count: number };
  readonly _links?: Readonly<Record<string, { readonly href: string }>>;
}

const seed = <T>(name: string): readonly T[] =>
  JSON.parse(
    readFileSync(new URL(`../../../plugins/domain/${name}/${name}.json`, import.meta.url), "utf8"),
  ) as T[];
const seeds = {
  brains: seed<z.output<typeof Brain>>("brains"),
  offices: seed<z.output<typeof OfficeWithHito>>("offices"),
  locales: seed<z.output<typeof Locale>>("locales"),
  integrations: seed<z.output<typeof Integration>>("integrations"),
};
const integrationsOf = (office: string) =>
  seeds.integrations.filter(({ officeId }) => officeId === office);

const server = await createTestServer({ plugins });
afterAll(() => server.close());

describe.each(["fetch", "request"] as const)("over %s", (way) => {
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await server[way](path, { headers });
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Body,
    };
  };

  it.each([
    ["/api/brains", "brains", seeds.brains],
    ["/api/offices", "offices", seeds.offices],
    ["/api/locales", "locales", seeds.locales],
    ["/api/offices/madrid/integrations", "integrations", integrationsOf("madrid")],
    ["/api/offices/rotterdam/integrations", "integrations", []],
  ])("%s lists all %s", async (path, name, rows) => {
    const { status, headers, body } = await get(path);
    expect(status).toBe(200);
    expect(Object.keys(body).toSorted()).toEqual([name, "_meta", "_links"].toSorted());
    expect(body._meta).toEqual({ count: rows.length });
    expect(body._links?.["self"]).toEqual({ href: path });
    const items = body[name] as readonly Record<string, unknown>[];
    const keyOf = (row: object) => String(Reflect.get(row, "id") ?? Reflect.get(row, "code"));
    expect(items).toEqual(rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)));
    expect(headers.has("server-timing")).toBe(name !== "integrations");
  });

  it("reads an office, without its hitos", async () => {
    const { status, body } = await get("/api/offices/medellin");
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: "medellin", name: "Medellín" });
    expect(body).not.toHaveProperty("hitos");
    expect(body._links).toMatchObject({
      integrations: { href: "/api/offices/medellin/integrations" },
      collection: { href: "/api/offices" },
    });
  });

  it.each([
    "/api/offices/nowhere",
    "/api/offices/nowhere/integrations",
    "/api/offices/%F0%9F%8F%A2",
    "/api/offices/madrid%2Fx",
  ])("%s is 404", async (path) => {
    const { status, body } = await get(path);
    expect(status).toBe(404);
    expect(body).toMatchObject({ error: { code: "resource-not-found" } });
  });

  it("leads from integrations to their office", async () => {
    const { body } = await get("/api/offices/lisboa/integrations");
    expect(body._links?.["office"]).toEqual({ href: "/api/offices/lisboa" });
  });

  it("trims to fields, in the order of the schema", async () => {
    const { body } = await get("/api/offices?fields=hitos,id,nope");
    const expected = seeds.offices.map(({ id, hitos }) => ({ id, hitos }));
    expect(body["offices"]).toEqual(expected);
    expect(Object.keys((body["offices"] as object[])[0] ?? {})).toEqual(["id", "hitos"]);
  });

  it("honours Prefer", async () => {
    const minimal = await get("/api/offices/madrid/integrations", { prefer: "return=minimal" });
    expect(minimal.headers.get("preference-applied")).toBe("return=minimal");
    const required = ["id", "officeId", "type", "status", "createdAt", "updatedAt"];
    for (const one of minimal.body["integrations"] as object[])
      expect(Object.keys(one)).toEqual(required);
    expect((await get("/api/brains?fields=nope", { prefer: "handling=strict" })).status).toBe(400);
  });

  it("refuses a query with all its problems", async () => {
    const { status, body } = await get("/api/brains?limit=0&sort=nmae&filter[id][like]=x");
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { code: "bad-request" } });
    const { errors } = body["error"] as {
      readonly errors: readonly { readonly parameter: string }[];
    };
    expect(errors.map(({ parameter }) => parameter)).toEqual(["sort", "filter[id][like]", "limit"]);
  });

  it("walks pages by their next links, each item once", async () => {
    const seen: unknown[] = [];
    let path: string | undefined = "/api/offices/lisboa/integrations?sort=-lastSyncAt,type&limit=3";
    for (let page = 0; path !== undefined && page < 10; page++) {
      const { status, headers, body } = await get(path);
      expect(status).toBe(200);
      seen.push(...(body["integrations"] as unknown[]));
      const next: string | undefined = body._links?.["next"]?.href;
      expect(headers.get("link")?.includes('rel="next"') ?? false).toBe(next !== undefined);
      path = next;
    }
    expect(seen).toHaveLength(10);
    expect(new Set(seen.map((one) => (one as { id: string }).id)).size).toBe(10);
  });

  it("refuses another office's cursor", async () => {
    const { body } = await get("/api/offices/lisboa/integrations?limit=1");
    const stolen = body._links?.["next"]?.href.replace("lisboa", "madrid") ?? "";
    expect((await get(stolen)).status).toBe(400);
  });
});

describe("SQL and the list engine", () => {
  const engine = createEngine(Integration, {
    defaultPageSize: 50,
    maxPageSize: 200,
    whole: false,
  });
  const fields = [
    "id",
    "type",
    "status",
    "externalId",
    "externalAccount",
    "lastSyncAt",
    "errorMessage",
    "createdAt",
  ] as const;
  const rows = integrationsOf("lisboa");
  const valuesOf = (field: (typeof fields)[number]) => rows.flatMap((row) => row[field] ?? []);
  const filter = fc.constantFrom(...fields).chain((field) =>
    fc.record({
      field: fc.constant(field),
      operator: fc.constantFrom(...FILTER_OPERATORS),
      value: fc.constantFrom(...valuesOf(field).filter((value) => !value.includes(","))),
    }),
  );
  const sort = fc.uniqueArray(fc.constantFrom(...fields), { minLength: 1, maxLength: 3 });

  it("mean the same by every filter, sort and limit", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(filter, {
          maxLength: 2,
          selector: ({ field, operator }) => `${field} ${operator}`,
        }),
        sort,
        fc.boolean(),
        fc.integer({ min: 1, max: 6 }),
        async (filters, sorted, descending, limit) => {
          const search = new URLSearchParams({
            sort: `${descending ? "-" : ""}${sorted.join(",")}`,
            limit: String(limit),
          });
          for (const { field, operator, value } of filters)
            search.set(`filter[${field}][${operator}]`, value);
          const path = "/api/offices/lisboa/integrations";
          const call = callOf(`?${search.toString()}`, {}, path);
          const query = engine.parse(call);
          if ("code" in query) throw new Error(query.detail);
          const expected = engine.finish(rows, query, call);
          const response = await server.fetch(`${path}?${search.toString()}`);
          const body = (await response.json()) as Body;
          expect(body["integrations"]).toEqual(expected.items);
          expect(body._links?.["next"]?.href).toBe(expected.facts.next);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe("the sample data", () => {
  it.each<[string, Schema, readonly unknown[]]>([
    ["brains", Brain, seeds.brains],
    ["offices", OfficeWithHito, seeds.offices],
    ["offices without hitos", Office, seeds.offices],
    ["locales", Locale, seeds.locales],
    ["integrations", Integration, seeds.integrations],
  ])("of %s fits its schema", async (_name, schema, rows) => {
    for (const row of rows)
      expect((await schema["~standard"].validate(row)).issues).toBeUndefined();
  });

  it("has hitos that know when they were reached, in the order they are due", () => {
    for (const { hitos } of seeds.offices) {
      expect(hitos.length).toBeGreaterThanOrEqual(3);
      expect(hitos.map(({ dueDate }) => dueDate)).toEqual(
        hitos.map(({ dueDate }) => dueDate).toSorted(),
      );
      for (const { status, completedAt } of hitos)
        expect(completedAt !== undefined).toBe(status === "done");
    }
    const all = seeds.offices.flatMap(({ hitos }) => hitos.map(({ id }) => id));
    expect(new Set(all).size).toBe(all.length);
  });

  it("has one default locale", () => {
    expect(seeds.locales.filter((locale) => locale.default).map(({ code }) => code)).toEqual([
      "en",
    ]);
  });

  it("has integrations of every kind in every state, each of an office, with a reason for each error", () => {
    expect(seeds.integrations).toHaveLength(25);
    expect(new Set(seeds.integrations.map(({ type, status }) => `${type} ${status}`)).size).toBe(8);
    const known = new Set(seeds.offices.map(({ id }) => id));
    for (const {
      officeId,
      status,
      errorMessage,
      createdAt,
      updatedAt,
      lastSyncAt,
    } of seeds.integrations) {
      expect(known).toContain(officeId);
      expect(errorMessage !== undefined).toBe(status === "error");
      expect(createdAt <= updatedAt && (lastSyncAt ?? "") <= updatedAt).toBe(true);
    }
  });
});

describe("kinds of integrations", () => {
  const withKinds = (kinds: readonly string[]) =>
    createTestServer({ plugins, config: { plugins: { integrations: { kinds } } } });

  it("replace the default, also in filters", async () => {
    const other = await withKinds(["github"]);
    const answer = await other.fetch("/api/offices/madrid/integrations?filter[type]=github");
    expect(await answer.json()).toMatchObject({ integrations: [] });
    expect((await other.fetch("/api/offices/madrid/integrations?filter[type]=slack")).status).toBe(
      400,
    );
    await other.close();
  });

  it("may be added to", async () => {
    const other = await withKinds(["notion", "slack", "github"]);
    const answer = await other.fetch("/api/offices/madrid/integrations");
    expect(await answer.json()).toMatchObject({ _meta: { count: 9 } });
    await other.close();
  });

  it("hide what the database holds of others", async () => {
    const file = join(folderOf(), "data.db");
    const counts: unknown[] = [];
    for (const kinds of [["slack", "notion"], ["slack"]]) {
      const settings = { store: { file }, integrations: { kinds } };
      const other = await createTestServer({ plugins, config: { plugins: settings } });
      const answer = await other.fetch("/api/offices/madrid/integrations");
      counts.push(((await answer.json()) as Body)._meta?.count);
      await other.close();
    }
    expect(counts).toEqual([9, 4]);
  });

  it.each([[[]], [["slack", "slack"]], [[""]]])("cannot be %j", async (kinds) => {
    await expect(withKinds(kinds)).rejects.toThrow("kinds");
  });
});

describe("without the plugin offices", () => {
  it("an office is known by its integrations", async () => {
    const other = await createTestServer({ plugins, config: { plugins: { offices: false } } });
    const answer = await other.fetch("/api/offices/madrid/integrations");
    const body = (await answer.json()) as Body;
    expect(body._meta).toEqual({ count: 9 });
    expect(body._links).not.toHaveProperty("office");
    expect((await other.fetch("/api/offices/rotterdam/integrations")).status).toBe(404);
    await other.close();
  });
});
