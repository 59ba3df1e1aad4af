import { definePlugin } from "waymark";
import { ErrorCatalogEntry } from "../../schemas/error-catalog.ts";

export default definePlugin({
  id: "errors",
  summary: "The error catalog: every code that an answer may carry.",
  rootLinks: { errors: { to: "listErrors" } },

  routes: {
    listErrors: {
      method: "GET",
      path: "/api/errors",
      summary: "List the kinds of errors.",
      list: { of: ErrorCatalogEntry, as: "errors", name: "ErrorCatalog" },
      document: true,
      cache: { scope: "public", maxAge: "5m" },
    },
  },

  documents: {
    listErrors: ({ errors }) =>
      errors.map(({ code, message, status }) => ({ code, message, httpStatus: status })),
  },
});
