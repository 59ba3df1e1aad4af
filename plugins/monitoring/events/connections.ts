import { clientNetwork } from "waymark";

export type Connections = ReturnType<typeof createConnections>;

/** Of all places, those that only a client without an open stream may take, so that a few clients cannot take all. */
const NEWCOMERS_SHARE = 0.2;

/** Counts open streams, to limit them for each client and in total. */
export function createConnections(perClient: number, total: number) {
  const byClient = new Map<string, number>();
  // None where one client may take every place.
  const reserved = Math.max(0, Math.min(Math.floor(total * NEWCOMERS_SHARE), total - perClient));
  let open = 0;

  function release(network: string): void {
    const left = (byClient.get(network) ?? 0) - 1;
    open--;
    if (left > 0) byClient.set(network, left);
    else byClient.delete(network);
  }

  return {
    /** Open streams of all clients. */
    open: () => open,
    /**
     * Takes a place until the signal aborts; returns false when none is free. Clients are counted by network, as they are
     * for the limit of requests. Those without an address, which exist only in memory, share the total limit alone.
     */
    take(client: string, signal: AbortSignal): boolean {
      const network = clientNetwork(client);
      const taken = byClient.get(network) ?? 0;
      const places = taken === 0 || client === "" ? total : total - reserved;
      if (open >= places || (client !== "" && taken >= perClient)) return false;
      open++;
      byClient.set(network, taken + 1);
      signal.addEventListener("abort", () => release(network), { once: true });
      return true;
    },
  };
}
