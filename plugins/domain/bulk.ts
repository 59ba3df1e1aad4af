import { definePlugin } from "waymark";

const CODE = "bulk-not-implemented";

export default definePlugin({
  id: "bulk",
  summary: "Holds the place of bulk operations, which are planned.",
  errors: {
    [CODE]: { status: 501, message: "Bulk operations are planned, and not implemented yet." },
  },

  routes: {
    runBulk: {
      method: "POST",
      path: "/api/bulk",
      summary: "Run several operations at once; not implemented yet.",
      fails: { code: CODE },
      publish: { rootLink: "bulk" },
      idempotency: "none",
    },
  },

  relations: {
    // The best documentation there is.
    runBulk: ({ rootLinks: { docs, developers, openapi } }) => {
      const best = docs ?? developers ?? openapi;
      return best === undefined ? {} : { docs: best };
    },
  },
});
