import { definePlugin, service, type HealthCheck } from "waymark";
import { Store } from "waymark/services";
import { exactVersions } from "./exact-versions.ts";
import { transactions } from "./write-transactions.ts";
import type { Migratable, OpenOptions } from "./database.ts";
import { guaranteeOf, Options, settingsOf } from "./options.ts";

/** Throws while data cannot be read and written. */
const StoreProbe = service<HealthCheck>("storeProbe");

export default definePlugin({
  id: "store",
  summary: "Keeps the data of all plugins in one SQLite file, or in PostgreSQL.",
  options: Options,
  env: { url: "DATABASE_URL" },
  testOptions: { file: ":memory:", url: undefined },
  provides: { store: Store, storeProbe: StoreProbe },
  guarantees: (options) => ({ store: guaranteeOf(options) }),

  setupReads: ["tables"],
  async setup(_use, { options, registry, log, signal, defer }) {
    const { file, url } = options;
    const [open, { openStore, tableModels }, { migrate }] = await Promise.all([
      url === undefined
        ? import("./sqlite/index.ts").then(
            ({ openSqlite }) =>
              (opening: OpenOptions) =>
                openSqlite(file, opening),
          )
        : import("./postgres/index.ts").then(
            ({ openPostgres }) =>
              (opening: OpenOptions) =>
                openPostgres(settingsOf(options, url), opening),
          ),
      import("./store.ts"),
      import("./migrate.ts"),
    ]);
    const models = tableModels(registry);
    const prepare = (opened: Migratable) => migrate(opened, models, log);
    const database = await open({ signal, log, prepare });
    defer(() => database.close());
    return { store: openStore(database, models, log), storeProbe: () => database.check() };
  },

  health: ({ storeProbe }) => ({ store: storeProbe }),
  policies: [exactVersions, transactions],
});
