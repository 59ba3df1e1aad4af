import { expect, it } from "vitest";
import { definePlugin } from "waymark";
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
    const { capabilities, statements } = server.registry;
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
