/** Records the requests of clients for the console, in a bounded part of memory: counts by minute, and the slowest one by one. */
import type { Call, Reply } from "waymark";
import { currentCall } from "waymark/advanced";
import { timeTracepoints } from "../../../shared/time-tracepoints.ts";
import { isFailure } from "../../../shared/traffic.ts";
import { getOrAdd, push } from "./bounded.ts";
import { RecentLog } from "./recent-log.ts";
import { Tally } from "./tally.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
export const MINUTES = 60;
const HOURS = 24;
/** Numbers of requests to keep: the slowest and the failed of each minute, and the latest of all. */
const SLOWEST = 5;
const FAILED = 5;
const LATEST = 500;
/** Steps of a request that are kept, the first ones. */
const STEPS = 20;
/** Characters of a path that are kept. */
const LONGEST = 300;
/** Tracepoints whose operations are the steps of a request. */
const WATCHED = ["handler", "read", "render", "statement", "transaction", "lock", "fetch"];

/** Operation within a request. */
export interface Step {
  readonly name: string;
  readonly ms: number;
}

export interface RecordedRequest {
  /** Time of its answer, in milliseconds since 1970, and how long it took. */
  readonly at: number;
  readonly ms: number;
  readonly method: string;
  /** Path without its query, which may be secret. */
  readonly path: string;
  readonly route: string;
  readonly status: number;
  readonly errorCode: string | undefined;
  readonly requestId: string | undefined;
  readonly traceId: string | undefined;
  readonly principal: string | undefined;
  readonly client: string;
  readonly steps: readonly Step[];
}

interface Minute {
  readonly byRoute: Map<string, Tally>;
  readonly slowest: RecordedRequest[];
  /** The latest that the service failed. */
  readonly failed: RecordedRequest[];
}

export class RequestRecorder {
  readonly since: number;
  readonly total = new Map<string, Tally>();
  readonly log: RecentLog;
  readonly #now: () => number;
  readonly #minutes = new Map<number, Minute>();
  /** Requests by hour and route. */
  readonly #hours = new Map<number, Map<string, number>>();
  readonly #latest: RecordedRequest[] = [];
  readonly #steps = new WeakMap<Call, Step[]>();
  readonly #stops: readonly (() => void)[];

  constructor(now: () => number) {
    this.#now = now;
    this.since = now();
    this.log = new RecentLog(now);
    this.#stops = [
      timeTracepoints(WATCHED, ({ name }, ms) => this.#noteStep(name, ms)),
      this.log.close,
    ];
  }

  close(): void {
    for (const stop of this.#stops) stop();
  }

  record(call: Call, { status, failure }: Reply): void {
    const at = this.#now();
    const { durationMs: ms, method, requestId, client } = call;
    const route = call.route.ref;
    const { byRoute, slowest, failed } = this.#minuteOf(at);
    for (const tallies of [this.total, byRoute]) tallyOf(tallies, route).add(status, ms);
    const hour = getOrAdd(this.#hours, Math.floor(at / HOUR_MS), HOURS, () => new Map());
    hour.set(route, (hour.get(route) ?? 0) + 1);
    const request: RecordedRequest = {
      at,
      ms,
      method,
      path: call.path.slice(0, LONGEST),
      route,
      status,
      errorCode: failure?.code,
      requestId,
      traceId: call.trace?.traceId,
      principal: call.principal?.id,
      client,
      steps: this.#steps.get(call) ?? [],
    };
    push(this.#latest, request, LATEST);
    if (isFailure(status)) push(failed, request, FAILED);
    if (slowest.length === SLOWEST && ms <= (slowest.at(-1)?.ms ?? 0)) return;
    slowest.splice(slowest.findLastIndex((one) => one.ms >= ms) + 1, 0, request);
    if (slowest.length > SLOWEST) slowest.pop();
  }

  /** Returns how many requests of the last 24 hours used a route, such as `brains.listBrains`, or the routes of a plugin. */
  requestsOf(pluginOrRoute: string): number {
    const first = Math.floor(this.#now() / HOUR_MS) - HOURS;
    const counts = [...this.#hours].flatMap(([hour, byRoute]) =>
      hour > first ? [...byRoute] : [],
    );
    return counts
      .filter(([route]) => route === pluginOrRoute || route.startsWith(`${pluginOrRoute}.`))
      .reduce((sum, [, count]) => sum + count, 0);
  }

  /** Returns the minutes of the last hour, the earliest first, of all routes or of one. */
  minutes(route?: string): readonly { readonly at: number; readonly tally: Tally }[] {
    const last = Math.floor(this.#now() / MINUTE_MS);
    return Array.from({ length: MINUTES }, (_, index) => {
      const minute = last - MINUTES + 1 + index;
      const tally = new Tally();
      for (const [ref, one] of this.#minutes.get(minute)?.byRoute ?? [])
        if (route === undefined || ref === route) tally.merge(one);
      return { at: minute * MINUTE_MS, tally };
    });
  }

  /** Returns the counts of the last hour by route. */
  lastHour(): ReadonlyMap<string, Tally> {
    const sums = new Map<string, Tally>();
    for (const { byRoute } of this.#recent())
      for (const [route, tally] of byRoute) tallyOf(sums, route).merge(tally);
    return sums;
  }

  /** Returns the slowest requests of the last hour, the slowest first. */
  slowest(route?: string): readonly RecordedRequest[] {
    return this.#recent()
      .flatMap(({ slowest }) => slowest)
      .filter((one) => route === undefined || one.route === route)
      .toSorted((a, b) => b.ms - a.ms);
  }

  /** Returns requests of the last hour that the service failed, the latest first. */
  failed(route?: string): readonly RecordedRequest[] {
    return this.#recent()
      .flatMap(({ failed }) => failed)
      .filter((one) => route === undefined || one.route === route)
      .toReversed();
  }

  /** Returns a request by its id; undefined if it is not kept. */
  find(requestId: string): RecordedRequest | undefined {
    const kept = [...this.#minutes.values()].flatMap(({ slowest, failed }) => [
      ...slowest,
      ...failed,
    ]);
    return [...kept, ...this.#latest].findLast((one) => one.requestId === requestId);
  }

  #recent(): readonly Minute[] {
    const first = Math.floor(this.#now() / MINUTE_MS) - MINUTES;
    return [...this.#minutes].flatMap(([minute, one]) => (minute > first ? [one] : []));
  }

  #minuteOf(at: number): Minute {
    const minute = Math.floor(at / MINUTE_MS);
    return getOrAdd(this.#minutes, minute, MINUTES, () => ({
      byRoute: new Map(),
      slowest: [],
      failed: [],
    }));
  }

  #noteStep(name: string, ms: number): void {
    const call = currentCall();
    if (call === undefined) return;
    const steps = this.#steps.get(call) ?? [];
    if (steps.length < STEPS) steps.push({ name, ms });
    this.#steps.set(call, steps);
  }
}

function tallyOf(tallies: Map<string, Tally>, route: string): Tally {
  return getOrAdd(tallies, route, Number.POSITIVE_INFINITY, () => new Tally());
}
