/** The handlers of the debug routes. Loaded if the routes are on. */
import type { HandlerCall, Log } from "waymark";
import { processLog } from "waymark/advanced";
import { timeTracepoints } from "../../shared/time-tracepoints.ts";
import type { NodeInfo, Nodes, Runtime } from "waymark/services";
import type { DEBUG_ROUTES } from "./debug-routes.ts";
import { Session } from "node:inspector/promises";
import { setTimeout as sleep } from "node:timers/promises";

type CallOf<Route extends keyof typeof DEBUG_ROUTES> = HandlerCall<(typeof DEBUG_ROUTES)[Route]>;

/** Different texts of statements that are timed, and how many of them are shown. */
const MAX_TEXTS = 500;
const SHOWN = 50;

interface Timed {
  readonly table: string;
  readonly text: string;
  count: number;
  totalMs: number;
  maxMs: number;
}

/** Times statements by their text, until `close`. */
function timeStatements() {
  const byText = new Map<string, Timed>();
  const close = timeTracepoints(["statement"], ({ attributes }, ms) => {
    const text = String(attributes["db.query.text"]);
    const known = byText.get(text);
    if (known === undefined && byText.size === MAX_TEXTS) return;
    const table = String(attributes["db.collection.name"]);
    const timed = known ?? { table, text, count: 0, totalMs: 0, maxMs: 0 };
    timed.count++;
    timed.totalMs += ms;
    timed.maxMs = Math.max(timed.maxMs, ms);
    byText.set(text, timed);
  });
  const slowest = () =>
    [...byText.values()]
      .toSorted((one, other) => other.maxMs - one.maxMs)
      .slice(0, SHOWN)
      .map(({ totalMs, maxMs, ...timed }) => ({
        ...timed,
        meanMs: rounded(totalMs / timed.count),
        maxMs: rounded(maxMs),
      }));
  return { slowest, close };
}

const rounded = (ms: number) => Math.round(ms * 100) / 100;

interface Around {
  readonly runtime: Runtime;
  readonly nodes: Nodes | undefined;
  readonly log: Log;
}

export type Debug = ReturnType<typeof createDebug>;

export function createDebug({ runtime, nodes, log }: Around) {
  const statements = timeStatements();
  let isProfiling = false;

  /** Takes one profile at a time, as it slows the process down. */
  async function profiled(
    { method, query, signal, fail }: CallOf<"getCpuProfile" | "getHeapProfile">,
    take: typeof profileCpu,
    filename: string,
  ) {
    if (method === "HEAD") return Buffer.of();
    if (isProfiling)
      fail("service-unavailable", { detail: "One profile is taken at a time.", retryAfter: 5 });
    isProfiling = true;
    try {
      return { bytes: await take(query.seconds * 1000, signal), filename };
    } finally {
      isProfiling = false;
    }
  }

  const self = (): NodeInfo => ({
    ...runtime.instance,
    revision: runtime.registry.revision,
    seenAt: Date.now(),
    health: { ready: runtime.ready, failing: [] },
  });

  return {
    close: () => statements.close(),
    handlers: {
      getCpuProfile: (call: CallOf<"getCpuProfile">) =>
        profiled(call, profileCpu, `cpu-${process.pid}.cpuprofile`),
      getHeapProfile: (call: CallOf<"getHeapProfile">) =>
        profiled(call, profileHeap, `heap-${process.pid}.heapprofile`),
      listRequests: () => ({ requests: [...runtime.inFlight()] }),
      listStatements: () => ({ statements: statements.slowest() }),
      async listMembers({ fail }: CallOf<"listMembers">) {
        const detail = "The other nodes cannot be known.";
        const known = nodes?.list() ?? Promise.resolve([self()]);
        const list = await known.catch(() =>
          fail("service-unavailable", { detail, retryAfter: 5 }),
        );
        return {
          members: list.map(({ id, name, startedAt, revision, seenAt, health }) => ({
            id,
            name,
            revision,
            started: new Date(startedAt).toISOString(),
            seen: new Date(seenAt).toISOString(),
            ...(health && { ready: health.ready, failing: [...health.failing] }),
          })),
        };
      },
      setLogLevel({ body }: CallOf<"setLogLevel">) {
        log.info("an operator sets the level of the log", body);
        processLog.level = body.level;
        return body;
      },
      setDrain({ body }: CallOf<"setDrain">) {
        log.info("an operator sets whether balancers turn away", body);
        runtime.leave(body.draining);
        return body;
      },
    },
  };
}

/** Bytes between two samples, on average. */
const SAMPLING_BYTES = 64 * 1024;

/** Ends what goes on in the session in any case. Returns JSON. */
async function inSession(work: (session: Session) => Promise<unknown>): Promise<Buffer> {
  const session = new Session();
  session.connect();
  try {
    return Buffer.from(JSON.stringify(await work(session)));
  } finally {
    session.disconnect();
  }
}

/** Profiles this process. Rejects when the signal aborts. Returns the JSON of a .cpuprofile. */
function profileCpu(ms: number, signal: AbortSignal): Promise<Buffer> {
  return inSession(async (session) => {
    await session.post("Profiler.enable");
    await session.post("Profiler.start");
    await sleep(ms, undefined, { signal });
    return (await session.post("Profiler.stop")).profile;
  });
}

/** Samples allocations. Rejects when the signal aborts. Returns the JSON of a .heapprofile: memory still in use, by function. */
function profileHeap(ms: number, signal: AbortSignal): Promise<Buffer> {
  return inSession(async (session) => {
    await session.post("HeapProfiler.startSampling", { samplingInterval: SAMPLING_BYTES });
    await sleep(ms, undefined, { signal });
    return (await session.post("HeapProfiler.stopSampling")).profile;
  });
}
