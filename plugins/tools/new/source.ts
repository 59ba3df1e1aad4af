/** The source of a new plugin, and its test. */
import { PLUGIN_API } from "waymark/tools";
import type { PluginNames } from "./names.ts";

export function pluginSource({ id, camel, type }: PluginNames): string {
  return `import { definePlugin, service } from "waymark";
import { z } from "zod";

const Item = z.object({
  id: z.string().min(1).describe("Names the item in URLs."),
  title: z.string().describe("Names the item for people."),
});
type Item = z.output<typeof Item>;

const Options = z.strictObject({
  items: z
    .array(z.strictObject(Item.shape))
    .default([
      { id: "first", title: "The first item" },
      { id: "second", title: "The second item" },
    ])
    .describe("The items to serve."),
});

/** The items, for other plugins: \`needs: { items: Items }\`. */
export interface Items {
  all(): readonly Item[];
  find(id: string): Item | undefined;
}
// Version 0 for ever: the items do not change while the server runs, so a list of them is made once.
export const Items = service<Items>("${camel}Items", { version: () => 0 });

export default definePlugin({
  id: "${id}",
  summary: "Serves items.",
  api: ${PLUGIN_API},
  options: Options,
  provides: { items: Items },
  schemas: { ${type}Item: Item },
  rootLinks: { ${camel}: { to: "listItems" } },

  setup(_use, { options }) {
    const byId = new Map(options.items.map((item) => [item.id, item]));
    return { items: { all: () => options.items, find: (id) => byId.get(id) } };
  },

  routes: {
    listItems: {
      method: "GET",
      path: "/api/${id}",
      summary: "List the items.",
      list: {
        of: Item,
        as: "items",
        name: "${type}ItemsList",
        relations: { item: { to: "getItem", with: { itemId: "id" } } },
      },
      cache: { scope: "public", maxAge: "60s" },
    },
    getItem: {
      method: "GET",
      path: "/api/${id}/{itemId}",
      summary: "Read one item.",
      returns: Item,
      cache: { scope: "public", maxAge: "60s" },
      errors: ["resource-not-found"],
      relations: { collection: "listItems" },
    },
  },

  handlers: ({ items }) => ({
    listItems: () => items.all(),
    getItem: ({ params: { itemId }, fail }) => items.find(itemId) ?? fail("resource-not-found"),
  }),

  health: ({ items }) => ({
    items() {
      if (items.all().length > 0) return;
      return { status: "degraded", detail: "There are no items to serve." };
    },
  }),

  metrics: ({ items }) => ({
    items: { help: "Number of items served.", type: "gauge", read: () => items.all().length },
  }),
});
`;
}

export function testSource({ id, camel }: PluginNames): string {
  const key = id === camel ? id : JSON.stringify(id);
  return `import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestServer, testPlugin, type TestServer } from "waymark/testing";
import plugin from "./index.ts";

// Tests that every plugin has to pass: alone, with the preset, switched off, failing, reloaded.
await testPlugin(plugin);

const items = [{ id: "tea", title: "Tea" }];
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({
    config: { plugins: { ${key}: [plugin, { items }] } },
  });
});
afterAll(() => server.close());

it("serves the items of its options", async () => {
  const answer = await server.fetch("/api/${id}");
  expect(await answer.json()).toMatchObject({ items: [{ id: "tea", title: "Tea" }] });
});

it("answers 404 for an unknown item", async () => {
  const answer = await server.fetch("/api/${id}/coffee");
  expect(answer.status).toBe(404);
});
`;
}
