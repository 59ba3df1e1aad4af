/** Nodes in this process, each with connections of its own. */
import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Limit } from "waymark/services";
import { Connection } from "../../../plugins/redis/connection.ts";
import { LeaseLimiter } from "../../../plugins/redis/limiter.ts";
import { createLink } from "../../../plugins/redis/link.ts";

export async function clusterOf(
  size: number,
  url: string,
  { prefix = `test-${randomBytes(4).toString("hex")}`, timeoutMs = 500 } = {},
) {
  const open = async () => {
    const link = (onReady: () => void) =>
      createLink({ url, cluster: false, sentinel: undefined }, onReady);
    const connection = new Connection(link, timeoutMs);
    await connection.open(5000);
    const settings = { prefix, maxClients: 1000, secret: () => "secret", nodes: () => size };
    return { connection, limiter: new LeaseLimiter(connection, settings) };
  };
  const nodes = await Promise.all(Array.from({ length: size }, open));
  return {
    prefix,
    nodes,
    /** One function for each node, which counts a request of the client there. */
    takers: (client: string) =>
      nodes.map(({ limiter }) => {
        const counter = limiter.counter("x");
        return (limit: Limit) => counter.take(client, performance.now(), limit);
      }),
    calls: () => nodes.reduce((sum, { connection }) => sum + connection.calls, 0),
    async close() {
      for (const { connection, limiter } of nodes) {
        await limiter.close();
        connection.close();
      }
    },
  };
}

/** Resolves once it holds. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(10);
}
