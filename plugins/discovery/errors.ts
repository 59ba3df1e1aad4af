import { definePlugin, type Registry } from "waymark";
import { ErrorCatalogEntry, ErrorsPolicyDiscovery } from "../../schemas/error.ts";

const PROBLEM = "application/problem+json";
const REQUEST_ID = "X-Request-ID";

export default definePlugin({
  id: "errors",
  summary: "The error catalog: every error code that an answer can have.",
  section: "discovery",
  icon: "M8 1.75 14.75 13.75H1.25zM8 6v3.5M8 11.5h.01",
  schemas: { ErrorsPolicyDiscovery },

  routes: {
    listErrors: {
      method: "GET",
      path: "/api/errors",
      summary: "List the kinds of errors.",
      list: { of: ErrorCatalogEntry, as: "errors", name: "ErrorCatalog" },
      document: true,
      publish: { rootLink: "errors" },
      cache: { scope: "public", maxAge: "5m" },
    },
    showErrorsPolicy: {
      method: "GET",
      path: "/api/errors-policy",
      summary: "Read the form of errors and their codes.",
      returns: ErrorsPolicyDiscovery,
      document: true,
      publish: { rootLink: "errorsPolicy", capability: "errorsPolicyDiscovery" },
      cache: { scope: "public", maxAge: "5m" },
      relations: { errors: "listErrors" },
    },
  },

  documents: {
    listErrors: ({ errors }) =>
      errors.map(({ code, message, status }) => ({ code, message, httpStatus: status })),
    showErrorsPolicy: (registry) => ({
      standardCodes: registry.errors.map(({ code, status }) => ({ code, httpStatus: status })),
      catalogLink: registry.href("errors.listErrors") ?? "",
      ...formsOf(registry),
      ...(registry.policies.some(({ policy }) => policy.writes?.[REQUEST_ID] !== undefined)
        ? { requestIdHeader: REQUEST_ID }
        : {}),
    }),
  },
});

/** Returns the media types of errors: the default, and Problem Details if a policy provides them. */
function formsOf({ builtin }: Registry) {
  const [preferred = "", ...others] = builtin.unknown.errorForms.map(({ mediaType }) => mediaType);
  return {
    defaultMediaType: preferred,
    ...(others.includes(PROBLEM)
      ? { problemDetailsAccept: PROBLEM, reference: "RFC 7807", references: ["RFC 9457"] }
      : {}),
  };
}
