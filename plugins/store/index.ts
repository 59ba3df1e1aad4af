import { existsSync, statfsSync, type StatsFs } from "node:fs";
import { dirname } from "node:path";
import { definePlugin, Histogram, optional } from "waymark";
import { Backups, EventBus, Store, Tables, type NumberMetric } from "waymark/services";
import { exactVersions } from "./exact-versions.ts";
import { transactions } from "./write-transactions.ts";
import { Turns } from "./write-turns.ts";
import { guaranteeOf, Options } from "./options.ts";

const isOnDisk = ({ url, file }: Pick<Options, "url" | "file">) =>
  url === undefined && file !== ":memory:";

/** Returns the room on the disk of a file; nothing once its folder is gone, which health reports. */
function diskMetrics(file: string): Readonly<Record<string, NumberMetric>> {
  if (!isOnDisk({ url: undefined, file })) return {};
  const look = (read: (disk: StatsFs) => number) => () => {
    try {
      return read(statfsSync(dirname(file)));
    } catch {
      return [];
    }
  };
  return {
    disk_free_bytes: {
      help: "Room that is left on the disk of the database.",
      type: "gauge",
      detail: true,
      read: look(({ bavail, bsize }) => bavail * bsize),
    },
    disk_size_bytes: {
      help: "Size of the disk of the database.",
      type: "gauge",
      detail: true,
      read: look(({ blocks, bsize }) => blocks * bsize),
    },
  };
}

const store = definePlugin({
  id: "store",
  summary: "Keeps the data of all plugins in one SQLite file, or in PostgreSQL.",
  translations: {
    es: {
      "Seconds since the answer was last known to be current, where it stands in for one that cannot be made.":
        "Segundos desde que se supo por última vez que la respuesta era actual, cuando sustituye a una que no se puede generar.",
    },
  },
  options: Options,
  env: { url: "DATABASE_URL" },
  testOptions: { file: ":memory:", url: undefined, migrate: "auto" },
  needs: { bus: optional(EventBus) },
  provides: { store: Store },
  guarantees: (options) => ({ store: guaranteeOf(options) }),

  async setup({ bus }, { options, registry, log, signal, checked, defer, queue }) {
    const [{ openDatabase }, { openStore, tableModels }, { preparation }] = await Promise.all([
      import("./engine.ts"),
      import("./store.ts"),
      import("./prepare.ts"),
    ]);
    const models = tableModels(registry.of(Tables));
    const { url, file } = options;
    // Data in memory does not outlive a start that is refused.
    const begin = url === undefined && file === ":memory:" ? async () => undefined : checked;
    if (url === undefined && !existsSync(file)) await begin(); // opening creates the file
    const prepare = await preparation(options, models, { signal, log, checked: begin });
    const database = await openDatabase(options, { signal, log, prepare, queue });
    defer(() => database.close());
    const opened = await openStore(database, models, { log, queue });
    if (bus !== undefined) defer(bus.waitFor((work) => opened.afterCommit(work)));
    return { store: opened, state: { database, turns: new Turns() } };
  },

  deployment: {
    database: {
      needs: "postgres",
      option: "url",
      once: { command: "migrate", option: "migrate", value: "verify", unless: "auto" },
    },
    file: { needs: "volume", option: "file" },
  },
  health: (_use, { state: { database } }) => ({
    store: { check: () => database.check(), title: { en: "Database", es: "Base de datos" } },
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
      runbook: [
        "Reads are right, and slower; where they fail as well, WaymarkUnhealthy fires too.",
      ],
    },
    DiskNearlyFull: {
      expr: (_registry, options) =>
        isOnDisk(options)
          ? "store_disk_free_bytes{$job} < 0.1 * store_disk_size_bytes{$job}"
          : undefined,
      for: "5m",
      severity: "ticket",
      summary:
        "The disk that keeps the data of {{ $labels.instance }} has {{ $value | humanize1024 }}B left.",
      action: "Free some of it, or enlarge it, before writes are answered with 503.",
      runbook: [
        "df and du on the folder of the option file name what fills it; old backups lie there too.",
        "A -wal file that grows for hours: another process reads the database all the time.",
        "Rows go when their plugins prune them: see the options keep, retention and ttl.",
      ],
    },
  },
  metrics: (_use, { options: { url, file }, state: { database } }) =>
    url === undefined
      ? diskMetrics(file)
      : {
          connections: {
            help: "Connections to the database by pool and state, and callers that wait for one.",
            type: "gauge",
            detail: true,
            read: () => database.figures?.()?.connections ?? [],
          },
          acquire_seconds: {
            help: "Time until a connection to the database was there, by pool.",
            type: "histogram",
            of: database.figures?.()?.acquires ?? new Histogram([]),
          },
          lock_waiters: {
            help: "Connections of all nodes that waited for a lock when health was last looked at.",
            type: "gauge",
            detail: true,
            read: () => database.figures?.()?.lockWaiters ?? 0,
          },
          version_verified_timestamp_seconds: {
            help: "When this node last knew of all that others have changed, as Unix time.",
            type: "gauge",
            detail: true,
            read() {
              const { versionsKnownAt } = database.figures?.() ?? {};
              return versionsKnownAt === undefined ? [] : versionsKnownAt / 1000;
            },
          },
        },
  policies: [exactVersions, transactions],
  points: [Backups, Tables],

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

export default {
  ...store,
  implementation: {
    option: "url",
    brings: ["consistency-policy", "status-page", "version"],
    /** A server of data may fail while the nodes answer. */
    async load() {
      const { staleIfError } = await import("./stale-if-error/index.ts");
      return { default: { ...store, policies: [staleIfError, ...(store.policies ?? [])] } };
    },
  },
};
