/** A listener: a server of Node that answers at an address, and its end, announced to clients, drained and cut at the deadline. */
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "../../../registry/schema/words.ts";
import type { Finding } from "../../../registry/contract/finding/finding.ts";
import type { ListenInput, OpenListener, RequestServer } from "../../host/define/listening.ts";
import { idsOf, type NodeCall } from "../request/call.ts";
import { BootError } from "../../host/support/boot-errors.ts";
import { Answering } from "./answering.ts";
import { Connections } from "./connections.ts";

/** Hosts that stand for every address of the machine. */
const WILDCARDS: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/** The last part of the announcement, in milliseconds: longer than a busy client takes to come back. */
const SETTLE_MS = 1000;
/** Time for which a connection between two requests is kept after an announcement, in milliseconds. */
const GRACE_MS = 1000;
const SWEEP_MS = 20;
/** Cut requests that are logged one by one. */
const MAX_LOGGED = 100;

interface StopOptions {
  /** Duration of the announcement in milliseconds; undefined for no announcement. */
  readonly delayMs?: number | undefined;
  /** Time for requests to finish after the announcement, in milliseconds. */
  readonly drainMs: number;
  readonly endStreams: () => void;
  /** Callback with the number of requests that are cut. */
  readonly onCut?: (count: number) => void;
}

export class Listener extends Answering {
  /** The address; undefined before it listens. */
  address: OpenListener | undefined;
  #connections: Connections | undefined;
  #isStopping = false;

  /** Listens at an address. Rejects with a BootError if it cannot. */
  async listen(server: RequestServer, input: ListenInput): Promise<OpenListener> {
    const { host, port, scheme = "http", bind = bindTo(server, { host, port }) } = input;
    this.attach(server, input);
    this.#connections = new Connections(server);
    input.connected?.(this.#connections);
    try {
      await bind();
    } catch (error) {
      await this.closePort(); // something may listen already, and the plugin may try again
      throw error;
    }
    const bound = server.address();
    const place = typeof bound === "string" ? bound : String(bound?.port);
    const authority = typeof bound === "string" ? "localhost" : `${nameOf(host)}:${place}`;
    return (this.address = { place, origin: `${scheme}://${authority}` });
  }

  /** The calls that are not answered to the end. */
  get calls(): readonly NodeCall[] {
    return this.#connections?.calls ?? [];
  }

  /** Turns the closing of connections after answers on or off. A stop under way goes on as it is. */
  turnAway(isAway: boolean): void {
    if (!this.#isStopping) this.draining = isAway;
  }

  /** Closes the port, also after an attempt to listen that failed. */
  async closePort(): Promise<void> {
    await this.#connections?.closePort();
  }

  /** Resolves when all connections have ended, with the milliseconds that are left of the drain. */
  async stop({ delayMs, drainMs, endStreams, onCut }: StopOptions): Promise<number> {
    const connections = this.#connections;
    if (connections === undefined) return drainMs;
    this.#isStopping = true;
    if (delayMs !== undefined && delayMs > 0) await this.#announceStop(delayMs);
    await connections.acceptWaiting();
    const closed = connections.closePort();
    this.draining = true;
    const began = performance.now();
    const idleFrom = delayMs === undefined ? began : began + GRACE_MS;
    const sweep = () => {
      endStreams(); // a client whose stream ended may have opened another one
      if (performance.now() >= idleFrom) connections.closeIdle(); // a connection becomes idle when its last answer ends
    };
    sweep();
    const sweeping = setInterval(sweep, SWEEP_MS);
    const expired = setTimeout(() => {
      const calls = connections.cut();
      this.#logCut(calls);
      onCut?.(calls.length);
    }, drainMs);
    await closed;
    clearInterval(sweeping);
    clearTimeout(expired);
    return began + drainMs - performance.now();
  }

  /**
   * Closes every connection with its next answer and takes new ones, so that clients and load balancers turn away. In the
   * last moments connections are kept: a client that comes back then has one already, and opens none while the port closes.
   */
  async #announceStop(delayMs: number): Promise<void> {
    const settleMs = Math.min(SETTLE_MS, delayMs / 2);
    this.draining = true;
    await sleep(delayMs - settleMs);
    this.draining = false;
    await sleep(settleMs);
  }

  #logCut(calls: readonly NodeCall[]): void {
    if (calls.length === 0) return;
    for (const call of calls.slice(0, MAX_LOGGED)) {
      const { method, path, route, startedAt, response } = call;
      this.log.warn("a request was cut", {
        ...idsOf(call),
        route: route.ref,
        method,
        path,
        durationMs: Math.round(performance.now() - startedAt),
        begun: response.headersSent,
      });
    }
    this.log.warn(
      "requests were not finished when the drain ended; stop.drain in the config sets its length",
      { cut: calls.length },
    );
  }
}

type Port = Pick<ListenInput, "host" | "port">;

function bindTo(server: RequestServer, at: Port): () => Promise<void> {
  return async () => {
    try {
      server.listen(at);
      await once(server, "listening");
    } catch (error) {
      throw listenFailure(error, at);
    }
  };
}

/** Returns the boot error for an address at which the server cannot listen. */
export function listenFailure(error: unknown, { host, port }: Port): BootError {
  const finding: Finding = {
    code: "LISTEN_FAILED",
    where: `${host}:${port}`,
    message: messageOf(error),
    hint: "choose a free port with PORT=… or the config key port, and an address of this machine for host",
  };
  return new BootError([finding], { cause: error });
}

/** Names a wildcard address `localhost`. */
function nameOf(host: string): string {
  if (WILDCARDS.has(host)) return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}
