/** The outbox: deliveries of a change are inserted in the transaction that makes it. */
import { randomUUID } from "node:crypto";
import {
  changeOf,
  changesOf,
  changesResource,
  definePolicy,
  isRecipient,
  service,
  type Change,
  type Registry,
} from "waymark";
import { Runtime, Store, type Clock } from "waymark/services";
import { Options } from "./options.ts";
import { DELIVERIES, type DeliveryRow, type SubscriptionRow } from "./schemas.ts";
import { statementOf } from "./statement.ts";
import type { Subscriptions } from "./subscriptions.ts";

/** Changes of subscriptions are not sent to subscriptions. */
const OWN = "webhook-subscriptions";

/** A time in a text that sorts like it: milliseconds, or more for places in an order. */
const padded = (number: number) => String(number).padStart(16, "0");
/** Before it sorts each time of this subscription that has come. */
export const queuePlace = (subscription: string, ms: number): string =>
  `${subscription} ${padded(ms)}`;
export const timeOfPlace = (place: string): number => Number(place.slice(place.lastIndexOf(" ")));

export class Outbox {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #subscriptions: Subscriptions;
  readonly #wake: () => void;

  constructor(store: Store, clock: Clock, subscriptions: Subscriptions, wake: () => void) {
    this.#store = store;
    this.#clock = clock;
    this.#subscriptions = subscriptions;
    this.#wake = wake;
  }

  /**
   * Inserts a delivery for each subscription that wants the change and may learn of it.
   *
   * @param trace `traceparent` of the request that made it.
   */
  async add(change: Change, trace: string | undefined): Promise<void> {
    const type = `${change.resource}.${change.kind}`;
    const wanting = (await this.#subscriptions.active()).filter(
      (one) => one.events.some((pattern) => fits(type, pattern)) && mayLearn(one, change),
    );
    if (wanting.length === 0) return;
    await this.#store.transaction(() => this.#insert(type, change, wanting, trace));
    this.#store.afterCommit(this.#wake);
  }

  async #insert(
    type: string,
    { path, resource, key, kind }: Change,
    wanting: readonly SubscriptionRow[],
    trace: string | undefined,
  ): Promise<void> {
    const table = this.#store.table(DELIVERIES);
    const now = this.#clock.now();
    const sort = [{ field: "id", descending: true }];
    const { items } = await table.list<DeliveryRow>({ fields: ["id"], sort, limit: 1 });
    // In the order of commits, also where the clocks of several processes differ.
    let place = Math.max(now * 1000, Number(items[0]?.id ?? 0));
    const timestamp = new Date(now).toISOString();
    const about = { type, timestamp, path, resource, key, kind, trace };
    const rows: DeliveryRow[] = [];
    for (const { id: subscription } of wanting) {
      const lane = `${subscription} ${path}`;
      const filters = [{ field: "lane", operator: "eq", value: lane } as const];
      const isFree = (await table.list({ fields: ["id"], filters, limit: 1 })).items.length === 0;
      rows.push({
        id: padded(++place),
        message: `msg_${randomUUID()}`,
        ...about,
        state: "pending",
        attempts: [],
        subscription,
        tries: 0,
        lane,
        ...(isFree ? { queue: queuePlace(subscription, now) } : {}),
      });
    }
    await table.insert(rows);
  }
}

/** Whether a type of events is meant by a pattern of a subscription. */
function fits(type: string, pattern: string): boolean {
  return (
    pattern === "*" ||
    pattern === type ||
    (pattern.endsWith(".*") && type.startsWith(pattern.slice(0, -1)))
  );
}

/** The operator's subscriptions learn of everything, the others of what their owner may read. */
function mayLearn({ owner, scopes }: SubscriptionRow, { recipients }: Change): boolean {
  if (owner === undefined) return true;
  return isRecipient({ id: owner, kind: "", name: "", scopes }, recipients);
}

/** Returns the types of events that a service may send. */
export function eventTypes(registry: Registry): readonly string[] {
  const types = registry.routes
    .filter(({ plugin }) => plugin !== OWN)
    .flatMap((route) => changesOf(route, registry))
    .map(({ resource, kind }) => `${resource}.${kind}`);
  return [...new Set(types)].toSorted();
}

export const WebhookOutbox = service<Outbox>("webhookOutbox");

export const outboxPolicy = definePolicy({
  id: "webhooks",
  options: Options,
  needs: { outbox: WebhookOutbox, runtime: Runtime, store: Store },
  compile({ declaration, plugin }, { use }) {
    if (plugin === OWN || !changesResource(declaration)) return undefined;
    return {
      async around(call, proceed) {
        const end = await proceed();
        const { outbox, runtime, store } = use();
        const change = changeOf(call, end, runtime.registry, store.changed());
        if (change !== undefined) await outbox.add(change, call.trace?.headers["traceparent"]);
        return end;
      },
    };
  },
  statement: ({ options }) => statementOf(options),
  conformance: () => import("./conformance.ts"),
});
