/** The plugin that is written for an author to begin with, and its test. */
import { PLUGIN_API } from "../../../registry/contract/plugin.ts";
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
    .array(Item)
    .default([
      { id: "first", title: "The first item" },
      { id: "second", title: "The second item" },
    ])
    .describe("What is served."),
});

/** The items, for other plugins: \`needs: { items: Items }\`. */
export interface Items {
  all(): readonly Item[];
  find(id: string): Item | undefined;
}
// The items never change while the service runs, so that lists of them are finished once.
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
      return { status: "degraded", detail: "There is no item to serve." };
    },
  }),

  metrics: ({ items }) => ({
    items: { help: "Items that are served.", type: "gauge", read: () => items.all().length },
  }),
});
`;
}

export function testSource({ id, camel }: PluginNames): string {
  const key = id === camel ? id : JSON.stringify(id);
  return `import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestServer, testPlugin, type TestServer } from "waymark/testing";
import plugin from "./index.ts";

// What every plugin has to hold to: alone, beside the preset, switched off, failing, reloaded.
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

it("knows no other item", async () => {
  const answer = await server.fetch("/api/${id}/coffee");
  expect(answer.status).toBe(404);
});
`;
}
