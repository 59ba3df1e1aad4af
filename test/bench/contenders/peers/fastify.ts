/** Fastify 5 with its usual plugins and response schemas. */
import Fastify from "fastify";
import { announce } from "../announce.ts";
import { healthOf, lister, missingOf } from "../job.ts";
import { idOf, usePlugins, write } from "./fastify-plugins.ts";
import { job, own } from "./headers.ts";

/** The list's own schema. Sparse fields leave members out, so that none is required; `$id` and `$schema` are the document's. */
const listSchema: object = JSON.parse(JSON.stringify(job.listSchema), (key, value) =>
  key === "required" || key === "$id" || key === "$schema" ? undefined : value,
);
const schema = { response: { 200: listSchema } };

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
