/** Schemas are described when a document needs them, not on the way to the first answer. */
import { expect, it } from "vitest";
import { definePlugin, type Plugin, type Schema } from "waymark";
import { startServer } from "waymark/server";
import { z } from "zod";
import { boot } from "../../../../kernel/host/boot/boot.ts";
import { NO_CONFIG } from "../../../_setup.ts";

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** A schema that counts how often it is described. */
function counted(descriptions: { count: number }, schema: Schema): Schema {
  const { jsonSchema, ...standard } = schema["~standard"];
  const counting = {
    input: (options: Parameters<typeof jsonSchema.input>[0]) => {
      descriptions.count += 1;
      return jsonSchema.input(options);
    },
    output: (options: Parameters<typeof jsonSchema.output>[0]) => {
      descriptions.count += 1;
      return jsonSchema.output(options);
    },
  };
  return { "~standard": { ...standard, jsonSchema: counting } };
}

/** A plugin with so many routes, each with a document and a schema of its own. */
function documents(count: number, descriptions: { count: number }): Plugin {
  const ids = Array.from({ length: count }, (_, at) => `show${at}`);
  return {
    id: "papers",
    summary: "Documents.",
    options: counted(descriptions, z.strictObject({ title: z.string().default("papers") })),
    schemas: Object.fromEntries(
      ids.map((id) => [`Paper${id}`, counted(descriptions, z.object({ [id]: z.string() }))]),
    ),
    routes: Object.fromEntries(
      ids.map((id) => [
        id,
        {
          method: "GET" as const,
          path: `/${id}`,
          summary: "Show a paper.",
          cache: "no-store" as const,
          document: true as const,
          returns: counted(descriptions, z.object({ [id]: z.string() })),
        },
      ]),
    ),
    documents: Object.fromEntries(ids.map((id) => [id, () => ({ [id]: "text" })])),
  };
}

function begin(plugin: Plugin) {
  return boot({
    ...NO_CONFIG,
    preset: [plugin],
    overrides: { host: "127.0.0.1", port: 0 },
    validateLater: true,
  });
}

it.each([1, 100])("describes none of %i documents before it listens", async (count) => {
  const descriptions = { count: 0 };
  const booted = await begin(documents(count, descriptions));
  expect(descriptions.count).toBe(0);
  const server = await startServer(booted, { log: silent });
  expect(descriptions.count).toBeGreaterThan(2 * count);
  const answer = await fetch(`${server.url}/show0`);
  expect(await answer.json()).toEqual({ show0: "text" });
  await server.close();
});

it("gives up on a schema that cannot be described, and leaves nothing behind", async () => {
  const closed: string[] = [];
  const broken = definePlugin({
    id: "broken",
    summary: "Has a type that JSON has not.",
    schemas: { When: z.object({ at: z.date() }) },
    setup: (_use, { defer }) => defer(() => void closed.push("broken")),
  });
  const starting = startServer(await begin(broken), { log: silent });
  await expect(starting).rejects.toThrow(/SCHEMA_UNSUPPORTED: Date cannot be represented/);
  expect(closed).toEqual(["broken"]);
});
