import { definePlugin, JSON_SCHEMA_DIALECT, servedSchema, type Registry } from "waymark";
import { z } from "zod";
import { SchemasList } from "../../schemas/schemas-list.ts";

/** Types that the list begins with. */
const FIRST = ["Office", "Service", "Brain", "Integration", "Health", "Error"];

export default definePlugin({
  id: "schemas",
  summary: "JSON Schemas of all payload types.",
  schemas: { SchemasList },
  capabilities: { schemas: true },
  rootLinks: { schemas: { to: "listSchemas" } },

  routes: {
    listSchemas: {
      method: "GET",
      path: "/api/schemas",
      summary: "List the payload types that have a JSON Schema.",
      returns: SchemasList,
      document: true,
      cache: { scope: "public", maxAge: "5m" },
      serverTiming: true,
      relations: { describedby: "openapi.showOpenapi" },
    },
    showSchema: {
      method: "GET",
      path: "/api/schemas/{type}",
      summary: "Read the JSON Schema of a payload type.",
      returns: z.record(z.string(), z.unknown()),
      produces: ["application/schema+json", "application/json"],
      errors: ["resource-not-found"],
      cache: { scope: "public", maxAge: "5m" },
      serverTiming: true,
      relations: { collection: "listSchemas" },
    },
  },

  documents: {
    listSchemas: (registry) => {
      const schemas = typeNames(registry);
      return { schemas, _meta: { count: schemas.length, schemaVersion: JSON_SCHEMA_DIALECT } };
    },
  },

  handlers: (_use, { registry }) => ({
    showSchema: ({ params, fail }) => {
      const id = `${registry.baseUrl}${registry.href("schemas.showSchema", params)}`;
      return (
        servedSchema(registry, params.type, id) ??
        fail("resource-not-found", {
          detail: `No type has this name. Ask ${registry.href("schemas.listSchemas")} for all names.`,
        })
      );
    },
  }),

  relations: {
    listSchemas: (registry) =>
      Object.fromEntries(
        typeNames(registry).flatMap((type) => {
          const href = registry.href("schemas.showSchema", { type });
          return href === undefined ? [] : [[`schema:${type}`, href]];
        }),
      ),
  },
});

function typeNames({ schemas }: Registry): string[] {
  const first = FIRST.filter((name) => schemas.has(name));
  return [...first, ...[...schemas.keys()].filter((name) => !FIRST.includes(name))];
}
