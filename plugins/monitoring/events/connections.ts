import { clientNetwork, type MaybePromise } from "waymark";
import type { Semaphore } from "waymark/services";

export type Connections = ReturnType<typeof createConnections>;

/** Of all places, those that only a client without an open stream may take, so that a few clients cannot take all. */
const NEWCOMERS_SHARE = 0.2;

/**
 * Counts open streams, to limit them for each client and in total.
 * @param semaphore of all nodes, where they count the streams of a client together.
 */
export function createConnections(perClient: number, total: number, semaphore?: Semaphore) {
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
    /** Refused streams, and places from which a stream could not go on. */
    counts: { refused: 0, resets: 0 },
    /** Open streams of all clients. */
    open: () => open,
    /**
     * Takes a place until the signal aborts; returns false when none is free. Clients are counted by network, as they are
     * for the limit of requests. Those without an address, which exist only in memory, share the total limit alone.
     */
    take(client: string, signal: AbortSignal): MaybePromise<boolean> {
      const network = clientNetwork(client);
      const taken = byClient.get(network) ?? 0;
      const places = taken === 0 || client === "" ? total : total - reserved;
      if (open >= places || (client !== "" && taken >= perClient)) return false;
      open++;
      byClient.set(network, taken + 1);
      const leave = () => release(network);
      signal.addEventListener("abort", leave, { once: true });
      if (semaphore === undefined || client === "") return true;
      const settle = (isFree: boolean): boolean => {
        if (isFree || signal.aborted) return isFree;
        signal.removeEventListener("abort", leave);
        leave();
        return false;
      };
      const isFree = semaphore.acquire(network, perClient, signal);
      return typeof isFree === "boolean" ? settle(isFree) : isFree.then(settle);
    },
  };
}
