/** Nodes in this process, each with connections of its own. */
import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll } from "vitest";
import type { Limit } from "waymark/services";
import { SharedBus } from "../../../plugins/redis/bus.ts";
import { Connection } from "../../../plugins/redis/connection.ts";
import { LeaseLimiter } from "../../../plugins/redis/limiter.ts";
import { createLink } from "../../../plugins/redis/link.ts";
import { EventStream } from "../../../plugins/redis/stream.ts";
import { isDue, needs } from "../../_programs.ts";
import { startRedis, type Redis } from "../../engines/redis.ts";

/** A server for all tests of a file. */
export function useRedis(): Pick<Redis, "url" | "command" | "flush"> {
  needs("redis-server");
  let running: Redis | undefined;
  const redis = () => {
    if (running === undefined) throw new Error("Redis is not started yet");
    return running;
  };
  beforeAll(async () => {
    if (isDue("redis-server")) running = await startRedis();
  });
  afterAll(() => running?.stop());
  return {
    get url() {
      return redis().url;
    },
    command: (...words) => redis().command(...words),
    flush: () => redis().flush(),
  };
}

export const newPrefix = () => `test-${randomBytes(4).toString("hex")}`;

const targetOf = (url: string) => ({ url, cluster: false, sentinel: undefined });

export async function connect(url: string, timeoutMs: number): Promise<Connection> {
  const connection = new Connection((events) => createLink(targetOf(url), events), timeoutMs);
  await connection.open(5000);
  return connection;
}

export async function busesOf(
  size: number,
  url: string,
  { prefix = newPrefix(), buffer = 1000 } = {},
) {
  const connections = await Promise.all(Array.from({ length: size }, () => connect(url, 500)));
  const buses = connections.map(
    (connection) =>
      new SharedBus({
        buffer,
        stream: new EventStream(connection, prefix, buffer),
        secret: () => "secret",
        makeLink: () => createLink(targetOf(url)),
        isLocal: (event) => event === "health.changed",
      }),
  );
  await until(() => buses.every(({ isShared }) => isShared));
  return {
    prefix,
    connections,
    buses,
    async close() {
      for (const bus of buses) {
        bus.close();
        await bus.ended;
      }
      for (const connection of connections) connection.close();
    },
  };
}

export async function clusterOf(
  size: number,
  url: string,
  { prefix = newPrefix(), timeoutMs = 500 } = {},
) {
  const open = async () => {
    const connection = await connect(url, timeoutMs);
    const settings = { prefix, maxClients: 1000, secret: () => "secret", nodes: () => size };
    return { connection, limiter: new LeaseLimiter(connection, settings) };
  };
  const nodes = await Promise.all(Array.from({ length: size }, open));
  return {
    prefix,
    nodes,
    /** Functions, one for each node, that count a request of the client there. */
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
