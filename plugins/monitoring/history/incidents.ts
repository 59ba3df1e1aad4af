/** Detects changes of state and stores them as incidents. */
import type { HealthReport } from "waymark";
import type { HealthOverview, Incident, Table } from "waymark/services";
import { type IncidentRow, keyAt } from "./rows.ts";
import { latest, trim } from "./queries.ts";

/** A change of state of the server or of one check. */
export interface Change {
  readonly subject: string;
  readonly from: HealthReport["status"];
  readonly to: HealthReport["status"];
  readonly at: number;
}

/** A change that waits to be written. */
type Write =
  | { readonly open: IncidentRow; readonly close?: undefined }
  | { readonly close: string; readonly end: number; readonly open?: undefined };

/** Writes that may wait while the store fails; further ones are dropped. */
const MAX_WAITING = 200;

const OPEN = { field: "end", operator: "eq", value: null } as const;

/** The state of the server and of each check, by subject. */
function subjectsOf({
  status,
  checks,
}: HealthOverview): ReadonlyMap<string, Pick<HealthReport, "status" | "detail">> {
  const subjects = new Map<string, Pick<HealthReport, "status" | "detail">>([
    ["service", { status }],
  ]);
  for (const check of checks) subjects.set(`${check.plugin}:${check.name}`, check);
  return subjects;
}

export class Incidents {
  readonly #table: Table;
  readonly #instance: () => string;
  readonly #most: number;
  /** Subjects that are not ok, with their open incident. */
  #troubled = new Map<string, { readonly status: HealthReport["status"]; readonly id: string }>();
  readonly #waiting: Write[] = [];
  #resumed = false;

  constructor(table: Table, instance: () => string, most: number) {
    this.#table = table;
    this.#instance = instance;
    this.#most = most;
  }

  /** Takes over the incidents that an earlier process left open. Runs once; rejects while the store fails. */
  async resume(): Promise<void> {
    if (this.#resumed) return;
    const instance = { field: "instance", operator: "eq", value: this.#instance() } as const;
    const open = await latest<IncidentRow>(this.#table, this.#most, [OPEN, instance]);
    for (const { subject, to, id } of open)
      if (!this.#troubled.has(subject)) this.#troubled.set(subject, { status: to, id });
    this.#resumed = true;
  }

  /** Returns the changes since the last call, and queues them for the store. */
  note(overview: HealthOverview): readonly Change[] {
    const { at } = overview;
    const current = subjectsOf(overview);
    const subjects = new Set([...current.keys(), ...this.#troubled.keys()]);
    return [...subjects].flatMap((subject): Change[] => {
      const incident = this.#troubled.get(subject);
      const from = incident?.status ?? "ok";
      // A check that no longer exists counts as ok.
      const { status: to, detail } = current.get(subject) ?? { status: "ok" };
      if (from === to) return [];
      if (incident !== undefined) this.#enqueue({ close: incident.id, end: at });
      this.#troubled.delete(subject);
      if (to !== "ok") {
        const id = keyAt(at, subject, this.#instance());
        this.#troubled.set(subject, { status: to, id });
        const instance = this.#instance();
        this.#enqueue({ open: { id, instance, subject, from, to, detail, start: at } });
      }
      return [{ subject, from, to, at }];
    });
  }

  #enqueue(write: Write): void {
    if (this.#waiting.length < MAX_WAITING) this.#waiting.push(write);
  }

  /** Writes the queued changes. Rejects while the store fails, and keeps the rest for the next call. */
  async flush(): Promise<void> {
    let opened = false;
    for (let write = this.#waiting[0]; write !== undefined; write = this.#waiting[0]) {
      if (write.open === undefined) await this.#table.update(write.close, { end: write.end });
      // A write whose answer was lost is in the store already.
      else if ((await this.#table.find(write.open.id)) === undefined)
        await this.#table.insert([write.open]);
      opened ||= write.open !== undefined;
      this.#waiting.shift();
    }
    if (opened) await trim(this.#table, this.#most);
  }

  /** Ends the incidents of instances that are gone. `lastSign` returns the time of an instance's last sample. */
  async endAbandoned(
    now: number,
    silenceMs: number,
    lastSign: (instance: string) => Promise<number | undefined>,
  ): Promise<void> {
    for (const { id, instance, start } of await latest<IncidentRow>(this.#table, this.#most, [
      OPEN,
    ])) {
      if (instance === this.#instance()) continue;
      const seen = Math.max(start, (await lastSign(instance)) ?? 0);
      if (seen < now - silenceMs) await this.#table.update(id, { end: seen });
    }
  }

  async list(atMost: number): Promise<readonly Incident[]> {
    const rows = await latest<IncidentRow>(this.#table, atMost);
    return rows.map(({ instance, ...incident }) => ({
      ...incident,
      here: instance === this.#instance(),
    }));
  }
}
