/** The contract's table of headers, as data: what must be there, on which routes and outcomes. */
import type { SealedRoute } from "waymark";

/** Kind of an answer, after the cause. */
export type Kind = "ok" | "head" | "notModified" | "redirect" | "error" | "options" | "preflight";

/** Answer with its cause. */
export interface Observed {
  readonly kind: Kind;
  /** Route of the request; undefined if none matched. */
  readonly route: SealedRoute | undefined;
  readonly headers: Headers;
}

export interface HeaderRule {
  readonly header: string;
  /** Checks that the contract asks for the header. */
  applies(observed: Observed): boolean;
  readonly value: RegExp;
}

/** The routes on which the contract asks for Server-Timing. */
export const TIMED = [
  "/api/health",
  "/api/status",
  "/api",
  "/api/capabilities",
  "/api/brains",
  "/api/offices",
  "/api/locales",
  "/api/schemas",
  "/api/limits",
  "/api/version",
  "/api/usage",
  "/api/time",
  "/api/metrics",
  "/api/request-info",
];

const everywhere = () => true;
const on =
  (path: string, ...kinds: Kind[]) =>
  ({ route, kind }: Observed) =>
    route?.path === path && (kinds.length === 0 || kinds.includes(kind));

export const CONTRACT_HEADERS: readonly HeaderRule[] = [
  { header: "X-RateLimit-Limit", applies: everywhere, value: /^\d+$/ },
  { header: "X-RateLimit-Remaining", applies: everywhere, value: /^\d+$/ },
  { header: "Link", applies: everywhere, value: /<\/api\/openapi>; rel="describedby"/ },
  {
    header: "Link",
    applies: ({ kind, route }) =>
      (kind === "ok" || kind === "notModified") && route?.schema !== undefined,
    value: /<\/api\/schemas\/[A-Za-z]+>; rel="profile"/,
  },
  { header: "Access-Control-Allow-Origin", applies: everywhere, value: /^\*$/ },
  {
    header: "Access-Control-Expose-Headers",
    applies: ({ kind }) => kind !== "options" && kind !== "preflight",
    value: /^(?=.*\bETag\b)(?=.*\bServer-Timing\b)(?=.*\bContent-Digest\b)(?=.*\btraceparent\b)/,
  },
  {
    header: "Access-Control-Allow-Headers",
    applies: ({ kind }) => kind === "preflight",
    value: /If-None-Match/,
  },
  {
    header: "Access-Control-Allow-Methods",
    applies: ({ kind }) => kind === "preflight",
    value: /^(GET|POST)/,
  },
  { header: "Date", applies: everywhere, value: /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/ },
  { header: "X-Request-ID", applies: everywhere, value: /^[A-Za-z0-9._~-]{1,128}$/ },
  {
    header: "traceparent",
    applies: everywhere,
    value: /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/,
  },
  {
    header: "Permissions-Policy",
    applies: everywhere,
    value: /^camera=\(\), microphone=\(\), geolocation=\(\)$/,
  },
  { header: "Referrer-Policy", applies: everywhere, value: /^strict-origin-when-cross-origin$/ },
  {
    header: "Server-Timing",
    applies: ({ route, kind }) =>
      route !== undefined &&
      TIMED.includes(route.path) &&
      kind !== "options" &&
      kind !== "preflight",
    value: /^app;dur=\d/,
  },
  { header: "Cache-Control", applies: on("/api/health", "ok", "head"), value: /^no-store$/ },
  { header: "Cache-Control", applies: on("/api/status", "ok", "head"), value: /^no-store$/ },
  {
    header: "Cache-Control",
    applies: on("/api/offices", "ok", "head", "notModified"),
    value: /^public, max-age=\d+, stale-while-revalidate=\d+$/,
  },
  { header: "Cache-Control", applies: ({ kind }) => kind === "error", value: /^no-store$/ },
  {
    header: "Cache-Control",
    applies: ({ kind }) => kind !== "options" && kind !== "preflight",
    value: /./,
  },
  {
    header: "Content-Digest",
    applies: on("/api/version", "ok"),
    value: /^sha-256=:[A-Za-z0-9+/]{43}=:$/,
  },
  { header: "Vary", applies: on("/api/health", "ok", "head"), value: /Want-Digest/ },
  { header: "Vary", applies: ({ kind }) => kind === "error", value: /\bAccept\b/ },
  {
    header: "Allow",
    applies: ({ kind }) => kind === "options" || kind === "preflight",
    value: /OPTIONS/,
  },
];
