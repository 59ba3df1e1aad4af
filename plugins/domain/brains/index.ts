import { definePlugin } from "waymark";
import { Store } from "waymark/services";
import { Brain } from "../../../schemas/brain.ts";
import { Writable } from "../shared/writable.ts";

export default definePlugin({
  id: "brains",
  summary: "The brains: bodies of knowledge that answer questions.",
  icon: "M8 3.5A2.1 2.1 0 0 0 4.1 4 2.5 2.5 0 0 0 2.2 7.6a2.6 2.6 0 0 0 1.6 4.4A2.2 2.2 0 0 0 8 12.5zM8 3.5A2.1 2.1 0 0 1 11.9 4a2.5 2.5 0 0 1 1.9 3.6 2.6 2.6 0 0 1-1.6 4.4A2.2 2.2 0 0 1 8 12.5M5.5 7.5H8",
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
