/** Records what happens to requests, and keeps it for their callers alone. */
import { LRUCache } from "lru-cache";
import type { Call } from "waymark";
import { clientNetwork, currentCall, negotiationHeader, type Recording } from "waymark/advanced";
import type { Runtime } from "waymark/services";
import { createCounter } from "../../shared/memory-counter.ts";
import { preferencesIn } from "../../shared/preferences.ts";
import { timeTracepoints } from "../../shared/time-tracepoints.ts";
import { browserOf, isSameOrigin } from "./cookie.ts";
import { PREFERENCE, type Journey, type Reader } from "./journey.ts";
import { Recorder } from "./recorder.ts";

/** Journeys that a network may begin: more are not recorded. */
const RATE = { name: PREFERENCE, limit: 60, windowMs: 60_000 };
export const MINUTES_KEPT = 10;
const MOST_OF_ONE_CALLER = 20;
const MOST_CALLERS = 200;
/** Memory for all journeys. Most take 5 KB. */
const MOST_BYTES = 16 * 1024 * 1024;

interface Kept extends Journey {
  readonly reader: Reader;
  readonly characters: number;
}

/** The journeys that are kept, and the requests that are being recorded. */
export class Journeys {
  readonly #runtime: Pick<Runtime, "registry">;
  readonly #kept = new LRUCache<string, Kept[]>({
    max: MOST_CALLERS,
    maxSize: MOST_BYTES,
    sizeCalculation: (journeys) => journeys.reduce((sum, { characters }) => sum + characters, 0),
    ttl: MINUTES_KEPT * 60_000,
  });
  readonly #begun = createCounter(10_000);
  readonly #running = new Map<Call, Recorder>();
  #stops: readonly (() => void)[] = [];

  constructor(runtime: Pick<Runtime, "registry">) {
    this.#runtime = runtime;
  }

  /** Begins the recording of a request that asks for it, if its caller may turn out to be allowed to. */
  begin(call: Call, isIdentified: boolean): Recording | undefined {
    const field = negotiationHeader(call, "prefer");
    if (field === undefined || !preferencesIn(field).has(PREFERENCE)) return undefined;
    if (!isIdentified && !isSameOrigin(call)) return undefined;
    if (!this.#begun.take(clientNetwork(call.client), call.startedAt, RATE).allowed)
      return undefined;
    const recorder = new Recorder(call, this, this.#runtime.registry);
    this.#running.set(call, recorder);
    if (this.#running.size === 1) this.#watch();
    return recorder;
  }

  end(call: Call): void {
    if (this.#running.delete(call) && this.#running.size === 0) this.close();
  }

  /** Keeps a journey for its caller, if that is a principal or a page of this service. Returns who may read it. */
  keep(call: Call, journey: Journey): Reader | undefined {
    const { principal, client } = call;
    const browser = browserOf(call);
    if (principal === undefined && browser === undefined) return undefined;
    const reader = { principal: principal?.id, browser };
    const owner = principal === undefined ? clientNetwork(client) : `principal ${principal.id}`;
    const others = this.#kept.get(owner) ?? [];
    const characters = JSON.stringify(journey).length;
    const one = { ...journey, reader, characters };
    this.#kept.set(owner, [...others.slice(1 - MOST_OF_ONE_CALLER), one]);
    return reader;
  }

  /** Returns the journeys that the caller may read, the newest first. */
  of({ principal, browser }: Reader): readonly Journey[] {
    const since = Date.now() - MINUTES_KEPT * 60_000;
    return [...this.#kept.values()]
      .flat()
      .filter(
        ({ at, reader }) =>
          at > since &&
          ((principal !== undefined && reader.principal === principal) ||
            (browser !== undefined && reader.browser === browser)),
      )
      .toReversed();
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#stops = [];
  }

  /** Times handlers and statements while requests are recorded. */
  #watch(): void {
    this.#stops = (["handler", "statement"] as const).map((kind) =>
      timeTracepoints([kind], (_span, ms) => {
        const call = currentCall();
        if (call !== undefined) this.#running.get(call)?.work.push({ kind, ms });
      }),
    );
  }
}
