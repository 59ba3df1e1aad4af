/**
 * Refusals in GraphQL's response format, which its clients read, for each method. Problem Details and pages stay. Documents
 * show the limits of queries for both routes.
 */
import { definePolicy, type Call } from "waymark";
import type { Failure } from "waymark/advanced";
import { limitsOf, Options } from "./request.ts";
import { RESPONSE_TYPES } from "./response.ts";

function render(failure: Failure, { requestId }: Call) {
  const { code, status, message, detail = message, errors, extensions } = failure;
  const known = { code, status, requestId, ...(errors === undefined ? {} : { errors }) };
  return { errors: [{ message: detail, extensions: { ...extensions, ...known } }] };
}

export const errorPolicy = definePolicy({
  id: "graphql-errors",
  options: Options,
  compile({ plugin, kind }, { options }) {
    if (plugin !== "graphql") return undefined;
    return {
      ...(kind === "returns" && { limits: limitsOf(options) }),
      errorForms: RESPONSE_TYPES.map((mediaType) => ({
        mediaType,
        schema: "GraphQLResponse",
        closed: true,
        preferred: true,
        render,
      })),
    };
  },
  conformance: () => import("./conformance.ts"),
});
