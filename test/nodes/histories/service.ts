/** Three nodes on PostgreSQL and Redis behind a balancer, each with wires to them of its own. */
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { startBalancer } from "../../engines/balancer.ts";
import { cut, type Wire } from "../../engines/cut.ts";
import { startNode, type Node, type NodeConfig } from "../../engines/node.ts";
import { startPostgres, type Postgres } from "../../engines/postgres.ts";
import { startRedis, type Redis } from "../../engines/redis.ts";

const RECORDED = join(import.meta.dirname, "recorded.ts");
/** Requests that a client may send, in all. */
export const LIMIT = 40;

/** Starts an engine for a test, which stops it at its end. */
async function use<E extends { stop(): Promise<void> }>(starting: Promise<E>): Promise<E> {
  const engine = await starting;
  onTestFinished(() => engine.stop());
  return engine;
}

interface Member {
  readonly node: Node;
  /** Wires to PostgreSQL and to Redis. */
  readonly wires: readonly Wire[];
}

export class Service {
  readonly url: string;
  readonly postgres: Postgres;
  readonly redis: Redis;
  readonly nodes: readonly Member[];
  /** Grows by one when nodes begin to count apart, and by another one when they count together again. */
  disturbances = 0;
  #looks = 0;

  constructor(given: Pick<Service, "url" | "postgres" | "redis" | "nodes">) {
    this.url = given.url;
    this.postgres = given.postgres;
    this.redis = given.redis;
    this.nodes = given.nodes;
  }

  /** Runs what keeps nodes from counting together, until they do again. */
  async disturb(fault: () => Promise<void>): Promise<void> {
    this.disturbances++;
    await fault();
    await this.areTogether();
    this.disturbances++;
  }

  /** Resolves when all nodes count in Redis. */
  async areTogether(): Promise<void> {
    for (const { node } of this.nodes) {
      const isTogether = async () => {
        const headers = { accept: "text/plain", "x-forwarded-for": `203.0.113.${++this.#looks}` };
        const answer = await fetch(`${node.url}/api/metrics`, { headers });
        return (await answer.text()).includes('redis_limiter_mode{mode="cluster"} 1');
      };
      await expect.poll(isTogether, { interval: 200 }).toBe(true);
    }
  }
}

/** @param plugins of the config of each node, by its number, with the addresses that it should use. */
export async function startService(
  plugins: (
    urls: { readonly postgres: string; readonly redis: string },
    index: number,
  ) => NonNullable<NodeConfig["plugins"]>,
): Promise<Service> {
  const [postgres, redis] = await Promise.all([use(startPostgres()), use(startRedis())]);
  const start = async (index: number): Promise<Member> => {
    const toPostgres = await use(cut(postgres.url));
    const toRedis = await use(cut(redis.url));
    const config = {
      baseUrl: "https://service.example",
      trustedProxies: ["127.0.0.1"],
      stop: { delay: "0s" },
      plugins: {
        // On a busy machine, Redis answers late.
        redis: { url: toRedis.url, timeout: "2s" },
        "rate-limit": { limit: LIMIT, window: "1h" },
        [RECORDED]: true,
        ...Object(plugins({ postgres: toPostgres.url, redis: toRedis.url }, index)),
      },
    };
    return { wires: [toPostgres, toRedis], node: await use(startNode(config)) };
  };
  const nodes = [await start(0), ...(await Promise.all([start(1), start(2)]))];
  const balancer = await use(
    startBalancer(
      nodes.map(({ node }) => node.url),
      { adds: { "X-Node": "%s" } },
    ),
  );
  for (const { node } of nodes) await balancer.until(node.url, true);
  const service = new Service({ url: balancer.url, postgres, redis, nodes });
  await service.areTogether();
  return service;
}
