/** Mercurius on Fastify with its usual plugins, compiled queries and the same schema. */
import Fastify from "fastify";
import { mercurius } from "mercurius";
import { announce } from "../announce.ts";
import { officesOf } from "../job.ts";
import { idOf, usePlugins, write } from "./fastify-plugins.ts";
import { job, own } from "./headers.ts";

const offices = officesOf(job);
const app = Fastify({ genReqId: idOf });
await usePlugins(app);
app.addHook("onRequest", (request, reply, done) => {
  write(request, reply, own.graphql, false);
  done();
});
await app.register(mercurius, {
  schema: job.sdl,
  resolvers: { Query: { offices: () => offices } },
  path: "/api/graphql",
  jit: 1,
});
await app.listen({ port: 0, host: "127.0.0.1" });
announce(Number(new URL(app.listeningOrigin).port));
