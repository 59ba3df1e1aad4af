import { definePlugin, type Registry } from "waymark";
import { RootLinks } from "waymark/services";
import { z } from "zod";
import { ApiRoot, ApiVersion, Service, Stability } from "../../schemas/api.ts";
import { conformsTo } from "./standards.ts";

const Options = z.strictObject({
  apiVersion: z
    .string()
    .min(1)
    .default("v1")
    .describe("Name of the API's version, as opposed to the release's."),
  stability: Stability.default("stable"),
  sunset: z.iso
    .date()
    .optional()
    .describe("The day this version stops answering, such as 2030-01-01. Default: none is set."),
  otherVersions: z
    .array(
      z.strictObject({
        ...ApiVersion.shape,
        apiRoot: z
          .string()
          .regex(/^(https?:\/\/|\/)/, "write a URL, or a path that begins with a slash"),
        sunset: ApiVersion.shape.sunset.default(null),
      }),
    )
    .default([])
    .describe("Versions served elsewhere, for /api/versions: version, stability, apiRoot, sunset."),
});

/** Links of the root to follow first, by relation; links that are off are left out. */
const RECOMMENDED = ["capabilities", "openapi", "developers"];

function recommendedOf(registry: Registry): string[] {
  const { hrefs } = registry.of(RootLinks);
  return RECOMMENDED.filter((name) => Object.hasOwn(hrefs, name));
}

export default definePlugin({
  id: "root",
  summary: "The entry to the API, which links to every other resource.",
  section: "discovery",
  icon: "M1.75 7.5 8 2l6.25 5.5M3.5 6v8h9V6M6.5 14v-4h3v4",
  options: Options,
  points: [RootLinks],
  schemas: { ApiRoot, Service },
  capabilities: {
    apiVersioning: true,
    stability: true,
    recommended: (registry) => recommendedOf(registry).length > 0,
    conformsTo: true,
  },

  routes: {
    showRoot: {
      method: "GET",
      path: "/api",
      summary: "Read the entry to the API.",
      returns: ApiRoot,
      document: true,
      cache: { scope: "public", maxAge: "60s" },
      serverTiming: true,
    },
    // In this plugin because it publishes the same version and links to the root.
    listVersions: {
      method: "GET",
      path: "/api/versions",
      summary: "List the versions of the API.",
      list: { of: ApiVersion, as: "versions", name: "ApiVersions" },
      document: true,
      publish: { rootLink: "versions", capability: "apiVersionLifecycle" },
      cache: { scope: "public", maxAge: "5m" },
    },
  },

  documents: {
    showRoot: (registry, { apiVersion, stability }) => ({
      service: registry.app.name,
      version: registry.app.version,
      apiVersion,
      stability,
      recommended: recommendedOf(registry),
      conformsTo: conformsTo(registry),
    }),
    listVersions: ({ href }, { apiVersion, stability, sunset, otherVersions }) => [
      {
        version: apiVersion,
        stability,
        apiRoot: href("root.showRoot") ?? "/",
        sunset: sunset ?? null,
      },
      ...otherVersions,
    ],
  },

  relations: { showRoot: (registry) => registry.of(RootLinks).hrefs },
});
