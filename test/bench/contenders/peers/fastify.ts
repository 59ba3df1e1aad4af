/** Fastify 5 with its usual plugins and response schemas. */
import Fastify from "fastify";
import { announce } from "../announce.ts";
import { healthOf, lister, missingOf } from "../job.ts";
import { idOf, usePlugins, write } from "./fastify-plugins.ts";
import { job, own } from "./headers.ts";

const text = { type: "string" } as const;
const link = { type: "object", properties: { href: text } } as const;
const hito = {
  type: "object",
  properties: { id: text, title: text, status: text, dueDate: text, completedAt: text },
} as const;
const office = {
  type: "object",
  properties: { id: text, name: text, hitos: { type: "array", items: hito } },
} as const;
const schema = {
  response: {
    200: {
      type: "object",
      properties: {
        offices: { type: "array", items: office },
        _meta: { type: "object", properties: { count: { type: "integer" } } },
        _links: { type: "object", properties: { self: link, profile: link } },
      },
    },
  },
} as const;

const [list, health, missing] = [lister(job), healthOf(job), missingOf(job)];
const openapi = JSON.parse(job.openapi.body);

const app = Fastify({ genReqId: idOf });
await usePlugins(app);
app.get<{ Querystring: { fields?: string } }>("/api/offices", { schema }, (request, reply) => {
  const { fields } = request.query;
  write(request, reply, fields === undefined ? own.list : own.sparse, true);
  return reply.send(list(fields));
});
app.get("/api/openapi", (request, reply) => {
  write(request, reply, own.openapi, false);
  return reply.send(openapi);
});
app.get("/api/health", (request, reply) => {
  write(request, reply, own.health, true);
  return reply.send(health());
});
app.setNotFoundHandler({ preHandler: app.rateLimit() }, (request, reply) => {
  write(request, reply, own.missing, false);
  return reply.code(404).type("application/problem+json").send(missing(request.id));
});
await app.listen({ port: 0, host: "127.0.0.1" });
announce(Number(new URL(app.listeningOrigin).port));
