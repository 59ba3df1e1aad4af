import { definePlugin, service, type HealthCheck } from "waymark";
import { Store } from "waymark/services";
import { z } from "zod";
import { transactions } from "./write-transactions.ts";
import type { Migratable } from "./database.ts";

/** Throws while data cannot be read and written. */
const StoreProbe = service<HealthCheck>("storeProbe");

/**
 * `Database.version` keeps this promise: cached lists are keyed by it, own writes raise it at once, and it is read again
 * for each request.
 */
const VISIBILITY =
  "A finished write shows in every answer that begins after it, also one by another process on the same database.";

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
  guarantees: { store: { model: "strong", visibility: VISIBILITY } },

  setupReads: ["tables"],
  async setup(_use, { options, registry, log, signal, defer }) {
    const [{ openSqlite }, { openStore, tableModels }, { migrate }] = await Promise.all([
      import("./sqlite/index.ts"),
      import("./store.ts"),
      import("./migrate.ts"),
    ]);
    const models = tableModels(registry);
    const prepare = (opened: Migratable) => migrate(opened, models, log);
    const database = await openSqlite(options.file, { signal, log, prepare });
    defer(() => database.close());
    return { store: openStore(database, models, log), storeProbe: () => database.check() };
  },

  health: ({ storeProbe }) => ({ store: storeProbe }),
  policies: [transactions],
});
