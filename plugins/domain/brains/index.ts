import { definePlugin } from "waymark";
import { Store } from "waymark/services";
import { Brain } from "../../../schemas/brain.ts";
import { Writable } from "../shared/writable.ts";

export default definePlugin({
  id: "brains",
  summary: "The brains: bodies of knowledge that answer questions.",
  options: Writable,
  implementation: {
    load: () => import("./implementation.ts"),
    option: "writable",
    brings: ["write-scopes", "idempotency"],
  },
  needs: { store: Store },
  schemas: { Brain },
  tables: { brains: { of: Brain, key: "id", seed: new URL("./brains.json", import.meta.url) } },

  routes: {
    listBrains: {
      method: "GET",
      path: "/api/brains",
      summary: "List brains.",
      list: { of: Brain, as: "brains", name: "BrainsList" },
      publish: { rootLink: "brains" },
      cache: { scope: "public", maxAge: "60s", staleWhileRevalidate: "5m" },
      serverTiming: true,
    },
  },

  handlers: ({ store }) => ({ listBrains: ({ query }) => store.table("brains").list(query) }),
});
