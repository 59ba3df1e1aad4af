/** Limits, events, nodes and jobs of a service of several nodes, in Redis or Valkey. */
import { definePlugin, toMilliseconds } from "waymark";
import { Jobs, Limiter, Nodes, Runtime } from "waymark/services";
import { Connection } from "./connection.ts";
import { RedisJobs } from "./jobs.ts";
import { LeaseLimiter } from "./limiter.ts";
import { createLink } from "./link.ts";
import { describeSelf, RedisNodes } from "./nodes.ts";
import { Options } from "./options.ts";
import { Redis } from "./services.ts";
import { LARGEST_LEASE } from "./window.ts";

/** Milliseconds that a start waits for Redis, without which the server starts all the same. */
const START_MS = 2000;

export default definePlugin({
  id: "redis",
  summary: "Shares limits, events and jobs among nodes, through Redis or Valkey.",
  options: Options,
  env: { url: "REDIS_URL" },
  testOptions: false,
  needs: { runtime: Runtime },
  provides: {
    redis: Redis,
    limiter: Limiter,
    nodes: Nodes,
    jobs: Jobs,
  },
  guarantees: {
    limiter: {
      scope: "cluster",
      accuracy: {
        over: 0,
        early: `Of each other node, at most ${LARGEST_LEASE * 100} percent of the limit, for about a second.`,
      },
      onFailure: "local-share",
    },
  },

  async setup({ runtime }, { options, log, defer }) {
    const { prefix, secret, maxClients, buffer } = options;
    const connection = new Connection(
      (onReady) => createLink(options, onReady),
      toMilliseconds(options.timeout),
    );
    defer(() => connection.close());
    const nodes = new RedisNodes(connection, {
      prefix,
      secret,
      self: () => describeSelf(runtime),
    });
    defer(() => nodes.close());
    connection.onChange((isUp) => {
      if (isUp) nodes.beat();
    });
    await connection.open(START_MS);
    // An answer that comes too late does not fail the start: signs of life go on.
    if (connection.isUp) await nodes.list().catch(() => undefined);
    else log.warn("Redis does not answer: this node decides alone until it does");
    connection.onChange((isUp) => {
      if (isUp) log.info("Redis answers again");
      else log.warn("Redis does not answer: this node decides alone until it does");
    });
    const limiter = new LeaseLimiter(connection, {
      prefix,
      maxClients,
      secret: () => nodes.secret,
      nodes: () => nodes.count,
    });
    defer(() => limiter.close());
    const jobs = new RedisJobs(connection, prefix);
    defer(() => jobs.close());
    return { redis: { connection, nodes, prefix, buffer }, limiter, nodes, jobs };
  },

  health: ({ redis: { connection } }) => ({
    redis: () =>
      connection.isUp
        ? { status: "ok" }
        : { status: "degraded", detail: "Redis does not answer: this node decides alone." },
  }),

  metrics: ({ redis: { connection, nodes } }) => ({
    limiter_mode: {
      help: "Always 1; the label says whether limits are of all nodes or this node's share.",
      type: "gauge",
      read: () => [{ labels: { mode: connection.isUp ? "cluster" : "local-share" }, value: 1 }],
    },
    nodes: {
      help: "Nodes of the service, as of the last two seconds in which Redis answered.",
      type: "gauge",
      read: () => nodes.count,
    },
    commands_total: {
      help: "Commands to Redis.",
      type: "counter",
      read: () => connection.calls,
    },
  }),
});
