/** Limits, events, nodes and jobs of a service of several nodes, in Redis or Valkey. */
import { definePlugin, optional, service, toMilliseconds } from "waymark";
import { Health, Jobs, Limiter, Nodes, Runtime, Semaphores, SharedEvents } from "waymark/services";
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

const Redis = service<{
  readonly connection: Connection;
  readonly nodes: RedisNodes;
  /** Bus that was opened last. */
  readonly bus: () => SharedBus | undefined;
}>("redis");

const AWAY = "Redis does not answer: this node decides alone until it does";
/** Milliseconds that a start waits for Redis, without which the server starts all the same. */
const START_MS = 2000;
/** Clients that a node remembers; Redis remembers all. */
const MAX_CLIENTS = 100_000;

export default definePlugin({
  id: "redis",
  summary: "Shares limits, events and jobs among nodes, through Redis or Valkey.",
  translations: {
    es: {
      "Shares limits, events and jobs among nodes, through Redis or Valkey.":
        "Comparte límites, eventos y tareas entre nodos, mediante Redis o Valkey.",
    },
  },
  options: Options,
  testOptions: false,
  needs: { runtime: Runtime, health: optional(Health) },
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

  async setup({ runtime, health }, { options, log, defer }) {
    const { prefix, secret } = options;
    const makeLink = (events?: LinkEvents) => createLink(options, events);
    const connection = new Connection(makeLink, toMilliseconds(options.timeout));
    defer(() => connection.close());
    const nodes = new RedisNodes(connection, {
      prefix,
      secret,
      self: () => describeSelf(runtime, health),
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
    const limiter = new LeaseLimiter(connection, { ...shared, maxClients: MAX_CLIENTS });
    defer(() => limiter.close());
    const semaphores = new RedisSemaphores(connection, shared);
    defer(() => semaphores.close());
    const jobs = new RedisJobs(connection, prefix);
    defer(() => jobs.close());
    const ends: Promise<void>[] = [];
    let latest: SharedBus | undefined;
    defer(async () => void (await Promise.all(ends)));
    const sharedEvents: SharedEvents = {
      open(buffer) {
        const stream = new EventStream(connection, prefix, buffer);
        const isLocal = (event: string) => runtime.registry.events.get(event)?.scope === "instance";
        const secretOf = () => nodes.secret;
        latest = new SharedBus({ buffer, stream, secret: secretOf, makeLink, isLocal });
        ends.push(latest.ended);
        return latest;
      },
    };
    const redis = { connection, nodes, bus: () => latest };
    return { redis, limiter, semaphores, sharedEvents, nodes, jobs };
  },

  deployment: { valkey: { needs: "valkey", option: "url" } },

  health: ({ redis: { connection } }) => ({
    redis: {
      title: { en: "Coordination of nodes", es: "Coordinación de los nodos" },
      check: () =>
        connection.isUp
          ? { status: "ok" }
          : { status: "degraded", detail: "Redis does not answer: this node decides alone." },
    },
  }),

  alerts: {
    LimiterAlone: {
      expr: 'redis_limiter_mode{$job, mode="local-share"} == 1',
      for: "2m",
      severity: "ticket",
      summary: "{{ $labels.instance }} limits clients on its own, as Redis does not answer it.",
      action: "Look at Redis and the way to it; until it answers, each node grants its share.",
      runbook: ["Limits hold in sum meanwhile; events of other nodes, jobs and locks wait."],
    },
    EventsLost: {
      expr: "increase(redis_events_lost_total{$job}[1h]) > 0",
      severity: "ticket",
      summary:
        "{{ $labels.instance }} has given up {{ $value | humanize }} events that waited for Redis.",
      action: "Look at Redis, which takes them no longer or too slowly.",
      runbook: [
        "Subscribers learn that they missed some, and read the data again; webhooks have their own queue.",
        "Redis answers: redis_events_waiting shows whether one plugin publishes more than it can take.",
      ],
    },
  },

  metrics: ({ redis: { connection, nodes, bus } }) => ({
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
    events_shared: {
      help: "1 while this node has the events of all nodes, 0 while only its own.",
      type: "gauge",
      detail: true,
      read: () => Number(bus()?.isShared ?? false),
    },
    events_waiting: {
      help: "Events of this node that wait to be sent to the others.",
      type: "gauge",
      detail: true,
      read: () => bus()?.waiting ?? 0,
    },
    events_lost_total: {
      help: "Events that were given up because too many waited; subscribers learn that they missed some.",
      type: "counter",
      detail: true,
      read: () => bus()?.counts.lost ?? 0,
    },
    events_breaks_total: {
      help: "How often this node was left with its own events, or events of others were missing.",
      type: "counter",
      detail: true,
      read: () => bus()?.counts.breaks ?? 0,
    },
  }),
});
