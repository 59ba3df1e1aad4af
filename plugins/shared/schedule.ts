/** The times at which jobs are due: the same ones on every node, whenever it started. */
import { createRequire } from "node:module";
import { messageOf, show, toMilliseconds, type Duration } from "waymark";

/** An interval, or a cron expression with its time zone. */
export interface Times {
  readonly every?: Duration | undefined;
  readonly cron?: string | undefined;
  readonly zone?: string | undefined;
}

/** The times at which a job is due, in milliseconds since 1970-01-01T00:00Z. */
export interface Schedule {
  /** Returns the first time after this one. */
  next(after: number): number;
}

export type Fault = readonly [message: string, hint: string];

/** The shortest interval, in milliseconds: each time that is due takes a write to the store. */
const SHORTEST_MS = 1000;

/** Returns what is wrong with the times of a job. */
export function timesFault({ every, cron, zone }: Times): Fault | undefined {
  if ((every === undefined) === (cron === undefined))
    return [
      `a job must have an interval or a cron expression; received ${every === undefined ? "neither" : "both"}`,
      'write every: "60s", or cron: "0 6 * * *"',
    ];
  if (every !== undefined) return intervalFault(every, zone);
  return cronFault(cron ?? "", zone);
}

function intervalFault(every: Duration, zone: string | undefined): Fault | undefined {
  if (zone !== undefined)
    return [
      `an interval is the same in every time zone; received zone: ${show(zone)}`,
      "remove zone, or write cron in place of every",
    ];
  try {
    if (toMilliseconds(every) >= SHORTEST_MS) return undefined;
  } catch (error) {
    return [messageOf(error), 'write every: "60s", for example'];
  }
  return [
    `an interval must be at least 1s; received ${show(every)}`,
    "write a longer one, or use a timer of your own in setup",
  ];
}

function cronFault(cron: string, zone: string | undefined): Fault | undefined {
  if (zone !== undefined && !isZone(zone))
    return [
      `a time zone has its name in the IANA database; received ${show(zone)}`,
      'write zone: "Europe/Lisbon", for example; without it, times are in UTC',
    ];
  const hint =
    'write minute, hour, day of the month, month and day of the week: "0 6 * * *" for every day at 06:00, "*/15 * * * *" for every quarter of an hour';
  try {
    const { nextRun } = cronOf(cron, zone);
    const first = nextRun(new Date(0));
    // A date is an expression, too.
    if (first !== null && nextRun(first) !== null) return undefined;
  } catch (error) {
    return [`a cron expression cannot be read; received ${show(cron)}: ${messageOf(error)}`, hint];
  }
  return [`a job must be due again and again; received cron: ${show(cron)}`, hint];
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** Loads the library with the first expression, and at once, as findings are made in one go. */
function cronOf(cron: string, zone = "UTC"): { nextRun(after: Date): Date | null } {
  const { Cron } = createRequire(import.meta.url)("croner") as typeof import("croner");
  const parsed = new Cron(cron, { mode: "5-or-6-parts", paused: true, timezone: zone });
  return { nextRun: (after) => parsed.nextRun(after) };
}

/** Returns the schedule of a job whose times have no fault. */
export function scheduleOf({ every, cron = "", zone }: Times): Schedule {
  if (every !== undefined) {
    const everyMs = toMilliseconds(every);
    return { next: (after) => (Math.floor(after / everyMs) + 1) * everyMs };
  }
  const { nextRun } = cronOf(cron, zone);
  return { next: (after) => nextRun(new Date(after))?.getTime() ?? Infinity };
}
