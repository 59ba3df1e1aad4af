import { definePlugin, service, type HealthCheck } from "waymark";
import { Store } from "waymark/services";
import { transactions } from "./write-transactions.ts";
import { Options } from "./options.ts";

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
  options: Options,
  testOptions: { file: ":memory:", migrate: "auto" },
  provides: { store: Store, storeProbe: StoreProbe },
  guarantees: { store: { model: "strong", visibility: VISIBILITY } },

  setupReads: ["tables"],
  async setup(_use, { options, registry, log, signal, defer }) {
    const [{ openDatabase }, { openStore, tableModels }, { preparation }] = await Promise.all([
      import("./engine.ts"),
      import("./store.ts"),
      import("./prepare.ts"),
    ]);
    const models = tableModels(registry);
    const prepare = await preparation(options, models, { signal, log });
    const database = await openDatabase(options, { signal, log, prepare });
    defer(() => database.close());
    return { store: openStore(database, models, log), storeProbe: () => database.check() };
  },

  health: ({ storeProbe }) => ({ store: storeProbe }),
  policies: [transactions],

  commands: {
    migrate: {
      summary: "Create the tables, columns and indexes that the database lacks",
      alone: true,
      flags: {
        plan: {
          type: "boolean",
          summary: "Print what would be done; exit with 2 if there is some",
        },
        json: { type: "boolean", summary: "Print JSON" },
      },
      run: async (_use, ctx) => (await import("./migrate-command.ts")).runMigrate(ctx),
    },
    store: {
      summary: "Back up, restore or verify the SQLite file",
      alone: true,
      args: {
        action: { summary: "backup, restore, verify" },
        file: { summary: "the backup; verify: default the file of the service", optional: true },
      },
      flags: { force: { type: "boolean", summary: "backup: replace the file if it exists" } },
      run: async (_use, ctx) => (await import("./backup-command.ts")).runStore(ctx),
    },
  },
});
