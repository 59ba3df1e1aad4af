/** Webhooks: changes of resources, sent to subscribers at least once (Standard Webhooks). */
import { optional, toMilliseconds } from "waymark";
import { defineImplementation } from "waymark/advanced";
import { Audit, Clock, EventBus, Nodes, Plans, Runtime, Scheduler, Store } from "waymark/services";
import { z } from "zod";
import { webhooksCommand } from "./command.ts";
import { configure } from "./configured.ts";
import { Deliveries } from "./deliveries.ts";
import { compareTypes, eventTypes, OWN } from "./event-types.ts";
import { targetNetworks } from "./networks.ts";
import { Options } from "./options.ts";
import { Outbox, outboxPolicy } from "./outbox.ts";
import {
  DELIVERIES,
  DeliveryRow,
  PAUSES,
  PauseReason,
  SUBSCRIPTIONS,
  SubscriptionRow,
} from "./schemas.ts";
import { WebhookDeliveries, WebhookSubscriptions } from "./services.ts";
import { Statement, statementOf, SubscriptionsStatement, subscriptionsOf } from "./statement.ts";
import { Subscriptions } from "./subscriptions.ts";
import { send, type TargetRules } from "./target.ts";
import { Worker } from "./worker.ts";
import spanish from "./es.json" with { type: "json" };

const WebhookPaused = z.object({ subscription: z.string(), timestamp: z.iso.datetime() });

declare module "waymark/services" {
  interface BusEvents {
    readonly "webhooks.paused": z.output<typeof WebhookPaused>;
  }
}

/** Milliseconds between two looks at the backlog, and from one prune to the next. */
const BACKLOG_MS = 10_000;
const PRUNE_MS = 600_000;
/** Attempts wait as long as a timer can be. */
const MAX_WAIT_MS = 2 ** 31 - 1;
/** The backlog is counted up to here. */
const MAX_COUNTED = 10_000;

const WebhooksDiscovery = Statement.extend({
  supported: z.literal(true),
  planned: z.literal(false),
  eventTypes: z.array(z.string()).describe("Types that subscriptions may name."),
  subscriptions: SubscriptionsStatement.optional().describe(
    "Terms of subscriptions by callers. Absent if only the operator subscribes.",
  ),
});

/** Returns one sentence for each reason. */
function describePauses(paused: readonly PauseReason[]): string {
  const sentences = PauseReason.options.flatMap((reason) => {
    const count = paused.filter((one) => one === reason).length;
    const subject = count === 1 ? "subscription is" : "subscriptions are";
    return count === 0 ? [] : [`${count} ${subject} paused, ${PAUSES[reason]}.`];
  });
  return sentences.join(" ");
}

interface Backlog {
  length: number;
  oldest?: number;
}

export default defineImplementation({
  summary: "Sends changes of resources to subscribers, signed and at least once.",
  translations: { es: spanish.webhooks },
  options: Options,
  // A server of a test sends nothing.
  testOptions: { subscriptions: {}, concurrency: 0 },
  needs: {
    store: Store,
    clock: Clock,
    bus: EventBus,
    runtime: Runtime,
    audit: optional(Audit),
    plans: optional(Plans),
    scheduler: Scheduler,
    nodes: optional(Nodes),
  },
  provides: {
    subscriptions: WebhookSubscriptions,
    deliveries: WebhookDeliveries,
  },
  tables: {
    [SUBSCRIPTIONS]: {
      of: SubscriptionRow,
      key: "id",
      owner: "owner",
      personal:
        "**Webhook subscriptions.** The URL and the description of a subscription are stored until it is removed, with the id of its owner unless it is the operator's.",
      internal: true,
    },
    [DELIVERIES]: {
      of: DeliveryRow,
      key: "id",
      indexes: ["subscription", "lane", "queue"],
      internal: true,
    },
  },
  schemas: { WebhooksDiscovery },
  exports: {
    "webhook-types": {
      derive: (registry) => `${eventTypes(registry).join("\n")}\n`,
      compare: compareTypes,
    },
  },
  events: { "webhooks.paused": { of: WebhookPaused, access: { scopes: ["webhooks:read"] } } },
  capabilities: { webhooks: true },

  async setup(
    { store, clock, bus, runtime, audit, plans, scheduler, nodes },
    { options, log, defer, queue },
  ) {
    const rules: TargetRules = {
      allowHttp: options.allowHttp,
      isAllowed: targetNetworks(options.allowNetworks),
      timeoutMs: toMilliseconds(options.timeout),
    };
    const deliveries = new Deliveries(store, clock);
    const subscriptions = new Subscriptions(
      { store, clock, bus, runtime, audit, deliveries },
      options,
      rules,
    );
    const services = { store, runtime, nodes, subscriptions };
    const reconfigure = await configure(services, options.subscriptions);
    if (plans === undefined)
      log.info(
        "subscriptions to webhooks come from the config and from `waymark webhooks`, because the plugin access, which knows callers, is off",
      );
    const worker = new Worker(
      {
        subscriptions,
        deliveries,
        clock,
        log,
        places: queue("attempts", {
          places: options.concurrency,
          maxWaitMs: MAX_WAIT_MS,
          maxWaiting: Number.POSITIVE_INFINITY, // one for each subscription
        }),
        isReady: () => runtime.ready,
        send: (url, headers, body, signal, wantsText) =>
          send(url, headers, body, rules, signal, wantsText),
      },
      {
        ...statementOf(options).deliveryRetry,
        timeoutMs: rules.timeoutMs,
      },
    );
    defer(() => worker.close());

    const backlog: Backlog = { length: 0 };
    const keepMs = toMilliseconds(options.keep);
    const count = async (): Promise<void> => {
      const { length, oldest } = await deliveries.backlog(MAX_COUNTED);
      Object.assign(backlog, { length, oldest });
      await reconfigure();
      if (runtime.ready) await subscriptions.review();
    };
    const prune = async (signal: AbortSignal): Promise<void> => {
      const active = await subscriptions.active();
      await deliveries.prune(keepMs, new Set(active.map(({ id }) => id)), signal);
    };
    const counting = scheduler.start({
      name: "webhooks-backlog",
      everyMs: BACKLOG_MS,
      log,
      task: ["deliveries", "counted"],
      run: count,
    });
    const pruning = scheduler.start({
      name: "webhooks-prune",
      everyMs: PRUNE_MS,
      once: true,
      log,
      task: ["old deliveries", "removed"],
      run: prune,
    });
    defer(counting.stop);
    defer(pruning.stop);
    worker.wake();
    deliveries.wake = worker.wake;
    const outbox = new Outbox(deliveries, subscriptions, { store, runtime });
    defer(bus.onPublish((event) => outbox.publish(event)));
    return { subscriptions, deliveries, state: { outbox, worker, backlog } };
  },

  policies: [outboxPolicy],

  routes: {
    showWebhooks: {
      method: "GET",
      path: "/api/webhooks",
      summary: "Read how webhooks are sent, and which types of events there are.",
      returns: WebhooksDiscovery,
      document: true,
      publish: { rootLink: "webhooks", capability: "webhooksDiscovery" },
      cache: { scope: "public", maxAge: "5m" },
    },
  },
  documents: {
    showWebhooks: (registry, options) => ({
      supported: true as const,
      planned: false as const,
      ...statementOf(options),
      eventTypes: [...eventTypes(registry)],
      ...(registry.routes.some(({ plugin }) => plugin === OWN) && {
        subscriptions: subscriptionsOf(options),
      }),
    }),
  },

  health: ({ subscriptions }) => ({
    webhooks: {
      title: { en: "Webhooks", es: "Webhooks" },
      async check() {
        await subscriptions.active();
        // Those of callers are their own business.
        const own = subscriptions.paused.filter(({ owner }) => owner === undefined);
        if (own.length === 0) return;
        return { status: "degraded", detail: describePauses(own.map(({ reason }) => reason)) };
      },
    },
  }),

  alerts: {
    WebhooksDead: {
      expr: 'increase(webhooks_attempts_total{$job, outcome="dead"}[1h]) > 0',
      severity: "ticket",
      summary: "{{ $labels.instance }} has given up deliveries of webhooks in the last hour.",
      action: "Look at their receivers, and have the deliveries sent again once those take them.",
      runbook: ["waymark webhooks lists subscriptions and sends deliveries again."],
    },
  },

  metrics: ({ subscriptions, clock }, { state: { worker, backlog } }) => ({
    paused_subscriptions: {
      help: "Subscriptions that the service has paused, by reason.",
      type: "gauge",
      read: () =>
        PauseReason.options.map((reason) => ({
          labels: { reason },
          value: subscriptions.paused.filter((one) => one.reason === reason).length,
        })),
    },
    attempts_total: {
      help: "Attempts to deliver, by outcome; a failed one is tried again, unless the delivery is dead.",
      type: "counter",
      read: () =>
        Object.entries(worker.counts).map(([outcome, value]) => ({ labels: { outcome }, value })),
    },
    attempt_seconds: {
      help: "How long attempts to deliver took, by outcome.",
      type: "histogram",
      of: worker.seconds,
    },
    queue_length: {
      help: `Deliveries that have not ended, as of the last ten seconds; at most ${MAX_COUNTED}.`,
      type: "gauge",
      read: () => backlog.length,
    },
    oldest_age_seconds: {
      help: "Age of the oldest delivery that has not ended.",
      type: "gauge",
      read: () =>
        backlog.oldest === undefined ? 0 : Math.max(0, (clock.now() - backlog.oldest) / 1000),
    },
  }),

  commands: { webhooks: webhooksCommand },
});
