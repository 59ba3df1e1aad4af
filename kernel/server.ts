/** Serving over HTTP, imported as "waymark/server". */
import type { Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Log } from "../registry/plugin.ts";
import type { Registry } from "../registry/registry.ts";
import { assemble, type Assembled, type AssembleOptions } from "./assemble.ts";
import type { Booted } from "./boot.ts";
import { KernelError } from "./errors.ts";
import { MAX_HEADER_BYTES } from "./listener.ts";

/** Time for requests in flight when the server stops, in milliseconds. */
const DRAIN_MS = 10_000;

export interface ServerOptions extends AssembleOptions {
  readonly log: Log;
}

/** A server that listens. */
export interface RunningServer {
  readonly registry: Registry;
  /** Where it listens: scheme and authority. */
  readonly url: string;
  /** Answers in memory, through h3 alone. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Milliseconds that each phase took, in order. */
  readonly timings: Readonly<Record<string, number>>;
  /** Optional plugins that did not start. */
  readonly degraded: readonly { readonly plugin: string; readonly reason: string }[];
  /** Reports not ready, lets requests in flight finish (10 s), then stops the plugins in reverse. */
  close(): Promise<void>;
}

/** Starts what was booted and listens. Throws a KernelError; then nothing is left running. */
export async function startServer(booted: Booted, options: ServerOptions): Promise<RunningServer> {
  const began = performance.now();
  const assembled = await assemble(booted, options);
  const startedAt = performance.now();
  const { server, closeUnused } = await listen(booted, assembled).catch(async (error: unknown) => {
    await assembled.started.stop();
    throw error;
  });
  const url = originOf(server, booted.config.host);
  booted.listeningAt(url);
  const listenedAt = performance.now();
  const close = once(() => stop(server, closeUnused, assembled, options.log));
  try {
    await nextTurn(); // who waited for the port is answered before the schemas are looked at
    booted.checkSchemas();
  } catch (error) {
    await close();
    throw error;
  }
  assembled.ready = true;
  return {
    registry: booted.registry,
    url,
    fetch: assembled.fetch,
    timings: {
      ...booted.timings,
      start: startedAt - began,
      listen: listenedAt - startedAt,
      schemas: performance.now() - listenedAt,
    },
    degraded: assembled.started.degraded,
    close,
  };
}

/** Every address of the machine. */
const WILDCARDS: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

interface Listening {
  readonly server: Server;
  readonly closeUnused: () => void;
}

async function listen({ config }: Booted, { listener }: Assembled): Promise<Listening> {
  const { listen: listhen } = await import("listhen");
  try {
    const { server } = await listhen(listener.handle, {
      port: { verbose: false, ...(config.port === 0 ? { random: true } : { port: config.port }) },
      hostname: config.host,
      isProd: true, // a taken port is an error, never another port
      autoClose: false,
      showURL: false,
      // Without it listhen would narrow a wildcard address to localhost.
      public: WILDCARDS.has(config.host),
    });
    configure(server as Server); // listhen types the union with HTTPS servers
    // listhen's own shutdown, unused here, would add a listener to every single answer.
    server.removeAllListeners("request").on("request", listener.handle);
    listener.attach(server as Server);
    return { server: server as Server, closeUnused: unusedCloser(server as Server) };
  } catch (error) {
    throw new KernelError(
      [
        {
          code: "LISTEN_FAILED",
          where: `${config.host}:${config.port}`,
          message: error instanceof Error ? error.message : String(error),
          hint: "choose a free port with PORT=… or the config key port, and an address of this machine for host",
        },
      ],
      { cause: error },
    );
  }
}

/** What listhen offers no option for. */
function configure(server: Server): void {
  server.headersTimeout = 15_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 65_000; // longer than the usual 60 s of load balancers, which then close first
  Object.assign(server, {
    maxHeaderSize: MAX_HEADER_BYTES,
    requireHostHeader: false,
    joinDuplicateHeaders: true, // a second Host or Content-Type must show, not vanish
    optimizeEmptyRequests: true,
  });
}

/**
 * Gives a function that closes connections over which nothing came. Browsers open some in advance, and Node does not
 * count them as idle.
 */
function unusedCloser(server: Server): () => void {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return () => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  };
}

/** The origin that absolute URLs are made of: `localhost` for a wildcard address. */
function originOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo; // listening on a TCP port
  const name = WILDCARDS.has(host) ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

async function stop(
  server: Server,
  closeUnused: () => void,
  assembled: Assembled,
  log: Log,
): Promise<void> {
  const deadline = performance.now() + DRAIN_MS;
  assembled.ready = false;
  assembled.listener.draining = true;
  assembled.streams.endAll();
  while (assembled.listener.pending > 0 && performance.now() < deadline) await pause(20);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection becomes idle when its last answer ends, which may be after this.
  const sweep = setInterval(() => server.closeIdleConnections(), 20);
  server.closeIdleConnections();
  closeUnused();
  const expired = setTimeout(
    () => server.closeAllConnections(),
    Math.max(100, deadline - performance.now()),
  );
  await closed;
  clearInterval(sweep);
  clearTimeout(expired);
  await assembled.started.stop();
  log.debug("stopped");
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function once(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= run());
}
