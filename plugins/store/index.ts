import { definePlugin, service, type HealthCheck } from "waymark";
import { Store } from "waymark/services";
import type { Figures } from "./database.ts";
import { exactVersions } from "./exact-versions.ts";
import { transactions } from "./write-transactions.ts";
import { guaranteeOf, Options } from "./options.ts";

/** Throws while data cannot be read and written. */
const StoreProbe = service<HealthCheck>("storeProbe");
const StoreFigures = service<() => Figures | undefined>("storeFigures");

const TITLE = { en: "Database", es: "Base de datos" };

export default definePlugin({
  id: "store",
  summary: "Keeps the data of all plugins in one SQLite file, or in PostgreSQL.",
  options: Options,
  env: { url: "DATABASE_URL" },
  testOptions: { file: ":memory:", url: undefined, migrate: "auto" },
  provides: { store: Store, storeProbe: StoreProbe, figures: StoreFigures },
  guarantees: (options) => ({ store: guaranteeOf(options) }),

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
    return {
      store: openStore(database, models, log),
      storeProbe: () => database.check(),
      figures: () => database.figures?.(),
    };
  },

  health: ({ storeProbe }, { options: { url } }) => ({
    store:
      url === undefined
        ? { check: storeProbe, title: TITLE }
        : { shared: storeProbe, title: TITLE },
  }),
  alerts: {
    VersionLeaseLost: {
      // The file of one process has no version to verify.
      expr: (_registry, { url }) =>
        url === undefined
          ? undefined
          : "time() - store_version_verified_timestamp_seconds{$job} > 5",
      for: "1m",
      severity: "page",
      summary:
        "{{ $labels.instance }} has not known for {{ $value | humanizeDuration }} what other nodes have changed, and answers without caches.",
      action: "Look at PostgreSQL and the way to it.",
    },
  },
  metrics: ({ figures }, { options: { url } }) =>
    url === undefined
      ? {}
      : {
          connections: {
            help: "Connections to the database by pool and state, and callers that wait for one.",
            type: "gauge",
            detail: true,
            read: () => figures()?.connections ?? [],
          },
          version_verified_timestamp_seconds: {
            help: "When this node last knew of all that others have changed, as Unix time.",
            type: "gauge",
            detail: true,
            read() {
              const { versionsKnownAt } = figures() ?? {};
              return versionsKnownAt === undefined ? [] : versionsKnownAt / 1000;
            },
          },
        },
  policies: [exactVersions, transactions],

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
