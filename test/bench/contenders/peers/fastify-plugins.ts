/** Fastify's usual plugins for the job, for Fastify itself and for NestJS on top of it. */
import compress from "@fastify/compress";
import cors from "@fastify/cors";
import etag from "@fastify/etag";
import helmet from "@fastify/helmet";
import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { requestId, serverTiming, traceparent } from "../fresh.ts";
import { LIMIT, WINDOW_SECONDS } from "../job.ts";
import { exposed, helmetOptions, RATE_LIMIT_POLICY } from "./headers.ts";

declare module "fastify" {
  interface FastifyRequest {
    startedAt: number;
    trace: string;
  }
}

/** Returns the request's id, for Fastify's option `genReqId`. */
export function idOf(request: { headers: Record<string, string | string[] | undefined> }): string {
  return requestId(request.headers["x-request-id"]);
}

export async function usePlugins(app: FastifyInstance): Promise<void> {
  app.decorateRequest("startedAt", 0);
  app.decorateRequest("trace", "");
  app.addHook("onRequest", (request, reply, done) => {
    request.startedAt = performance.now();
    request.trace = traceparent(request.headers["traceparent"]);
    reply.header("x-request-id", request.id).header("traceparent", request.trace);
    done();
  });
  await app.register(cors, { origin: "*", exposedHeaders: exposed });
  await app.register(helmet, helmetOptions);
  await app.register(rateLimit, { max: LIMIT, timeWindow: WINDOW_SECONDS * 1000 });
  await app.register(compress, { encodings: ["gzip"] });
  await app.register(etag);
  app.addHook("onSend", (_request, reply, payload, done) => {
    const remaining = reply.getHeader("x-ratelimit-remaining");
    if (remaining !== undefined) {
      reply.header("ratelimit-policy", RATE_LIMIT_POLICY);
      reply.header(
        "ratelimit",
        `"default";r=${remaining};t=${reply.getHeader("x-ratelimit-reset")}`,
      );
    }
    done(null, payload);
  });
}

/** Writes a route's own headers; `timed` ones tell how long they took. */
export function write(
  request: FastifyRequest,
  reply: FastifyReply,
  headers: readonly (readonly [string, string])[],
  timed: boolean,
): void {
  for (const [name, value] of headers) reply.header(name, value);
  if (timed) reply.header("server-timing", serverTiming(request.startedAt, request.trace));
}
