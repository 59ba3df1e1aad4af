/** Express 5 with its usual middleware; its entity tags are its own. */
import compression from "compression";
import cors from "cors";
import express, { type Request, type Response } from "express";
import { rateLimit } from "express-rate-limit";
import helmet from "helmet";
import type { AddressInfo } from "node:net";
import { announce } from "../announce.ts";
import { requestId, serverTiming, traceparent } from "../fresh.ts";
import { healthOf, LIMIT, lister, missingOf, WINDOW_SECONDS } from "../job.ts";
import { exposed, helmetOptions, job, own } from "./headers.ts";

const [list, health, missing] = [lister(job), healthOf(job), missingOf(job)];
const openapi = JSON.parse(job.openapi.body);

/** Writes a route's own headers; `timed` ones tell how long they took. */
function write(
  response: Response,
  headers: readonly (readonly [string, string])[],
  timed: boolean,
): void {
  for (const [name, value] of headers) response.setHeader(name, value);
  const { startedAt, trace } = response.locals;
  if (timed) response.setHeader("server-timing", serverTiming(startedAt, trace));
}

const app = express();
app.set("etag", "strong");
app.use((request: Request, response: Response, next) => {
  const trace = traceparent(request.headers["traceparent"]);
  const id = requestId(request.headers["x-request-id"]);
  Object.assign(response.locals, { startedAt: performance.now(), trace, id });
  response.setHeader("x-request-id", id);
  response.setHeader("traceparent", trace);
  next();
});
app.use(cors({ origin: "*", exposedHeaders: exposed }));
app.use(helmet(helmetOptions));
app.use(
  rateLimit({
    windowMs: WINDOW_SECONDS * 1000,
    limit: LIMIT,
    identifier: "default",
    standardHeaders: "draft-8",
    legacyHeaders: true,
  }),
);
app.use(compression());
app.get("/api/offices", (request: Request, response: Response) => {
  const { fields } = request.query;
  write(response, fields === undefined ? own.list : own.sparse, true);
  response.json(list(typeof fields === "string" ? fields : undefined));
});
app.get("/api/openapi", (_request: Request, response: Response) => {
  write(response, own.openapi, false);
  response.json(openapi);
});
app.get("/api/health", (_request: Request, response: Response) => {
  write(response, own.health, true);
  response.json(health());
});
app.use((_request: Request, response: Response) => {
  write(response, own.missing, false);
  response
    .status(404)
    .type("application/problem+json")
    .send(JSON.stringify(missing(response.locals["id"])));
});
const server = app.listen(0, "127.0.0.1", () => announce((server.address() as AddressInfo).port));
