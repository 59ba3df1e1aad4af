/** Limits the connections that one client has open. */
import type { Socket } from "node:net";
import { clientNetwork } from "waymark/advanced";
import type { Opening } from "waymark/services";
import { UNIX_PEER } from "./peer.ts";
import { warnOfRefusals } from "./refusals.ts";

export class ConnectionLimit {
  /** Checks that an address belongs to a proxy, through which many clients come. */
  readonly #isProxy: Opening["isProxy"];
  /** Connections by network. */
  readonly #open = new Map<string, number>();
  readonly #warn: (fields: object) => void;

  constructor({ log, isProxy }: Pick<Opening, "log" | "isProxy">) {
    this.#isProxy = isProxy;
    this.#warn = warnOfRefusals(
      log,
      "a client has as many connections as maxConnectionsPerClient allows; further ones are closed. A proxy belongs in trustedProxies",
    );
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
      return this.#warn({ client: network, maxConnectionsPerClient: maxPerClient });
    }
    this.#open.set(network, open);
    socket.once("close", () => {
      const left = (this.#open.get(network) ?? 1) - 1;
      if (left === 0) this.#open.delete(network);
      else this.#open.set(network, left);
    });
  }
}
