/** Limits, events, nodes and jobs of a service of several nodes, in Redis or Valkey. */
import { definePlugin, service, toMilliseconds } from "waymark";
import { Jobs, Limiter, Nodes, Runtime, Semaphores, SharedEvents } from "waymark/services";
import { SharedBus } from "./bus.ts";
import { Connection } from "./connection.ts";
import { RedisJobs } from "./jobs.ts";
import { LeaseLimiter } from "./limiter.ts";
import { createLink, type LinkEvents } from "./link.ts";
import { describeSelf, RedisNodes } from "./nodes.ts";
import { Options } from "./options.ts";
import { RedisSemaphores } from "./semaphores.ts";
import { EventStream } from "./stream.ts";
import { LARGEST_LEASE } from "./window.ts";

const Redis = service<{ readonly connection: Connection; readonly nodes: RedisNodes }>("redis");

const AWAY = "Redis does not answer: this node decides alone until it does";
/** Milliseconds that a start waits for Redis, without which the server starts all the same. */
const START_MS = 2000;

export default definePlugin({
  id: "redis",
  summary: "Shares limits, events and jobs among nodes, through Redis or Valkey.",
  options: Options,
  testOptions: false,
  needs: { runtime: Runtime },
  provides: {
    redis: Redis,
    limiter: Limiter,
    semaphores: Semaphores,
    sharedEvents: SharedEvents,
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
    semaphores: { scope: "cluster", onFailure: "local-share" },
    sharedEvents: { scope: "cluster" },
  },

  async setup({ runtime }, { options, log, defer }) {
    const { prefix, secret, maxClients } = options;
    const makeLink = (events?: LinkEvents) => createLink(options, events);
    const connection = new Connection(makeLink, toMilliseconds(options.timeout));
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
    const reportAway = () => log.warn(AWAY, { reason: connection.fault });
    await connection.open(START_MS);
    // An answer that comes too late does not fail the start: signs of life go on.
    if (connection.isUp) await nodes.list().catch(() => undefined);
    else reportAway();
    connection.onChange((isUp) => {
      if (isUp) log.info("Redis answers again");
      else reportAway();
    });
    const shared = { prefix, secret: () => nodes.secret, nodes: () => nodes.count };
    const limiter = new LeaseLimiter(connection, { ...shared, maxClients });
    defer(() => limiter.close());
    const semaphores = new RedisSemaphores(connection, shared);
    defer(() => semaphores.close());
    const jobs = new RedisJobs(connection, prefix);
    defer(() => jobs.close());
    const ends: Promise<void>[] = [];
    defer(async () => void (await Promise.all(ends)));
    const sharedEvents: SharedEvents = {
      open(buffer) {
        const stream = new EventStream(connection, prefix, buffer);
        const isLocal = (event: string) => runtime.registry.instanceEvents.includes(event);
        const bus = new SharedBus({
          buffer,
          stream,
          secret: () => nodes.secret,
          makeLink,
          isLocal,
        });
        ends.push(bus.ended);
        return bus;
      },
    };
    return { redis: { connection, nodes }, limiter, semaphores, sharedEvents, nodes, jobs };
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
