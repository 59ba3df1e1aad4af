/** Opens the listeners that the options ask for. Code that few servers need is loaded by its options. */
import { createServer, type ServerOptions } from "node:http";
import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Log } from "waymark";
import { BootError } from "waymark/server";
import type {
  CertificateStatus,
  ListenInput,
  Listening,
  Opened,
  Opening,
  OpenListener,
  RequestServer,
} from "waymark/services";
import { ConnectionLimit } from "./connection-limit.ts";
import type { ListenOptions } from "./options.ts";
import { StallWatch } from "./stall-watch.ts";

/** Address to listen at: a Unix socket, or a port of a host. */
interface Address {
  readonly host: string;
  readonly port?: number | undefined;
  readonly socket?: string | undefined;
  readonly socketMode: string;
}

/** Options that count when the listeners open. */
const AT_START = ["socket", "socketMode", "tls", "admin", "proxyProtocol"] as const;

export class Edge implements Listening {
  readonly #options: ListenOptions;
  readonly #log: Log;
  /** Limits, shared by the successive instances that hold the same listeners. */
  #limits: { maxPerClient: number };
  /** The options with which the listeners opened. */
  #opened: ListenOptions;

  constructor(options: ListenOptions, log: Log) {
    this.#options = options;
    this.#log = log;
    this.#opened = options;
    this.#limits = { maxPerClient: options.maxConnectionsPerClient };
  }

  /** Rejects with a BootError if a listener cannot open. */
  async open(opening: Opening): Promise<Opened> {
    const { admin, socket } = this.#options;
    const certificate = await this.#openForClients(opening);
    const operators = admin && (await this.#openForOperators(opening, admin));
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

  check({ trustedProxies }: Opening["config"]): void {
    if (!this.#options.proxyProtocol || trustedProxies.length > 0) return;
    throw new BootError([
      {
        code: "CONFIG_INVALID",
        where: "plugins.listen.proxyProtocol",
        message: "no peer may send a PROXY header, as trustedProxies is empty",
        hint: 'name the proxies: trustedProxies: ["10.0.0.0/8"]',
      },
    ]);
  }

  takeOver(opener: Listening): void {
    if (!(opener instanceof Edge)) return;
    this.#limits = opener.#limits;
    this.#limits.maxPerClient = this.#options.maxConnectionsPerClient;
    this.#opened = opener.#opened;
    for (const option of AT_START) {
      const [current, configured] = [this.#opened[option], this.#options[option]];
      if (!isDeepStrictEqual(current, configured))
        this.#log.warn(`the new plugins.listen.${option} takes effect at the next start`, {
          current,
          configured,
        });
    }
  }

  /** Returns the certificate that clients see; undefined without TLS. */
  async #openForClients(opening: Opening): Promise<CertificateStatus | undefined> {
    const { folder, http1, log, config } = opening;
    const { proxyProtocol, tls, socket, socketMode } = this.#options;
    const secure =
      tls &&
      (await (
        await import("./secure.ts")
      ).secure({ cert: resolve(folder, tls.cert), key: resolve(folder, tls.key) }, opening));
    const server = secure?.server ?? createPlain(http1);
    this.#limitConnections(server, opening);
    if (proxyProtocol) {
      const { readProxyHeaders } = await import("./proxied-connections.ts");
      readProxyHeaders(server, { isProxy: opening.isProxy, log });
    }
    const { host, port } = config;
    const address = { host, port, socket, socketMode };
    await listenAt(server, address, opening, { kind: "clients", ...secure?.input });
    return secure?.certificate;
  }

  async #openForOperators(
    opening: Opening,
    admin: NonNullable<ListenOptions["admin"]>,
  ): Promise<OpenListener> {
    const { foreignRequest } = await import("./foreign-request.ts");
    const isForeign = foreignRequest([admin.host, ...admin.hosts]);
    const server = createPlain(opening.http1);
    this.#limitConnections(server, opening);
    return listenAt(server, admin, opening, {
      kind: "admin",
      screen: (request, check) => check(request) ?? isForeign(request),
    });
  }

  #limitConnections(server: RequestServer, opening: Opening): void {
    const limit = new ConnectionLimit(opening);
    const limits = this.#limits;
    server.on("connection", (socket) => limit.admit(socket, limits.maxPerClient));
  }
}

function createPlain(options: ServerOptions): RequestServer {
  const server = createServer(options);
  new StallWatch(server);
  return server;
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
