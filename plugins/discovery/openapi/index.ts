import { definePlugin, type Registry } from "waymark";
import { getOrMake } from "waymark/advanced";
import { absoluteRootLink, RootLinks } from "waymark/services";
import { z } from "zod";

const Options = z.strictObject({
  license: z
    .strictObject({ name: z.string().min(1), url: z.url().optional() })
    .default({ name: "MIT", url: "https://opensource.org/license/mit" })
    .describe("Licence of the API."),
});

/** YAML under its registered name (RFC 9512), the proposed and the older names of OpenAPI, and names that predate both. */
const YAML_TYPES = [
  "application/yaml",
  "application/openapi+yaml",
  "application/vnd.oai.openapi",
  "application/x-yaml",
  "text/yaml",
] as const;

const FILE = {
  method: "GET",
  returns: z.record(z.string(), z.unknown()),
  document: true,
  asset: true,
  bareBody: true,
  cache: { scope: "public", maxAge: "5m" },
} as const;

export default definePlugin({
  id: "openapi",
  summary: "The OpenAPI 3.0 description of every route.",
  section: "discovery",
  icon: "M4.75 4.5 1.25 8l3.5 3.5M11.25 4.5 14.75 8l-3.5 3.5M9.25 2.75l-2.5 10.5",
  points: [RootLinks],
  options: Options,
  capabilities: { openapi: true, openapiYaml: true },

  routes: {
    showOpenapi: {
      method: "GET",
      path: "/api/openapi",
      summary: "Read the OpenAPI description, as JSON or YAML.",
      returns: z.record(z.string(), z.unknown()),
      document: true,
      produces: [
        "application/json",
        "application/openapi+json",
        "application/vnd.oai.openapi+json",
        ...YAML_TYPES,
      ],
      publish: { rootLink: "openapi" },
      cache: { scope: "public", maxAge: "5m" },
    },
    // Links cannot choose a media type, and browsers see /api/openapi as a page.
    showJsonFile: {
      ...FILE,
      path: "/developers/openapi.json",
      summary: "Download the OpenAPI description as JSON.",
    },
    showYamlFile: {
      ...FILE,
      path: "/developers/openapi.yaml",
      summary: "Download the OpenAPI description as YAML.",
      produces: ["application/yaml"],
    },
    wellKnownOpenapi: {
      method: "GET",
      path: "/.well-known/openapi",
      summary: "Moved to /api/openapi.",
      redirect: { to: "showOpenapi", status: 308 },
      cache: { scope: "public", maxAge: "300s" },
    },
  },

  documents: {
    showOpenapi: describe,
    showJsonFile: describe,
    showYamlFile: describe,
  },

  renderers: {
    showOpenapi: Object.fromEntries(YAML_TYPES.map((mediaType) => [mediaType, renderYaml])),
    showYamlFile: { "application/yaml": renderYaml },
  },
});

const documents = new WeakMap<Registry, Promise<Readonly<Record<string, unknown>>>>();

/** Describes a registry once for all its forms. Imports the derivation, which a start does without. */
function describe(registry: Registry, options: z.output<typeof Options>) {
  return getOrMake(documents, registry, async () => {
    const { openapiDocument } = await import("./document.ts");
    return openapiDocument(registry, about(registry, options));
  });
}

function about(registry: Registry, { license }: z.output<typeof Options>) {
  const support = absoluteRootLink(registry, "support");
  const terms = absoluteRootLink(registry, "terms");
  const docs = absoluteRootLink(registry, "docs") ?? absoluteRootLink(registry, "developers");
  return {
    contact: { name: registry.app.name, ...(support === undefined ? {} : { url: support }) },
    license,
    ...(terms === undefined ? {} : { termsOfService: terms }),
    externalDocs: docs === undefined ? undefined : { url: docs },
  };
}

/** Quotes strings such as `no` and `2025-03-01`, which readers of YAML 1.1 take for a boolean and a date. */
async function renderYaml(body: unknown): Promise<string> {
  const { stringify } = await import("yaml");
  return stringify(body, { compat: "yaml-1.1", aliasDuplicateObjects: false, lineWidth: 0 });
}
