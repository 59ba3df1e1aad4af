/** GraphQL over HTTP, after the draft of August 2026 (https://graphql.github.io/graphql-over-http/draft/). */
import { definePlugin, type HandlerCall } from "waymark";
import { Runtime } from "waymark/services";
import { GraphQLResponse } from "../../schemas/graphql-response.ts";
import type { Execute, Problem } from "./execute.ts";
import { GraphQLParameters, GraphQLRequest, Options, type Asked } from "./request.ts";

/** The type for clients that know it; the other for clients that accept nothing else. */
const RESPONSE_TYPES = ["application/graphql-response+json", "application/json"] as const;

export default definePlugin({
  id: "graphql",
  summary: "Every list and resource within one query.",
  options: Options,
  needs: { runtime: Runtime },
  schemas: { GraphQLResponse },
  capabilities: { graphql: true },
  rootLinks: { graphql: { to: "queryGraphql" } },

  routes: {
    queryGraphql: {
      method: "GET",
      path: "/api/graphql",
      summary: "Run a GraphQL query.",
      description:
        "What cannot be run is 400 or 422, or 200 with `errors` for clients that accept application/json only. A field that fails leaves null and an error, with 200.",
      query: GraphQLParameters,
      returns: GraphQLResponse,
      members: false,
      produces: RESPONSE_TYPES,
      statuses: [400, 422],
      errors: ["method-not-allowed"],
      // Whatever is read may have changed: caches ask again, and are told when nothing has.
      cache: { scope: "public", maxAge: "0s" },
    },
    postGraphql: {
      method: "POST",
      path: "/api/graphql",
      summary: "Run a GraphQL query that comes as a JSON body.",
      body: GraphQLRequest,
      returns: GraphQLResponse,
      members: false,
      produces: RESPONSE_TYPES,
      statuses: [400, 422],
      idempotency: "natural",
    },
  },

  handlers: ({ runtime }, { options, registry, log }) => {
    let loading: Promise<Execute> | undefined;
    // The library is large, so it waits for the first query.
    const load = () =>
      (loading ??= import("./execute.ts").then(({ createExecute }) =>
        createExecute(registry, runtime, options, log),
      ));

    async function run(asked: Asked, call: Caller) {
      const execute = await load();
      const { signal, requestId, client } = call;
      const { body, problem } = await execute(asked, { signal, requestId, client });
      const status = statusOf(problem, call.mediaType);
      if (status !== 200) call.status(status);
      return { body, problem };
    }

    return {
      queryGraphql: async (call) => {
        const { body, problem } = await run({ ...call.query, reading: true }, call);
        if (problem !== "writes") return body;
        return call.fail("method-not-allowed", {
          detail: "GET runs queries only. Other operations go with POST.",
        });
      },
      postGraphql: async (call) => (await run(call.body, call)).body,
    };
  },
});

type Caller = Pick<HandlerCall, "signal" | "requestId" | "client" | "mediaType"> & {
  status(status: 400 | 422): void;
};

/**
 * The draft's statuses, but for clients that know application/json only: to them errors of the query came with 200 always,
 * and what they do with another status is anybody's guess. A query that is too costly is refused to them as well.
 */
function statusOf(problem: Problem | undefined, mediaType: string): 200 | 400 | 422 {
  if (problem === "costs") return 422;
  // Errors of single fields are 200 as well: the 294 that the draft would like no cache and no monitor knows.
  if (problem === undefined || mediaType === "application/json") return 200;
  return problem === "syntax" ? 400 : 422;
}
