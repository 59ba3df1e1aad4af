/** The groups of response headers, and the order of the headers in each. */

/** Groups of response headers, in the order in which they are shown. */
export const HEADER_GROUPS = [
  "first",
  "caching",
  "limits",
  "tracing",
  "transport",
  "security",
  "other",
] as const;
export type HeaderGroup = (typeof HEADER_GROUPS)[number];

/** Groups of headers by lower-case name. Headers without a group here come last. */
const GROUPS: Readonly<Record<Exclude<HeaderGroup, "other">, readonly string[]>> = {
  // Headers that ask for something: to go elsewhere, to wait, to authenticate, to move on.
  first: [
    "location",
    "retry-after",
    "www-authenticate",
    "allow",
    "deprecation",
    "sunset",
    "preference-applied",
    "idempotency-replayed",
    "content-type",
  ],
  caching: ["cache-control", "etag", "last-modified", "expires", "age", "vary"],
  limits: [
    "ratelimit",
    "ratelimit-policy",
    "x-ratelimit-limit",
    "x-ratelimit-remaining",
    "x-ratelimit-reset",
  ],
  tracing: ["x-request-id", "traceparent", "tracestate", "server-timing", "timing-allow-origin"],
  transport: [
    "date",
    "content-length",
    "content-encoding",
    "content-digest",
    "repr-digest",
    "transfer-encoding",
    "connection",
    "keep-alive",
    "via",
    "server",
    "x-accel-buffering",
  ],
  security: [
    "strict-transport-security",
    "content-security-policy",
    "x-content-type-options",
    "referrer-policy",
    "permissions-policy",
    "cross-origin-resource-policy",
    "access-control-allow-origin",
    "access-control-expose-headers",
    "access-control-allow-methods",
    "access-control-allow-headers",
    "access-control-allow-credentials",
    "access-control-max-age",
  ],
};

/** Group of each header, in the order in which they are shown. */
export const GROUP_OF: ReadonlyMap<string, HeaderGroup> = new Map(
  Object.entries(GROUPS).flatMap(([group, names]) =>
    // Object.entries forgets the type of the keys.
    names.map((name) => [name, group as HeaderGroup] as const),
  ),
);
