/** Detects changes of state and stores them as incidents. */
import type { HealthOverview, HealthReport, Incident, Table } from "waymark/services";
import { latestRows } from "../../shared/rows.ts";
import { type IncidentRow, keyAt, trim } from "./rows.ts";

/** A change of state of the server or of one check. */
interface Change {
  readonly subject: string;
  readonly from: HealthReport["status"];
  readonly to: HealthReport["status"];
  readonly at: number;
}

/** Writes that may wait while the store fails; further ones are dropped. */
const MAX_WAITING = 200;

const OPEN = { field: "end", operator: "eq", value: null } as const;

type State = Pick<HealthReport, "status" | "detail">;

export function createIncidents(table: Table, instance: () => string, most: number) {
  /** Subjects that are not ok, with their open incident. */
  const troubled = new Map<string, { readonly status: State["status"]; readonly id: string }>();
  const waiting: (() => Promise<unknown>)[] = [];
  let resumed = false;
  let untrimmed = false;

  function enqueue(write: () => Promise<unknown>): void {
    if (waiting.length < MAX_WAITING) waiting.push(write);
  }

  return {
    /** Takes over the incidents that an earlier process left open. Runs once; rejects while the store fails. */
    async resume(): Promise<void> {
      if (resumed) return;
      const here = { field: "instance", operator: "eq", value: instance() } as const;
      const open = await latestRows<IncidentRow>(table, most, [OPEN, here]);
      for (const { subject, to, id } of open)
        if (!troubled.has(subject)) troubled.set(subject, { status: to, id });
      resumed = true;
    },

    /** Returns the changes since the last call, and queues them for the store. */
    note({ status: overall, checks, at }: HealthOverview): readonly Change[] {
      const current = new Map<string, State>([
        ["service", { status: overall }],
        ...checks.map((check) => [`${check.plugin}:${check.name}`, check] as const),
      ]);
      const subjects = new Set([...current.keys(), ...troubled.keys()]);
      return [...subjects].flatMap((subject): Change[] => {
        const incident = troubled.get(subject);
        const from = incident?.status ?? "ok";
        // A check that no longer exists counts as ok.
        const { status: to, detail } = current.get(subject) ?? { status: "ok" };
        if (from === to) return [];
        if (incident !== undefined) enqueue(() => table.update(incident.id, { end: at }));
        troubled.delete(subject);
        if (to !== "ok") {
          const row = { instance: instance(), subject, from, to, detail, start: at };
          const id = keyAt(at, subject, row.instance);
          troubled.set(subject, { status: to, id });
          enqueue(async () => {
            // A write whose answer was lost is in the store already.
            if ((await table.find(id)) === undefined) await table.insert([{ id, ...row }]);
            untrimmed = true;
          });
        }
        return [{ subject, from, to, at }];
      });
    },

    /** Writes the queued changes. Rejects while the store fails, and keeps the rest for the next call. */
    async flush(): Promise<void> {
      for (let write = waiting[0]; write !== undefined; write = waiting[0]) {
        await write();
        waiting.shift();
      }
      if (untrimmed) await trim(table, most);
      untrimmed = false;
    },

    /** Ends the incidents of instances that are gone. `lastSign` returns the time of an instance's last sample. */
    async endAbandoned(
      now: number,
      silenceMs: number,
      lastSign: (instance: string) => Promise<number | undefined>,
    ): Promise<void> {
      for (const row of await latestRows<IncidentRow>(table, most, [OPEN])) {
        if (row.instance === instance()) continue;
        const seen = Math.max(row.start, (await lastSign(row.instance)) ?? 0);
        if (seen < now - silenceMs) await table.update(row.id, { end: seen });
      }
    },

    async list(atMost: number): Promise<readonly Incident[]> {
      const rows = await latestRows<IncidentRow>(table, atMost);
      return rows.map(({ instance: of, ...incident }) => ({
        ...incident,
        here: of === instance(),
      }));
    },
  };
}
