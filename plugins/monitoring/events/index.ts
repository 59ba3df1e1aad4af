/** Events of the server for clients, as Server-Sent Events (WHATWG HTML, section 9.2). */
import { currentCaller, definePlugin, definePolicy, optional, toMilliseconds } from "waymark";
import { isInAudience } from "waymark/advanced";
import {
  type BusMessage,
  Clock,
  EventBus,
  Guarantees,
  Health,
  Scheduler,
  Semaphores,
  SharedEvents,
  Store,
  Tables,
} from "waymark/services";
import { z } from "zod";
import { Duration } from "../../../schemas/duration.ts";
import {
  DataChanged,
  HealthChanged,
  Heartbeat,
  Reset,
  ResourceChanged,
} from "../../../schemas/events.ts";
import { changes } from "./changes.ts";
import { Connections } from "./connections.ts";
import { dataVersions } from "./data-versions.ts";
import { dataSource, healthSource } from "./sources.ts";

declare module "waymark/services" {
  interface BusEvents {
    readonly "health.changed": z.output<typeof HealthChanged>;
    readonly "data.changed": z.output<typeof ResourceChanged>;
  }
}

const TOO_MANY = "too-many-streams";
/** Seconds that a refused client should wait. */
const RETRY_AFTER_SECONDS = 10;
/** Wait of clients before they reconnect. */
const RETRY_MS = 3000;

const Interval = Duration.refine(
  (duration) => toMilliseconds(duration) > 0,
  "an interval is longer than nothing",
);

const Options = z.strictObject({
  heartbeat: Interval.default("15s").describe(
    "Time without events after which to send a heartbeat.",
  ),
  healthInterval: Interval.default("5s").describe(
    "How often to check health while a client listens.",
  ),
  dataInterval: Interval.default("1s").describe(
    "How often to check the version of the data while a client listens.",
  ),
  maxPerClient: z
    .int()
    .min(1)
    .default(20)
    .describe(
      "Maximum number of open streams for each client, at all nodes that share permits: for a principal, or an address without one; an IPv6 /64 network is one client.",
    ),
  maxStreams: z
    .int()
    .min(1)
    .default(1000)
    .describe(
      "Maximum number of open streams of a node in total. A fifth is kept for clients without one.",
    ),
});

export default definePlugin({
  id: "events",
  summary: "Streams events of the server to clients as they happen.",
  section: "monitoring",
  icon: "M9 1.5 2.75 9.25h4.75L7 14.5l6.25-7.75H8.5z",
  options: Options,
  needs: {
    bus: EventBus,
    clock: Clock,
    scheduler: Scheduler,
    health: optional(Health),
    store: optional(Store),
    semaphores: optional(Semaphores),
  },
  events: {
    "health.changed": { of: HealthChanged, scope: "instance" },
    "data.changed": { of: DataChanged, ofWritable: ResourceChanged },
  },
  errors: {
    [TOO_MANY]: {
      status: 503,
      message: "Too many event streams are open.",
      cause:
        "The client, or all clients together, have as many event streams open as the server allows.",
      remedy:
        "Close the streams that are not needed. Wait as many seconds as `Retry-After` says before the next attempt.",
    },
  },

  alerts: {
    StreamsNearlyFull: {
      expr: (_registry, { maxStreams }) => `events_open_streams{$job} > ${0.8 * maxStreams}`,
      for: "5m",
      severity: "ticket",
      summary:
        "{{ $labels.instance }} has {{ $value }} event streams open, of the most that it may.",
      action: "Add nodes, or raise maxStreams of the plugin events.",
      runbook: ["Count the clients: a page that opens a stream for each tab needs fewer."],
    },
  },

  setup(
    { bus, clock, scheduler, health, store, semaphores },
    { options, registry, log, defer, queue },
  ) {
    const { healthInterval, dataInterval } = options;
    const polling = { bus, scheduler, log };
    if (health !== undefined)
      defer(healthSource(health, { ...polling, everyMs: toMilliseconds(healthInterval) }));
    let count = 0;
    const versions = dataVersions(store ?? { changes: () => ++count }, registry.of(Tables));
    if (store !== undefined)
      defer(dataSource(versions, clock, { ...polling, everyMs: toMilliseconds(dataInterval) }));
    const connections = new Connections(queue, options, semaphores?.semaphore("eventStreams"));
    return { state: { connections, versions } };
  },

  points: [Guarantees],
  policies: [
    changes,
    definePolicy({
      id: "events",
      options: Options,
      reads: { "last-event-id": { description: "The last event that the client has seen." } },
      writes: { "X-Accel-Buffering": "Keeps proxies from buffering events." },
      compile: ({ kind }) =>
        kind === "stream"
          ? { fields: (outcome) => ({ "X-Accel-Buffering": outcome === "ok" ? "no" : undefined }) }
          : undefined,
      statement: ({ options: { maxPerClient }, of }) => {
        const guarantees = of(Guarantees);
        // Guarantees of the active bus, or of the bus it shares events with: they say if events are from all nodes.
        const events = guarantees[EventBus.id] ?? guarantees[SharedEvents.id];
        const shared = guarantees[Semaphores.id];
        return shared === undefined
          ? events
          : { ...Object(events), streams: { perClient: maxPerClient, ...Object(shared) } };
      },
      conformance: () => import("./conformance.ts"),
    }),
  ],

  routes: {
    streamEvents: {
      method: "GET",
      path: "/api/events",
      summary: "Follow the events of the server.",
      description:
        "Server-Sent Events. A client that reconnects with Last-Event-ID receives the events it missed, or `reset` when they are no longer available.",
      stream: { events: { heartbeat: Heartbeat, reset: Reset }, contributed: true },
      errors: [TOO_MANY],
      publish: { rootLink: "events" },
      cache: "no-store",
    },
  },

  metrics: (_use, { options: { maxStreams }, state: { connections } }) => ({
    open_streams: {
      help: "Event streams that clients hold open.",
      type: "gauge",
      read: () => connections.open,
    },
    refused_streams_total: {
      help: "Event streams that were refused because too many were open.",
      type: "counter",
      detail: true,
      read: () => connections.counts.refused,
    },
    resets_total: {
      help: "Streams whose client had missed events that are not available any more.",
      type: "counter",
      detail: true,
      read: () => connections.counts.resets,
    },
    streams_limit: {
      help: "Event streams that may be open at this node.",
      type: "gauge",
      detail: true,
      read: () => maxStreams,
    },
  }),

  handlers: ({ bus, clock, semaphores }, { options, registry, state: { connections } }) => {
    const { stream } = registry.route("events.streamEvents")?.declaration ?? {};
    const restricted = Object.entries(registry.audiences);
    const { maxPerClient, maxStreams } = options;
    const idleMs = toMilliseconds(options.heartbeat);
    const now = () => ({ timestamp: new Date(clock.now()).toISOString() });

    async function* toStream(messages: AsyncIterable<BusMessage>) {
      yield { retry: RETRY_MS };
      for await (const message of messages) {
        const { kind, id } = message;
        if (kind === "missed") {
          connections.counts.resets++;
          yield { event: "reset" as const, id, data: now() };
        }
        // With an id, so that a client without an event so far can resume from here.
        else if (kind === "idle") yield { event: "heartbeat" as const, id, data: now() };
        else if (Object.hasOwn(stream?.events ?? {}, message.event)) yield message;
      }
    }

    const ofAll = semaphores === undefined ? "all clients" : "all clients of one node";

    return {
      // Not a generator itself, because a refusal must come before the stream.
      async streamEvents(call) {
        const { lastEventId, principal, signal } = call;
        if (!(await connections.take(currentCaller(), signal)))
          call.fail(TOO_MANY, {
            detail: `A client may open ${maxPerClient} event streams, and ${ofAll} together ${maxStreams}, a fifth of them kept for clients without one.`,
            retryAfter: RETRY_AFTER_SECONDS,
          });
        const after = lastEventId === "" ? undefined : lastEventId;
        const without = restricted.flatMap(([name, audience]) =>
          isInAudience(principal, audience) ? [] : [name],
        );
        return toStream(bus.subscribe({ after, without, caller: principal, signal, idleMs }));
      },
    };
  },
});
