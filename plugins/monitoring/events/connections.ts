export type Connections = ReturnType<typeof createConnections>;

/** Counts open streams, to limit them for each client and in total. */
export function createConnections(perClient: number, total: number) {
  const byClient = new Map<string, number>();
  let open = 0;

  function release(client: string): void {
    const left = (byClient.get(client) ?? 0) - 1;
    open--;
    if (left > 0) byClient.set(client, left);
    else byClient.delete(client);
  }

  return {
    /** Open streams of all clients. */
    open: () => open,
    /**
     * Takes a place until the signal aborts; returns false when none is free. Clients without an address, which exist
     * only in memory, share the total limit alone.
     */
    take(client: string, signal: AbortSignal): boolean {
      const taken = byClient.get(client) ?? 0;
      if (open >= total || (client !== "" && taken >= perClient)) return false;
      open++;
      byClient.set(client, taken + 1);
      signal.addEventListener("abort", () => release(client), { once: true });
      return true;
    },
  };
}
