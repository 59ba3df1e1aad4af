/** GraphQL over HTTP, after the draft of August 2026 (https://graphql.github.io/graphql-over-http/draft/). */
import { definePlugin, type HandlerCall, type Registry } from "waymark";
import type { ExportChange } from "waymark/advanced";
import { Runtime } from "waymark/services";
import { errorPolicy } from "./errors.ts";
import { GraphQLResponse, RESPONSE_TYPES } from "./response.ts";
import { fieldConflicts } from "./derive/field-conflicts.ts";
import type { Execute, Result, Rejection } from "./execute.ts";
import { GraphQLParameters, GraphQLRequest, Options, type QueryRequest } from "./request.ts";

/** Queries that are run at the same time, half of them for one caller. They share the processor in slices. */
const PLACES = 32;
const MAX_WAIT_MS = 5000;

export default definePlugin({
  id: "graphql",
  summary: "Every list and resource within one query.",
  icon: "M8 1.5l5.6 3.25v6.5L8 14.5l-5.6-3.25v-6.5zM8 5.25l2.5 4.25h-5z",
  options: Options,
  needs: { runtime: Runtime },
  setup: (_use, { queue }) => ({
    state: {
      looks: { hit: 0, miss: 0 },
      places: queue("queries", { places: PLACES, perRoute: PLACES, maxWaitMs: MAX_WAIT_MS }),
    },
  }),
  policies: [errorPolicy],
  schemas: { GraphQLResponse },
  validate: fieldConflicts,
  doors: () => import("./doors.ts"),
  exports: {
    graphql: {
      derive: schemaText,
      violations: async (registry) =>
        (await import("./derive/violations.ts")).schemaViolations(registry),
      compare: compareSchemas,
    },
  },

  routes: {
    queryGraphql: {
      method: "GET",
      path: "/api/graphql",
      summary: "Run a GraphQL query.",
      description:
        "A query that cannot run is answered with 400 or 422, or with 200 and `errors` for clients that accept application/json only. A field that fails is null, with an entry in `errors` and status 200.",
      query: GraphQLParameters,
      returns: GraphQLResponse,
      bareBody: true,
      produces: RESPONSE_TYPES,
      statuses: [400, 422],
      errors: ["method-not-allowed"],
      publish: { rootLink: "graphql", capability: "graphql" },
      // Any data may have changed, so caches revalidate; an unchanged answer is 304.
      cache: { scope: "public", maxAge: "0s" },
    },
    postGraphql: {
      method: "POST",
      path: "/api/graphql",
      summary: "Run a GraphQL query that comes as a JSON body.",
      body: GraphQLRequest,
      maxPayloadBytes: 262_144,
      returns: GraphQLResponse,
      bareBody: true,
      produces: RESPONSE_TYPES,
      statuses: [400, 422],
      idempotency: "natural",
      transaction: false,
      news: false, // they follow from the writes that it passes on
    },
    showSchemaFile: {
      method: "GET",
      path: "/developers/schema.graphql",
      summary: "Download the GraphQL schema.",
      text: { mediaType: "text/plain" }, // the schema language has no registered media type
      document: true,
      asset: true,
      cache: { scope: "public", maxAge: "5m" },
    },
  },

  documents: { showSchemaFile: schemaText },

  metrics: (_use, { state: { looks } }) => ({
    kept_answers_total: {
      help: "Queries whose answer may be kept, by whether it was.",
      type: "counter",
      detail: true,
      read: () => Object.entries(looks).map(([kept, value]) => ({ labels: { kept }, value })),
    },
  }),

  handlers: ({ runtime }, { options, registry, log, state: { looks, places } }) => {
    let execute: Execute | undefined;
    // The library is large, so it waits for the first query.
    async function load(): Promise<Execute> {
      const { createExecute } = await import("./execute.ts");
      return (execute ??= createExecute(registry, runtime, options, { log, looks, places }));
    }

    /** Runs a request. Returns the result itself, without a promise, if the answer is there already. */
    function run(request: QueryRequest, call: Caller): Result | Promise<Result> {
      const outcome =
        execute === undefined
          ? load().then((loaded) => loaded(request, call))
          : execute(request, call);
      const withStatus = (result: Result): Result => {
        const status = statusOf(result.problem, call.mediaType);
        if (status !== 200) call.status(status);
        return result;
      };
      return outcome instanceof Promise ? outcome.then(withStatus) : withStatus(outcome);
    }

    return {
      queryGraphql: async (call) => {
        const { body, problem } = await run({ ...call.query, reading: true }, call);
        if (problem !== "writes") return body;
        return call.fail("method-not-allowed", {
          detail: "GET runs queries only. Other operations go with POST.",
        });
      },
      postGraphql: (call) => {
        const outcome = run(call.body, call);
        return outcome instanceof Promise ? outcome.then(({ body }) => body) : outcome.body;
      },
    };
  },
});

/** Returns the schema in its language. The code that derives it is large, so it waits until somebody asks. */
async function schemaText(registry: Registry): Promise<string> {
  return (await import("./derive/model.ts")).graphqlModel(registry).sdl;
}

type Caller = Pick<HandlerCall, "signal" | "requestId" | "client" | "mediaType"> & {
  status(status: 400 | 422): void;
};

/**
 * Returns the draft's statuses, except for clients that know application/json only: they always got 200 for errors of the
 * query, and nothing is known of how they handle another status. A query that is too costly is refused to them as well.
 */
function statusOf(problem: Rejection | undefined, mediaType: string): 200 | 400 | 422 {
  if (problem === "costs") return 422;
  // Errors of single fields are 200 as well: the 294 that the draft would like no cache and no monitor knows.
  if (problem === undefined || mediaType === "application/json") return 200;
  return problem === "syntax" ? 400 : 422;
}

/** Returns the changes of a schema. Throws if a schema cannot be read. */
async function compareSchemas(before: string, after: string): Promise<readonly ExportChange[]> {
  const { buildSchema, findSchemaChanges, BreakingChangeType, DangerousChangeType } =
    await import("graphql");
  function severityOf(type: string): ExportChange["severity"] {
    // The library warns of these because servers may be composed of others; this one is not.
    if (type === "OPTIONAL_ARG_ADDED" || type === "OPTIONAL_INPUT_FIELD_ADDED")
      return "non-breaking";
    if (Object.hasOwn(BreakingChangeType, type)) return "breaking";
    // All queries stay valid, but a client may meet a value that it does not expect.
    return Object.hasOwn(DangerousChangeType, type) ? "unknown" : "non-breaking";
  }
  return findSchemaChanges(buildSchema(before), buildSchema(after))
    .filter(({ type }) => type !== "DESCRIPTION_CHANGED")
    .map(({ type, description }): ExportChange => {
      const kind = type.endsWith("_REMOVED") ? "removed" : "changed";
      return {
        severity: severityOf(type),
        kind: type.endsWith("_ADDED") ? "added" : kind,
        message: description.replace(/\.$/, ""),
      };
    });
}
