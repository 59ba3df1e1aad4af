import {
  definePlugin,
  JSON_SCHEMA_DIALECT,
  servedSchema,
  servedTypescript,
  typescriptModule,
  type Registry,
} from "waymark";
import { Runtime } from "waymark/services";
import { z } from "zod";
import { SchemasList } from "../../schemas/api.ts";

/** Types at the start of the list. */
const FIRST = ["Office", "Service", "Brain", "Integration", "Health", "Error"];
/** Not a registered type, but the one that tools know; `video/mp2t` owns the file extension. */
const TYPESCRIPT = "application/typescript";

export default definePlugin({
  id: "schemas",
  summary: "Publishes all payload types, as JSON Schema and as TypeScript.",
  section: "discovery",
  needs: { runtime: Runtime },
  schemas: { SchemasList },

  routes: {
    listSchemas: {
      method: "GET",
      path: "/api/schemas",
      summary: "List the payload types, or read them all as one TypeScript module.",
      returns: SchemasList,
      document: true,
      produces: ["application/json", TYPESCRIPT],
      publish: { rootLink: "schemas", capability: "schemas" },
      cache: { scope: "public", maxAge: "5m" },
      serverTiming: true,
      relations: { describedby: "openapi.showOpenapi" },
    },
    showSchema: {
      method: "GET",
      path: "/api/schemas/{type}",
      summary: "Read a payload type, as JSON Schema or TypeScript.",
      returns: z.record(z.string(), z.unknown()),
      produces: ["application/schema+json", "application/json", TYPESCRIPT],
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
    showSchema: async ({ params, mediaType, fail }) => {
      const id = `${registry.baseUrl}${registry.href("schemas.showSchema", params)}`;
      const isTypescript = mediaType === TYPESCRIPT;
      const text = isTypescript ? await servedTypescript(registry, params.type) : undefined;
      const schema = isTypescript ? undefined : servedSchema(registry, params.type, id);
      return (
        // Wrapped in an object, as bodies are objects.
        (text === undefined ? schema : { text }) ??
        fail("resource-not-found", {
          detail: `No type has this name; ${registry.href("schemas.listSchemas")} lists all names.`,
        })
      );
    },
  }),

  renderers: {
    listSchemas: { [TYPESCRIPT]: (_list, { runtime }) => typescriptModule(runtime.registry) },
    showSchema: { [TYPESCRIPT]: renderTypescript },
  },

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

function renderTypescript(body: unknown): string {
  return typeof body === "object" && body !== null && "text" in body ? String(body.text) : "";
}
