/** Opens the listeners that the config asks for. Code that few servers need is loaded by its keys. */
import { createServer, type ServerOptions } from "node:http";
import { resolve } from "node:path";
import type {
  CertificateStatus,
  ListenInput,
  Opened,
  Opening,
  OpenListener,
  RequestServer,
} from "waymark/services";
import { ConnectionLimit } from "./connection-limit.ts";
import { StallWatch } from "./stall-watch.ts";

/** Address to listen at: a Unix socket, or a port of a host. */
interface Address {
  readonly host: string;
  readonly port?: number | undefined;
  readonly socket?: string | undefined;
  readonly socketMode: string;
}

/** Rejects with a BootError if a listener cannot open. */
export async function openListeners(opening: Opening): Promise<Opened> {
  const { config } = opening;
  const { admin, socket } = config;
  const certificate = await openForClients(opening);
  const operators = admin && (await openForOperators(opening, admin));
  // The variable is systemd's own: a service with `Type=notify` has it.
  const announce = process.env["NOTIFY_SOCKET"]
    ? (await import("./systemd.ts")).notifySystemd(opening.log)
    : undefined;
  return {
    addresses: {
      ...(socket !== undefined && { socket }),
      ...(operators && { admin: admin?.socket ?? operators.origin }),
    },
    certificate,
    announce,
  };
}

/** Returns the certificate that clients see; undefined without TLS. */
async function openForClients(opening: Opening): Promise<CertificateStatus | undefined> {
  const { config, folder, http1, log } = opening;
  const { proxyProtocol, tls } = config;
  const secure =
    tls &&
    (await (
      await import("./secure.ts")
    ).secure({ cert: resolve(folder, tls.cert), key: resolve(folder, tls.key) }, opening));
  const server = secure?.server ?? createPlain(http1);
  limitConnections(server, opening);
  if (proxyProtocol) {
    const { readProxyHeaders } = await import("./proxied-connections.ts");
    readProxyHeaders(server, { isProxy: opening.isProxy, log });
  }
  await listenAt(server, config, opening, { audience: "clients", ...secure?.input });
  return secure?.certificate;
}

async function openForOperators(
  opening: Opening,
  admin: Address & { readonly hosts: readonly string[] },
): Promise<OpenListener> {
  const { foreignRequest } = await import("./foreign-request.ts");
  const isForeign = foreignRequest([admin.host, ...admin.hosts]);
  const server = createPlain(opening.http1);
  limitConnections(server, opening);
  return listenAt(server, admin, opening, {
    audience: "operators",
    screen: (request, check) => check(request) ?? isForeign(request),
  });
}

function createPlain(options: ServerOptions): RequestServer {
  const server = createServer(options);
  new StallWatch(server);
  return server;
}

function limitConnections(server: RequestServer, opening: Opening): void {
  const limit = new ConnectionLimit(opening);
  server.on("connection", (socket) => limit.admit(socket, opening.config.maxConnectionsPerClient));
}

async function listenAt(
  server: RequestServer,
  { host, port, socket, socketMode }: Address,
  opening: Opening,
  input: Omit<ListenInput, "host">,
): Promise<OpenListener> {
  if (socket === undefined) return opening.listen(server, { ...input, host, port });
  const { listenAtSocket } = await import("./unix-socket.ts");
  const bind = () => listenAtSocket(server, socket, socketMode);
  return opening.listen(server, { ...input, host, bind });
}
