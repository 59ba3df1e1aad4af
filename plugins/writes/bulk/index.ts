import { definePlugin } from "waymark";
import { RootLinks } from "waymark/services";
import { Options } from "./options.ts";

const CODE = "bulk-not-implemented";

export default definePlugin({
  id: "bulk",
  summary: "Placeholder for bulk operations, which are planned.",
  icon: "M8 1.75 1.75 5 8 8.25 14.25 5zM1.75 8 8 11.25 14.25 8M1.75 11 8 14.25 14.25 11",
  points: [RootLinks],
  options: Options,
  implementation: {
    load: () => import("./implementation.ts"),
    option: "enabled",
    brings: ["bulk-policy"],
  },
  errors: {
    [CODE]: {
      status: 501,
      message: "Bulk operations are planned but not implemented yet.",
      cause: "The operation is announced before it exists, so that clients can prepare.",
      remedy: "Send the operations one at a time.",
    },
  },

  routes: {
    runBulk: {
      method: "POST",
      path: "/api/bulk",
      summary: "Run several operations in one request; not implemented yet.",
      alwaysFails: { code: CODE },
      publish: { rootLink: "bulk" },
      idempotency: "none",
    },
  },

  relations: {
    // The first of these that is on.
    runBulk: (registry) => {
      const { docs, developers, openapi } = registry.of(RootLinks).hrefs;
      const best = docs ?? developers ?? openapi;
      return best === undefined ? {} : { docs: best };
    },
  },
});
