/** Runs a write once for each Idempotency-Key, and answers repeated requests as the first one. */
import { toMilliseconds } from "waymark";
import { defineImplementation } from "waymark/advanced";
import { Clock, Runtime, Scheduler, Store } from "waymark/services";
import { IdempotencyDocument } from "./document.ts";
import { IdempotencyStore } from "./idempotency-store.ts";
import { Options } from "./options.ts";
import { policy, takesKey } from "./policy.ts";
import { prune } from "./prune.ts";
import { CLIENTS, ClientRow, RECORDS, RecordRow } from "./records.ts";
import { ERRORS } from "./refusals.ts";
import es from "./es.json" with { type: "json" };

/** Milliseconds from the start to the first look for expired records, and between two. */
const FIRST_PRUNE_MS = 1000;
const PRUNE_MS = 10_000;

export default defineImplementation({
  summary: "Runs a write once for each Idempotency-Key, and repeats its answer.",
  translations: { es },
  options: Options,
  needs: { store: Store, clock: Clock, runtime: Runtime, scheduler: Scheduler },
  tables: {
    [RECORDS]: {
      of: RecordRow,
      key: "id",
      indexes: ["expiresAt"],
      personal:
        "**Repeated writes.** The answer to a write with an `Idempotency-Key` is stored for a limited time, under hashes of the key and of the client's network or the credential's owner, so that the write can be repeated safely.",
      internal: true,
    },
    [CLIENTS]: { of: ClientRow, key: "id", internal: true },
  },
  errors: ERRORS,
  schemas: { IdempotencyDiscovery: IdempotencyDocument },
  policies: [policy],

  setup({ store, clock, runtime, scheduler }, { options, log, defer }) {
    const { ttl, maxBodyBytes, maxKeysPerClient } = options;
    const ttlMs = toMilliseconds(ttl);
    const idempotency = new IdempotencyStore({
      store,
      clock,
      runtime,
      ttlMs,
      maxBodyBytes,
      maxKeysPerClient,
    });
    const pruning = scheduler.start({
      name: "idempotency-prune",
      firstMs: FIRST_PRUNE_MS,
      everyMs: PRUNE_MS,
      once: true,
      log,
      task: ["expired idempotency records", "removed"],
      run: (signal) => prune(store, clock.now(), signal),
    });
    defer(pruning.stop);
    return { state: idempotency };
  },

  validate: {
    run: ({ routes }) =>
      routes
        .filter(({ value }) => value.idempotency === "key" && !takesKey(value))
        .map(({ name, plugin, value }) => ({
          code: "IDEMPOTENCY_IMPOSSIBLE" as const,
          plugin,
          where: `route ${name}`,
          ...(value.transaction === false
            ? {
                message:
                  'idempotency: "key" needs the transaction that transaction: false leaves out',
                hint: 'remove transaction: false, so that the write and its record are made together\nor write idempotency: "none"',
              }
            : {
                message: 'idempotency: "key" is for routes with returns, text, page or empty',
                hint: 'write idempotency: "none"',
              }),
        })),
  },

  routes: {
    showIdempotency: {
      method: "GET",
      path: "/api/idempotency",
      summary: "Read how write requests can be repeated safely.",
      returns: IdempotencyDocument,
      document: true,
      publish: { rootLink: "idempotency", capability: "idempotencyDiscovery" },
      cache: { scope: "public", maxAge: "5m" },
      relations: { retryPolicy: "retry-policy.showRetryPolicy" },
    },
  },
  documents: {
    showIdempotency: ({ statements }) => IdempotencyDocument.parse(statements["idempotency"]),
  },

  metrics: (_use, { state: { counts } }) => ({
    records_total: {
      help: "Answers kept for their Idempotency-Key.",
      type: "counter",
      read: () => counts.records,
    },
    replays_total: {
      help: "Requests answered with what was kept for their key.",
      type: "counter",
      read: () => counts.replays,
    },
    conflicts_total: {
      help: "Requests refused because their key was in use: for another request, or for one under way.",
      type: "counter",
      read: () => counts.reused + counts.inProgress,
    },
    exhausted_total: {
      help: "Requests refused because their client had too many keys.",
      type: "counter",
      read: () => counts.exhausted,
    },
  }),
});
