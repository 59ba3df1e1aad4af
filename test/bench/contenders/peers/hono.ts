/** Hono with its own middleware and the usual rate limiter. */
import { serve } from "@hono/node-server";
import { Hono, type Context } from "hono";
import { compress } from "hono/compress";
import { cors } from "hono/cors";
import { etag } from "hono/etag";
import { requestId, type RequestIdVariables } from "hono/request-id";
import { secureHeaders } from "hono/secure-headers";
import { endTime, setMetric, startTime, timing, type TimingVariables } from "hono/timing";
import { rateLimiter } from "hono-rate-limiter";
import type { HttpBindings } from "@hono/node-server";
import type { AddressInfo } from "node:net";
import { announce } from "../announce.ts";
import { traceparent } from "../fresh.ts";
import { healthOf, LIMIT, lister, missingOf, WINDOW_SECONDS } from "../job.ts";
import { exposed, job, own, RATE_LIMIT_POLICY } from "./headers.ts";

interface Env {
  Bindings: HttpBindings;
  Variables: RequestIdVariables &
    TimingVariables & { trace: string; rateLimit: { remaining: number; resetTime?: Date } };
}

const [list, health, missing] = [lister(job), healthOf(job), missingOf(job)];
const openapi = JSON.parse(job.openapi.body);

/** Writes a route's own headers; `timed` ones tell how long they took. */
function write(
  context: Context<Env>,
  headers: readonly (readonly [string, string])[],
  timed: boolean,
): void {
  for (const [name, value] of headers) context.header(name, value);
  if (!timed) return;
  endTime(context, "app");
  setMetric(context, "trace", context.get("trace"));
}

const app = new Hono<Env>();
app.use(timing({ total: false, autoEnd: false }));
app.use(requestId());
app.use(cors({ origin: "*", exposeHeaders: exposed }));
app.use(
  secureHeaders({
    contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    crossOriginResourcePolicy: "cross-origin",
    referrerPolicy: "strict-origin-when-cross-origin",
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    strictTransportSecurity: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  }),
);
app.use(compress({ encoding: "gzip" }));
app.use(etag());
app.use(
  rateLimiter<Env>({
    windowMs: WINDOW_SECONDS * 1000,
    limit: LIMIT,
    keyGenerator: (context) => context.env.incoming.socket.remoteAddress ?? "",
  }),
);
app.use(async (context, next) => {
  startTime(context, "app");
  const trace = traceparent(context.req.header("traceparent"));
  context.set("trace", trace);
  context.header("traceparent", trace);
  const { remaining, resetTime } = context.get("rateLimit");
  const reset = Math.ceil(((resetTime?.getTime() ?? 0) - Date.now()) / 1000);
  context.header("x-ratelimit-limit", String(LIMIT));
  context.header("x-ratelimit-remaining", String(remaining));
  context.header("x-ratelimit-reset", String(reset));
  context.header("ratelimit-policy", RATE_LIMIT_POLICY);
  context.header("ratelimit", `"default";r=${remaining};t=${reset}`);
  await next();
});
app.get("/api/offices", (context) => {
  const fields = context.req.query("fields");
  write(context, fields === undefined ? own.list : own.sparse, true);
  return context.json(list(fields));
});
app.get("/api/openapi", (context) => {
  write(context, own.openapi, false);
  return context.json(openapi);
});
app.get("/api/health", (context) => {
  write(context, own.health, true);
  return context.json(health());
});
app.notFound((context) => {
  write(context, own.missing, false);
  return context.body(JSON.stringify(missing(context.get("requestId"))), 404, {
    "content-type": "application/problem+json",
  });
});
const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, (info: AddressInfo) =>
  announce(info.port),
);
server.on("error", (error: Error) => {
  throw error;
});
