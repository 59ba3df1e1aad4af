/**
 * Refusals as GraphQL's clients read them: in the response format, where they accept its media type, and to everything
 * that is posted. Other readers have the forms that they have everywhere.
 */
import { definePolicy, type Call, type Failure } from "waymark";
import { RESPONSE_TYPES } from "./response.ts";

function render(failure: Failure, { requestId }: Call) {
  const { code, status, message, detail = message, errors, extensions } = failure;
  const known = { code, status, requestId, ...(errors === undefined ? {} : { errors }) };
  return { errors: [{ message: detail, extensions: { ...extensions, ...known } }] };
}

export const errorPolicy = definePolicy({
  id: "graphql-errors",
  compile({ plugin, method }) {
    if (plugin !== "graphql") return undefined;
    const isPost = method === "POST";
    const [own] = RESPONSE_TYPES;
    return {
      errorForms: (isPost ? RESPONSE_TYPES : [own]).map((mediaType) => ({
        mediaType,
        schema: "GraphQLResponse",
        closed: true,
        preferred: isPost,
        render,
      })),
    };
  },
});
