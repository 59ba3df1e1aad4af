/** The socket in front of everything, and what Node's server is told about it. */
import { messageOf } from "../registry/finding.ts";
import type { Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { ResolvedConfig } from "./config.ts";
import { KernelError } from "./errors.ts";
import { MAX_HEADER_BYTES, type Listener } from "./listener.ts";

/** Every address of the machine. */
const WILDCARDS: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/** A socket that listens. */
export interface Listening {
  readonly server: Server;
  /** Scheme and authority: what absolute URLs are made of. */
  readonly origin: string;
  /** Closes connections over which nothing came yet. */
  readonly closeUnused: () => void;
}

/** Listens at the host and port of the config. Throws a KernelError when it cannot. */
export async function listen(
  config: Pick<ResolvedConfig, "host" | "port">,
  listener: Listener,
): Promise<Listening> {
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
    return {
      server: server as Server,
      origin: originOf(server as Server, config.host),
      closeUnused: unusedCloser(server as Server),
    };
  } catch (error) {
    throw new KernelError(
      [
        {
          code: "LISTEN_FAILED",
          where: `${config.host}:${config.port}`,
          message: messageOf(error),
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

/** `localhost` stands for a wildcard address. */
function originOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo; // listening on a TCP port
  const name = WILDCARDS.has(host) ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
