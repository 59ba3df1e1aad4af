/** The listening socket, and the options of Node's server. */
import { once } from "node:events";
import { createServer, type Server, type ServerOptions } from "node:http";
import type { AddressInfo } from "node:net";
import { messageOf, type Finding } from "../../registry/contract/finding.ts";
import type { ResolvedConfig } from "../config/config.ts";
import { BootError } from "../support/boot-errors.ts";
import { Connections } from "./connections.ts";
import type { Listener } from "./listener.ts";
import { MAX_HEADER_BYTES } from "./malformed.ts";

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

export interface Listening {
  readonly server: Server;
  /** Scheme and authority, the base of absolute URLs. */
  readonly origin: string;
  readonly connections: Connections;
}

/** Listens at the host and port of the config. Throws a BootError when it cannot. */
export async function listen(
  { host, port }: Pick<ResolvedConfig, "host" | "port">,
  listener: Listener,
): Promise<Listening> {
  const server = createServer(OPTIONS, listener.handle);
  listener.attach(server);
  const connections = new Connections(server);
  try {
    server.listen({ host, port });
    await once(server, "listening");
  } catch (error) {
    const finding: Finding = {
      code: "LISTEN_FAILED",
      where: `${host}:${port}`,
      message: messageOf(error),
      hint: "choose a free port with PORT=… or the config key port, and an address of this machine for host",
    };
    throw new BootError([finding], { cause: error });
  }
  return { server, origin: originOf(server, host), connections };
}

/** Names a wildcard address `localhost`. */
function originOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo; // listening on a TCP port
  const name = WILDCARDS.has(host) ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
