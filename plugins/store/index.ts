import { definePlugin, service, type HealthCheck } from "waymark";
import { Store } from "waymark/services";
import { z } from "zod";
import { ConsistencyPolicyDiscovery } from "../../schemas/documents/caching.ts";
import { consistencyPolicy } from "./consistency.ts";

/** Throws while data cannot be read and written. */
const StoreProbe = service<HealthCheck>("storeProbe");

export default definePlugin({
  id: "store",
  summary: "Keeps the data of all plugins in one SQLite file.",
  options: z.strictObject({
    file: z
      .string()
      .min(1)
      .default("data/waymark.db")
      .describe(
        "Path of the SQLite file, relative to the working directory; `:memory:` keeps nothing.",
      ),
  }),
  testOptions: { file: ":memory:" },
  provides: { store: Store, storeProbe: StoreProbe },

  setupReads: ["tables"],
  async setup(_use, { options, registry, log, signal, defer }) {
    const [{ openSqlite }, { openStore, tableModels }, { migrate }] = await Promise.all([
      import("./sqlite/index.ts"),
      import("./store.ts"),
      import("./migrate.ts"),
    ]);
    const models = tableModels(registry);
    const prepare = (opened: Parameters<typeof migrate>[0]) => migrate(opened, models, log);
    const database = await openSqlite(options.file, { signal, log, prepare });
    defer(() => database.close());
    return { store: openStore(database, models), storeProbe: () => database.check() };
  },

  health: ({ storeProbe }) => ({ store: storeProbe }),
  schemas: { ConsistencyPolicyDiscovery },

  routes: {
    showConsistencyPolicy: {
      method: "GET",
      path: "/api/consistency-policy",
      summary: "Read how fresh data is, and how to have it fresher.",
      returns: ConsistencyPolicyDiscovery,
      document: true,
      publish: { rootLink: "consistencyPolicy", capability: "consistencyPolicyDiscovery" },
      cache: { scope: "public", maxAge: "5m" },
      relations: {
        cachePolicy: "cache.showCachePolicy",
        conditionalRequests: "cache.showConditionalRequests",
        pagination: "lists.showPagination",
      },
    },
  },

  documents: { showConsistencyPolicy: consistencyPolicy },
});
