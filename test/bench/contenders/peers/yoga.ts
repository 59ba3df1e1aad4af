/** graphql-yoga on node:http, with the headers of the job and the same schema. */
import { createSchema, createYoga } from "graphql-yoga";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { announce } from "../announce.ts";
import { officesOf } from "../job.ts";
import { slotsOf } from "../slots.ts";
import { job } from "./headers.ts";

const offices = officesOf(job);
const yoga = createYoga({
  schema: createSchema({ typeDefs: job.sdl, resolvers: { Query: { offices: () => offices } } }),
  graphqlEndpoint: "/api/graphql",
  cors: false, // among the headers below
  graphiql: false,
  landingPage: false,
  logging: false,
});
const slots = slotsOf(job.graphql, { "content-type": undefined, "content-length": undefined });

const server = createServer((request, response) => {
  const headers = slots.fill(request, performance.now());
  for (let i = 0; i < headers.length; i += 2)
    response.setHeader(headers[i] ?? "", headers[i + 1] ?? "");
  void yoga(request, response);
});
server.listen(0, "127.0.0.1", () => announce((server.address() as AddressInfo).port));
