/** Limits the connections that one client has open. */
import type { Socket } from "node:net";
import type { Log } from "waymark";
import { clientNetwork } from "waymark/advanced";
import type { Opening } from "waymark/services";
import { UNIX_PEER } from "./peer.ts";

/** Milliseconds between two warnings. */
const QUIET_MS = 60_000;

export class ConnectionLimit {
  readonly #log: Log;
  /** Checks that an address belongs to a proxy, through which many clients come. */
  readonly #isProxy: Opening["isProxy"];
  /** Connections by network. */
  readonly #open = new Map<string, number>();
  #refused = 0;
  #warnedAt = Number.NEGATIVE_INFINITY;

  constructor({ log, isProxy }: Pick<Opening, "log" | "isProxy">) {
    this.#log = log;
    this.#isProxy = isProxy;
  }

  /** Counts a new connection until it closes, or closes it. */
  admit(socket: Socket, maxPerClient: number): void {
    const address = socket.remoteAddress;
    // Without an address it has closed already. Who may use a Unix socket is a matter of its permissions.
    if (address === undefined || address === UNIX_PEER || this.#isProxy(address)) return;
    const network = clientNetwork(address);
    const open = (this.#open.get(network) ?? 0) + 1;
    if (open > maxPerClient) {
      socket.destroy();
      return this.#report(network, maxPerClient);
    }
    this.#open.set(network, open);
    socket.once("close", () => {
      const left = (this.#open.get(network) ?? 1) - 1;
      if (left === 0) this.#open.delete(network);
      else this.#open.set(network, left);
    });
  }

  #report(client: string, maxConnectionsPerClient: number): void {
    this.#refused++;
    const now = performance.now();
    if (now - this.#warnedAt < QUIET_MS) return;
    this.#warnedAt = now;
    this.#log.warn(
      "a client has as many connections as maxConnectionsPerClient allows; further ones are closed. A proxy belongs in trustedProxies",
      { client, maxConnectionsPerClient, refused: this.#refused },
    );
  }
}
