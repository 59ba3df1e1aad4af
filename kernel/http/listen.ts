/** Makes a server of Node listen and answer. */
import { once } from "node:events";
import type { ServerOptions } from "node:http";
import { messageOf, type Finding } from "../../registry/contract/finding.ts";
import type { ListenInput, OpenListener, RequestServer } from "../define/listening.ts";
import { BootError } from "../support/boot-errors.ts";
import { Connections } from "./connections.ts";
import type { Listener } from "./listener.ts";
import { MAX_HEADER_BYTES } from "./malformed.ts";

/** Hosts that stand for every address of the machine. */
const WILDCARDS: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/** Node's types lack `optimizeEmptyRequests`, which saves the body stream of requests without a body. */
export const HTTP1: ServerOptions & { readonly optimizeEmptyRequests: boolean } = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1000, // both count to the second; by default to the half minute
  keepAliveTimeout: 65_000, // longer than the usual 60 s of load balancers, which then close first
  maxHeaderSize: MAX_HEADER_BYTES,
  requireHostHeader: false,
  joinDuplicateHeaders: true, // so that a second Host or Content-Type is noticed
  optimizeEmptyRequests: true,
};

export interface BoundListener extends OpenListener {
  readonly connections: Connections;
}

/** Listens at an address. Rejects with a BootError if it cannot. */
export async function listen(
  server: RequestServer,
  listener: Listener,
  input: Omit<ListenInput, "audience">,
): Promise<BoundListener> {
  const { host, port, scheme = "http", bind = bindTo(server, { host, port }) } = input;
  listener.attach(server, input);
  const connections = new Connections(server);
  input.connected?.(connections);
  try {
    await bind();
  } catch (error) {
    await connections.closePort();
    throw error;
  }
  const bound = server.address();
  const place = typeof bound === "string" ? bound : String(bound?.port);
  const authority = typeof bound === "string" ? "localhost" : `${nameOf(host)}:${place}`;
  return { place, origin: `${scheme}://${authority}`, connections };
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
