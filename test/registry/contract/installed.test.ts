import { expect, it } from "vitest";
import { definePlugin } from "waymark";
import { switching } from "../../../registry/contract/plugin/installed.ts";

const plugin = definePlugin({ id: "tea", summary: "Tea." });

it.each([
  ["preset", "plugins: { tea: false }"],
  ["waymark-plugin-tea", "plugins: { waymark-plugin-tea: false }"],
  ["@acme/tea", 'plugins: { "@acme/tea": false }'],
  ["./plugins/tea.ts", 'plugins: { "./plugins/tea.ts": false }'],
])("a plugin that %s names is switched there", (source, expected) => {
  expect(switching({ plugin, source }, false)).toBe(expected);
});
