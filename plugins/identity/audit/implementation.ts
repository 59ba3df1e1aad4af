/** The record of who changed what, and who was refused. */
import { definePolicy, ownState, toMilliseconds, type Call } from "waymark";
import { defineImplementation } from "waymark/advanced";
import { Audit, Clock, Runtime, Scheduler, Store } from "waymark/services";
import { followServer } from "./changes.ts";
import { entryOf, isRecorded, isWrite, readEntryOf, writeEntryOf } from "./observe.ts";
import { Options } from "./options.ts";
import { prune } from "./prune.ts";
import { AuditEvent, Mark, MARKS, RECORDS } from "./records.ts";
import { WAITING, WaitingEntry } from "./waiting.ts";
import { createWriter, type Writer } from "./writer.ts";
import es from "./es.json" with { type: "json" };

/** Milliseconds from the start to the first prune, and between two. */
const FIRST_PRUNE_MS = 10_000;
const PRUNE_MS = 3_600_000;
/** Milliseconds between two looks for equal refusals, and for entries of processes that are gone. */
const LOOK_MS = 60_000;

export default defineImplementation({
  summary:
    "Records writes, refused requests, key operations and reloads, so that changes to the record show.",
  translations: { es },
  options: Options,
  needs: { store: Store, clock: Clock, runtime: Runtime, scheduler: Scheduler },
  provides: { audit: Audit },
  tables: {
    [RECORDS]: {
      of: AuditEvent,
      key: "id",
      personal:
        "**Audit.** Changes and refused requests are recorded with their time, the id and the name of the credential's owner, and the client's network. The operator decides how long records are kept.",
      internal: true,
    },
    [MARKS]: { of: Mark, key: "id", internal: true },
    [WAITING]: { of: WaitingEntry, key: "id", internal: true },
  },

  setup({ store, clock, runtime, scheduler }, { options, log, defer }) {
    const writer = createWriter({ store, clock, log });
    const keepMs = toMilliseconds(options.keep);
    const { maxRecords } = options;
    defer(() => writer.close());
    const pruning = scheduler.start({
      name: "audit-prune",
      firstMs: FIRST_PRUNE_MS,
      everyMs: PRUNE_MS,
      once: true,
      log,
      task: ["old records of the audit", "removed"],
      async run(signal) {
        const surplus = await prune(store, clock.now(), keepMs, { maxRecords, signal });
        if (surplus > 0)
          log.warn("records of the audit were removed before their time, as there were too many", {
            records: surplus,
            maxRecords,
            keep: options.keep,
          });
      },
    });
    const looking = scheduler.start({
      name: "audit-strays",
      everyMs: LOOK_MS,
      log,
      task: ["entries of processes that are gone", "read"],
      run() {
        writer.recordRepeats();
        return writer.recordStrays();
      },
    });
    defer(pruning.stop);
    defer(looking.stop);
    defer(followServer({ runtime, scheduler, log, audit: writer }));
    const verify = async () => (await import("./verify.ts")).verifyAll(store);
    return { audit: { record: (entry) => writer.record(entry), verify }, state: writer };
  },

  policies: [
    definePolicy({
      id: "audit",
      state: ownState<Writer>(),
      compile(route, { state: writer }) {
        const write = isWrite(route);
        /** The last request with a refused read: one record of it is enough, however many items it asked for. */
        let lastRequest: string | undefined;
        /** Calls whose entry is committed or undone together with their writes. */
        const committed = new WeakSet<Call>();
        return {
          observeRefusedRead(call, refusal) {
            // Without a client, the server asked for itself.
            if (call.client === "") return;
            if (lastRequest !== undefined && call.requestId === lastRequest) return;
            lastRequest = call.requestId;
            writer().record(readEntryOf(call, refusal));
          },
          ...(write && {
            async around(call, proceed) {
              committed.delete(call);
              const end = await proceed();
              const entry = writeEntryOf(call, end);
              if (entry !== undefined && (await writer().recordWithin(entry))) committed.add(call);
              return end;
            },
          }),
          observe(call, reply) {
            if (reply.status < 400 && committed.has(call)) return;
            if (isRecorded(write, call, reply)) writer().record(entryOf(call, reply));
          },
        };
      },
    }),
  ],

  routes: {
    showAudit: {
      method: "GET",
      path: "/api/audit",
      summary: "List recorded actions, the latest first.",
      list: { of: AuditEvent, as: "events", name: "AuditEvents", journal: true },
      access: { scopes: ["audit:read"] },
      publish: { rootLink: "audit", capability: "audit" },
      cache: "no-store",
    },
  },
  handlers: ({ store }) => ({ showAudit: ({ query }) => store.table(RECORDS).list(query) }),

  alerts: {
    AuditRecordsLost: {
      expr: "increase(audit_records_lost_total{$job}[1h]) > 0",
      severity: "page",
      summary:
        "{{ $labels.instance }} could not record {{ $value | humanize }} entries of the audit.",
      action: "Look at the store: its disk may be full, or it does not answer.",
      runbook: ["What was done is in the access log meanwhile, by request id and principal."],
    },
  },

  metrics: (_use, { state: writer }) => ({
    records_lost_total: {
      help: "Entries that could not be recorded.",
      type: "counter",
      read: () => writer.lost,
    },
    records_waiting: {
      help: "Entries that wait for the store.",
      type: "gauge",
      detail: true,
      read: () => writer.waiting,
    },
  }),

  commands: {
    audit: {
      summary: "Verify or print the audit record.",
      args: { action: { summary: "verify, or list" } },
      flags: { json: { summary: "Print JSON.", type: "boolean" } },
      run: async (use, context) => (await import("./command.ts")).runAudit(use, context),
    },
  },
});
