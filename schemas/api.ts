import { z } from "zod";

/** The stages in the life of an API version, in order. */
export const Stability = z.enum(["experimental", "beta", "stable", "deprecated", "retired"]);

/** A summary of the server and its API. */
export const Service = z.object({
  name: z.string().meta({ examples: ["waymark"] }),
  version: z.string().meta({ examples: ["0.1.0"] }),
  apiVersion: z.string().meta({ examples: ["1"] }),
  stability: Stability,
  description: z.string().meta({ examples: ["An API server that describes itself."] }),
  documentation: z.url().optional(),
});

/** The entry to the API, which links to every other resource. */
export const ApiRoot = z.object({
  service: z.string(),
  version: z.string(),
  apiVersion: z.string(),
  stability: Stability,
  recommended: z.array(z.string()).describe("Links to follow first, by relation name."),
  conformsTo: z.array(z.url()).describe("Specifications that the API follows."),
});

/** A version of the API, as opposed to a release of the server. */
export const ApiVersion = z
  .object({
    version: z.string(),
    stability: Stability,
    apiRoot: z.string().describe("Entry of the version: a path on this server, or a URL."),
    sunset: z.iso
      .date()
      .nullable()
      .describe("The day it stops answering; null when no day is set."),
  })
  .meta({ id: "ApiVersion" });

const AnnouncingHeader = z
  .object({ name: z.string(), reference: z.string() })
  .meta({ id: "AnnouncingHeader" });

/** A route that will be removed: deprecated since a day, and possibly gone from its `sunset` on. */
export const DeprecatedRoute = z
  .object({
    method: z.string(),
    path: z.string(),
    since: z.iso.date(),
    sunset: z.iso.date(),
    successor: z.string().nullable().describe("Path of its replacement."),
  })
  .meta({ id: "DeprecatedRoute" });

/** Announcement of deprecations (RFC 9745, RFC 8594), and the deprecated routes. */
export const DeprecationPolicyDiscovery = z.object({
  noticePeriodMonths: z.int().min(0).describe("Minimum time from deprecation to sunset."),
  sunsetHeader: AnnouncingHeader,
  deprecationHeader: AnnouncingHeader,
  stabilityValues: z.array(Stability),
  routes: z.array(DeprecatedRoute).describe("The routes that are deprecated now."),
});

/** Features of the server as it is configured. */
export const Capabilities = z.object({
  capabilities: z.record(z.string(), z.boolean()).describe("Feature flags by name."),
  schemaTypes: z.int().min(0).describe("Number of published payload types."),
  serverTiming: z.boolean(),
});

/** The specifications that the API follows. */
export const ConformsTo = z.object({
  conformsTo: z.array(z.url()).describe("Specifications that the API follows."),
  // The items are names, not resources, so no list engine makes this envelope.
  _meta: z.object({ count: z.int().min(0) }),
});

/** The payload types that have a JSON Schema. */
export const SchemasList = z.object({
  schemas: z
    .array(z.string())
    .describe("Names of types; /api/schemas/{type} has the JSON Schema of each."),
  // The items are names, not resources, so no list engine makes this envelope.
  _meta: z.object({
    count: z.int().min(0),
    schemaVersion: z.string().describe("The dialect of the JSON Schemas, as a URI."),
  }),
});

/** Entry of the changelog. A version may have several. */
export const Release = z
  .object({
    version: z
      .string()
      .min(1)
      .meta({ examples: ["0.1.0"] }),
    date: z.iso.date(),
    summary: z
      .string()
      .min(1)
      .describe("The change, in one sentence.")
      .meta({ examples: ["Offices have hitos."] }),
  })
  .meta({ id: "Release" });
