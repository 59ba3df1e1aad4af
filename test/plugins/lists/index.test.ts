import { Capabilities } from "waymark/services";
import { expect, it } from "vitest";
import { definePlugin } from "waymark";
import preset from "waymark/preset";
import { createTestServer } from "waymark/testing";
import lists from "../../../plugins/lists/index.ts";
import { Item } from "./_setup.ts";

const items = ["c", "a", "b"].map((id) => ({
  id,
  name: id,
  kind: "a" as const,
  ratio: null,
  parts: [],
}));

const sample = definePlugin({
  id: "sample",
  summary: "Two lists.",
  points: [Capabilities],
  routes: {
    listItems: {
      method: "GET",
      path: "/items",
      summary: "List items.",
      list: { of: Item, as: "items", name: "ItemsList" },
      cache: "no-store",
    },
    listWhole: {
      method: "GET",
      path: "/whole",
      summary: "List items of a document.",
      list: { of: Item, as: "items", name: "WholeList" },
      document: true,
      cache: "no-store",
    },
    getOther: {
      method: "GET",
      path: "/other",
      summary: "No list.",
      returns: Item,
      document: true,
      cache: "no-store",
    },
  },
  handlers: () => ({ listItems: () => items }),
  documents: { listWhole: () => items, getOther: () => items[0]! },
});

const start = (options: Readonly<Record<string, unknown>> | false) =>
  createTestServer({ plugins: [lists, sample], config: { plugins: { lists: options } } });

it("publishes what it enforces", async () => {
  const server = await start({ defaultPageSize: 1, maxPageSize: 2 });
  expect(server.registry.statements["lists"]).toMatchObject({
    style: "cursor",
    defaultPageSize: 1,
    maxPageSize: 2,
    applicableEndpoints: ["/items", "/whole"],
    wholeEndpoints: ["/whole"],
  });
  const count = async (path: string) => {
    const response = await server.request(path);
    return response.status === 200
      ? ((await response.json()) as { items: unknown[] }).items.length
      : response.status;
  };
  expect(await count("/items")).toBe(1);
  expect(await count("/items?limit=2")).toBe(2);
  expect(await count("/items?limit=3")).toBe(400);
  expect(await count("/whole")).toBe(3);
  expect(await count("/whole?limit=1")).toBe(1);
  expect(await count("/whole?limit=3")).toBe(400);
  await server.close();
});

it("raises its capabilities only while it is on", async () => {
  for (const options of [{}, false] as const) {
    const server = await start(options);
    const on = options !== false;
    const { statements } = server.registry;
    const capabilities = server.registry.of(Capabilities);
    expect([capabilities["listMeta"] ?? false, capabilities["sparseFieldsets"] ?? false]).toEqual([
      on,
      on,
    ]);
    expect("lists" in statements).toBe(on);
    const body = (await (await server.fetch("/items?fields=id")).json()) as object;
    expect(body).toEqual(
      on ? { items: items.map(({ id }) => ({ id })), _meta: { count: 3 } } : { items },
    );
    await server.close();
  }
});

it("refuses a default page larger than the largest", async () => {
  await expect(start({ defaultPageSize: 9, maxPageSize: 8 })).rejects.toThrow(
    "must not be greater than maxPageSize",
  );
});

it("S4: fields that an operator leaves out are nowhere, and asking for one is asking for an unknown field", async () => {
  const server = await createTestServer({
    plugins: [...preset, sample],
    config: { plugins: { lists: { queryable: { "sample.listItems": ["kind"] } } } },
  });
  try {
    const ask = async (path: string) => (await server.request(path)).text();
    const { engine } = server.registry.route("sample.listItems") ?? {};
    const filter = engine?.parameters.find(({ name }) => name === "filter");
    expect(Object.keys(filter?.schema.properties ?? {})).toEqual(["id", "kind"]);
    expect(JSON.parse(await ask("/items?filter[kind]=a&sort=-id"))).toMatchObject({
      items: [{ id: "c" }, { id: "b" }, { id: "a" }],
    });
    for (const query of ["sort=name", "filter[name]=a"]) {
      const refused = await ask(`/items?${query}`);
      expect(refused).toContain('there is no field \\"name\\"; available: id, kind');
    }
    expect((await server.request("/items?fields=name")).status).toBe(200);
    expect((await server.request("/whole?sort=name")).status).toBe(200);
    const openapi = JSON.parse(await ask("/api/openapi"));
    const parameters = (path: string) => JSON.stringify(openapi.paths[path].get.parameters);
    expect(parameters("/items")).not.toContain("ratio");
    expect(parameters("/whole")).toContain("ratio");
  } finally {
    await server.close();
  }
});

it.each([
  [{ "sample.listItem": ["kind"] }, "sample.listItems"],
  [{ "sample.getOther": ["kind"] }, "sample.list"],
  [{ "sample.listItems": ["kinds"] }, "kind"],
  [{ "sample.listItems": ["parts"] }, "kind"],
])("S4: a config that names no list or field does not start: %j", async (queryable, hint) => {
  await expect(start({ queryable })).rejects.toThrow(hint);
});
