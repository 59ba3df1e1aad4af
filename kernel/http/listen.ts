/** The listening socket, and the options of Node's server. */
import { once } from "node:events";
import { createServer, type ServerOptions } from "node:http";
import { messageOf, type Finding } from "../../registry/contract/finding.ts";
import type { Log } from "../../registry/contract/types.ts";
import { BootError } from "../support/boot-errors.ts";
import { Connections } from "./connections.ts";
import type { Listener } from "./listener.ts";
import { MAX_HEADER_BYTES } from "./malformed.ts";
import type { CertificateStatus } from "../services.ts";
import type { TlsFiles } from "./tls.ts";

/** Every address of the machine. */
const WILDCARDS: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/** Node's types lack `optimizeEmptyRequests`, which saves the body stream of requests without a body. */
const OPTIONS: ServerOptions & { readonly optimizeEmptyRequests: boolean } = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1000, // both count to the second; by default to the half minute
  keepAliveTimeout: 65_000, // longer than the usual 60 s of load balancers, which then close first
  maxHeaderSize: MAX_HEADER_BYTES,
  requireHostHeader: false,
  joinDuplicateHeaders: true, // so that a second Host or Content-Type is noticed
  optimizeEmptyRequests: true,
};

/** Where to listen: at a Unix socket, or at a port of a host. */
export interface Address {
  readonly host: string;
  readonly port?: number | undefined;
  readonly socket?: string | undefined;
  readonly socketMode: string;
}

export interface ListenOptions {
  readonly log: Log;
  readonly tls?: TlsFiles | undefined;
  /** Whether trusted proxies name their clients in a header of the PROXY protocol. Default: false. */
  readonly proxyProtocol?: boolean;
}

export interface Listening {
  /** Port, or path of the Unix socket: unique on its machine. */
  readonly place: string;
  /** Scheme and authority, the base of absolute URLs. */
  readonly origin: string;
  readonly connections: Connections;
  /** Undefined without TLS. */
  readonly certificate: CertificateStatus | undefined;
}

/** Listens at an address of the config. Throws a BootError when it cannot. */
export async function listen(
  address: Address,
  listener: Listener,
  { log, tls, proxyProtocol = false }: ListenOptions,
): Promise<Listening> {
  const { host, port, socket, socketMode } = address;
  // Code that few servers need is loaded by the config's keys.
  const secure = tls && (await (await import("./secure.ts")).secure(tls, OPTIONS, log));
  const server = secure?.server ?? createServer(OPTIONS, listener.handle);
  listener.attach(server);
  if (proxyProtocol) {
    const { readProxyHeaders } = await import("./proxied-connections.ts");
    readProxyHeaders(server, {
      isProxy: (peer) => listener.current.connections.isProxy(peer),
      log,
    });
  }
  const connections = new Connections(server);
  secure?.connect(listener, connections);
  try {
    if (socket === undefined) {
      server.listen({ host, port });
      await once(server, "listening");
    } else {
      const { listenAtSocket } = await import("./unix-socket.ts");
      await listenAtSocket(server, socket, socketMode);
    }
  } catch (error) {
    await connections.closePort();
    throw listenFailure(error, { host, port, socket });
  }
  const bound = server.address();
  const place = typeof bound === "string" ? bound : String(bound?.port);
  const scheme = secure === undefined ? "http" : "https";
  const authority = typeof bound === "string" ? "localhost" : `${nameOf(host)}:${place}`;
  const origin = `${scheme}://${authority}`;
  return { place, origin, connections, certificate: secure?.certificate };
}

/** The boot error for an address, or a socket, at which the server cannot listen. */
export function listenFailure(
  error: unknown,
  {
    host,
    port,
    socket,
  }: Readonly<{ host: string; port: number | undefined; socket?: string | undefined }>,
): BootError {
  const finding: Finding = {
    code: "LISTEN_FAILED",
    where: socket ?? `${host}:${port}`,
    message: messageOf(error),
    hint:
      socket === undefined
        ? "choose a free port with PORT=… or the config key port, and an address of this machine for host"
        : "choose a path in a folder that this process may write to, such as /run/waymark/, and that no other process uses",
  };
  return new BootError([finding], { cause: error });
}

/** Names a wildcard address `localhost`. */
function nameOf(host: string): string {
  if (WILDCARDS.has(host)) return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}
