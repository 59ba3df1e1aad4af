/** The end of service: announced to clients, drained, and cut at the deadline. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../../registry/contract/types.ts";
import { idsOf } from "../request/call.ts";
import type { Connections } from "./connections.ts";
import type { Listener } from "./listener.ts";

/** The last part of the announcement, in milliseconds: longer than a busy client takes to come back. */
const SETTLE_MS = 1000;
/** Time for which a connection between two requests is kept after an announcement, in milliseconds. */
const GRACE_MS = 1000;
const SWEEP_MS = 20;
/** Cut requests that are logged one by one. */
const MAX_LOGGED = 100;

interface Stop {
  readonly connections: Connections;
  readonly listener: Listener;
  readonly log: Log;
  /** Duration of the announcement in milliseconds; undefined for no announcement. */
  readonly delayMs: number | undefined;
  /** Time for requests to finish after the announcement, in milliseconds. */
  readonly drainMs: number;
  readonly endStreams: () => void;
  /** Callback with the number of requests that are cut. */
  readonly onCut: (count: number) => void;
}

/** Resolves when all connections have ended, with the milliseconds that are left of the drain. */
export async function stopServing({ drainMs, delayMs, onCut, ...stop }: Stop): Promise<number> {
  const { connections, listener, log, endStreams } = stop;
  if (delayMs !== undefined && delayMs > 0) await announce(listener, delayMs);
  await connections.acceptWaiting();
  const closed = connections.closePort();
  listener.draining = true;
  const began = performance.now();
  const idleFrom = delayMs === undefined ? began : began + GRACE_MS;
  const sweep = () => {
    endStreams(); // a client whose stream ended may have opened another one
    if (performance.now() >= idleFrom) connections.closeIdle(); // a connection becomes idle when its last answer ends
  };
  sweep();
  const sweeping = setInterval(sweep, SWEEP_MS);
  const expired = setTimeout(() => onCut(cut(connections, log)), drainMs);
  await closed;
  clearInterval(sweeping);
  clearTimeout(expired);
  return began + drainMs - performance.now();
}

/**
 * Closes every connection with its next answer and takes new ones, so that clients and load balancers turn away. In the
 * last moments connections are kept: a client that comes back then has one already, and opens none while the port closes.
 */
async function announce(listener: Listener, delayMs: number): Promise<void> {
  const settleMs = Math.min(SETTLE_MS, delayMs / 2);
  listener.draining = true;
  await sleep(delayMs - settleMs);
  listener.draining = false;
  await sleep(settleMs);
}

/** Closes all connections and logs the requests that this cuts. Returns their number. */
function cut(connections: Connections, log: Log): number {
  const calls = connections.cut();
  if (calls.length === 0) return 0;
  for (const call of calls.slice(0, MAX_LOGGED)) {
    const { method, path, route, startedAt, response } = call;
    log.warn("a request was cut", {
      ...idsOf(call),
      route: route.ref,
      method,
      path,
      durationMs: Math.round(performance.now() - startedAt),
      begun: response.headersSent,
    });
  }
  log.warn(
    "requests were not finished when the drain ended; stop.drain in the config sets its length",
    {
      cut: calls.length,
    },
  );
  return calls.length;
}
