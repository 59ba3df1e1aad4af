/** The form of the registry document, for readers of stored documents. */
import { z } from "zod";
import type { JsonSchema } from "../../schema/json-schema.ts";

/** Number of the format; raised when a reader of the former number would misunderstand. */
export const FORMAT = 1;

const Schema = z.custom<JsonSchema>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  "expected a JSON Schema",
);
/** Values by header name: the value if it is the same on every request, else null. */
const Headers = z.record(z.string(), z.string().nullable());

/** Headers of answers to requests without a route: `error` and `options`. */
const HeadersByOutcome = z.record(z.string(), Headers);

const RouteDocument = z.object({
  method: z.string(),
  path: z.string(),
  /** `plugin.routeId`. */
  ref: z.string(),
  /** Operation id, as in OpenAPI. */
  operation: z.string(),
  plugin: z.string(),
  kind: z.string(),
  summary: z.string(),
  description: z.string().nullable(),
  /** Object schemas with one property a parameter. Parameters of lists are among `query`. */
  params: Schema,
  query: Schema,
  requestHeaders: Schema,
  /** The usual body; of JSON, if there are no `bodies`. */
  body: Schema.nullable(),
  /** Name that the body's schema is published under. */
  bodyType: z.string().nullable(),
  /** Bodies by media type, `body` among them; absent if all are `application/json`. */
  bodies: z
    .record(z.string(), z.object({ schema: Schema, type: z.string().nullable() }))
    .optional(),
  /** Largest request body in bytes, if something limits it. */
  maxBodyBytes: z.number().nullable(),
  idempotency: z.enum(["natural", "key", "none"]).nullable(),
  /** Absent where requests without a condition are answered. */
  preconditions: z.literal("required").optional(),
  /** Schema of the body; published types as `#/schemas/Name`. */
  returns: Schema.nullable(),
  /** Object schema of headers that the handler fills, one property each; absent if it fills none. */
  responseHeaders: Schema.optional(),
  /** Schemas of a stream's events by name. */
  events: z.record(z.string(), Schema),
  mediaTypes: z.array(z.string()),
  errorMediaTypes: z.array(z.string()),
  /** Statuses that come with the body, or of the redirect. */
  statuses: z.array(z.number()),
  redirectsTo: z.string().nullable(),
  /** Codes that the route itself may answer with. */
  errors: z.array(z.string()),
  /** Policies that may refuse a request, but for its credential. */
  refusedBy: z.array(z.string()),
  /** Scopes that a principal needs; absent if none has to be known. */
  requiredScopes: z.array(z.string()).optional(),
  cache: z
    .union([
      z.literal("no-store"),
      z.object({
        scope: z.enum(["public", "private"]),
        /** Seconds. */
        maxAge: z.number(),
        staleWhileRevalidate: z.number(),
        versioned: z.literal(true).exactOptional(),
      }),
    ])
    .nullable(),
  /** Paths by relation; relations of a list's items begin with `items.`. */
  relations: z.record(z.string(), z.string()),
  headers: HeadersByOutcome,
  /** The route's values under keys that policies own, except the keys that `requiredScopes` follows from. */
  settings: z.record(z.string(), z.unknown()),
});
/** A route of the registry document. */
export type RouteDocument = z.infer<typeof RouteDocument>;

const Severity = z.enum(["breaking", "unknown", "non-breaking"]);

/** Point with its noun and rates, so that documents can be compared without the plugin that reads the point. */
const PointDocument = z.object({
  noun: z.string(),
  rates: z.object({ added: Severity, removed: Severity, changed: Severity }),
  entries: z.record(z.string(), z.unknown()),
});

/** The whole document. Points may add parts, whose readers know their form. */
export const RegistryDocument = z.looseObject({
  format: z.literal(FORMAT),
  service: z.object({ name: z.string(), version: z.string(), description: z.string() }),
  revision: z.string(),
  /** Enabled plugins. */
  plugins: z.array(z.object({ id: z.string(), summary: z.string() })),
  routes: z.array(RouteDocument),
  /** Headers of answers to requests that no route takes. */
  unmatched: HeadersByOutcome,
  /** Published types by name. */
  schemas: z.record(z.string(), Schema),
  errors: z.array(z.object({ code: z.string(), status: z.number(), message: z.string() })),
  /** Scopes that a principal needs to receive an event; absent where everybody receives all. */
  audiences: z.record(z.string(), z.array(z.string())).optional(),
  policies: z.array(
    z.object({
      id: z.string(),
      plugin: z.string(),
      /** The route key that it owns. */
      key: z.string().nullable(),
      /** True if the policy decides who may have data. */
      guards: z.boolean().default(false),
      /** The policy's way to find the principal of a request. */
      identifies: z.object({ scheme: z.record(z.string(), z.string()) }).optional(),
      writes: z.array(z.string()),
      /** The policy's statement; null without one. */
      statement: z.unknown(),
    }),
  ),
  /** The entries of points that publish them, by point; absent where no point does. */
  points: z.record(z.string(), PointDocument).optional(),
  /** Texts that plugins derive from the registry, by name. */
  exports: z.record(z.string(), z.string()),
});
export type RegistryDocument = z.infer<typeof RegistryDocument>;
