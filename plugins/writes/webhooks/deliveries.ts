/** The deliveries that are due: claimed by one process at a time, and ended so that the next of their lane follows. */
import { randomBytes, randomUUID } from "node:crypto";
import type { ListQuery } from "waymark";
import type { Clock, Store, Table } from "waymark/services";
import { CONFIRMATION, OWN } from "./event-types.ts";
import {
  DELIVERIES,
  SUBSCRIPTIONS,
  WebhookDelivery,
  type DeliveryRow,
  type SubscriptionRow,
  type WebhookAttempt,
} from "./schemas.ts";

/** Attempts that are kept of a delivery. */
const KEPT_ATTEMPTS = 50;
/** Rows that are removed in one transaction: more of them would hold up requests. */
const PRUNED_AT_ONCE = 500;
const PUBLIC_FIELDS: readonly string[] = Object.keys(WebhookDelivery.shape);

const CHALLENGE_BYTES = 24;

/** Returns a time as text that sorts like it: milliseconds, or more for places in an order. */
const padded = (number: number) => String(number).padStart(16, "0");
/** Returns the place before which each time of this subscription sorts that has come. */
const queuePlace = (subscription: string, ms: number) => `${subscription} ${padded(ms)}`;
const timeOfPlace = (place: string) => Number(place.slice(place.lastIndexOf(" ")));

/** Returns the lane in which deliveries follow each other: a resource's, or an event type's. */
function laneOf(subscription: string, { path, type }: Pick<DeliveryRow, "path" | "type">): string {
  return `${subscription} ${path ?? type}`;
}

/** The part of a delivery that is the same for all subscriptions. */
export type Message = Pick<
  DeliveryRow,
  "type" | "path" | "resource" | "key" | "kind" | "data" | "etag" | "trace" | "challenge"
>;

/** A delivery that this process alone may send until its lease ends. */
export interface Claimed extends DeliveryRow {
  readonly queue: string;
}

/** The end of an attempt. */
export type AttemptEnd =
  | { readonly kind: "delivered" | "dead" }
  /** Milliseconds until the next attempt, in `inMs`. */
  | { readonly kind: "retry"; readonly inMs: number };

export class Deliveries {
  readonly #store: Store;
  readonly #clock: Clock;
  /** Makes the worker look for due deliveries. */
  wake: () => void = () => {};

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Changes whenever a delivery or a subscription does, also by other processes; undefined while that is not known. */
  get version(): number | undefined {
    return this.#store.version([DELIVERIES, SUBSCRIPTIONS]);
  }

  /** Inserts a delivery for each of the subscriptions, which is sent after the commit. */
  async add(message: Message, subscriptions: readonly string[]): Promise<void> {
    if (subscriptions.length === 0) return;
    await this.#store.transaction(() => this.#insert(message, subscriptions));
    this.#store.afterCommit(() => this.wake());
  }

  async #insert(message: Message, subscriptions: readonly string[]): Promise<void> {
    const now = this.#clock.now();
    const sort = [{ field: "id", descending: true }];
    const { items } = await this.#table.list<DeliveryRow>({ fields: ["id"], sort, limit: 1 });
    // In the order of commits, also where the clocks of several processes differ.
    const sequence = Math.max(now * 1000, Number(items[0]?.id ?? 0)) + 1;
    const timestamp = new Date(now).toISOString();
    const rows: DeliveryRow[] = [];
    for (const [index, subscription] of subscriptions.entries()) {
      const lane = laneOf(subscription, message);
      const isFree = (await this.#first(lane)) === undefined;
      rows.push({
        ...message,
        id: padded(sequence + index),
        message: `msg_${randomUUID()}`,
        timestamp,
        sequence,
        state: "pending",
        attempts: [],
        subscription,
        tries: 0,
        lane,
        ...(isFree ? { queue: queuePlace(subscription, now) } : {}),
      });
    }
    await this.#table.insert(rows);
  }

  /** Asks the receiver of a subscription to confirm the URL, unless it is being asked. */
  async confirm(subscription: string): Promise<void> {
    const path = `/api/${OWN}/${subscription}`;
    if ((await this.#first(`${subscription} ${path}`)) !== undefined) return;
    const challenge = randomBytes(CHALLENGE_BYTES).toString("base64url");
    const about = { path, resource: OWN, key: subscription, kind: "changed" } as const;
    await this.add({ type: CONFIRMATION, ...about, challenge }, [subscription]);
  }

  /** Lists the deliveries of a subscription, the latest first unless the query says otherwise. */
  list(subscription: string, query: ListQuery) {
    const fields = (query.fields ?? PUBLIC_FIELDS).filter((name) => PUBLIC_FIELDS.includes(name));
    const own = { field: "subscription", operator: "eq", value: subscription } as const;
    const filters = [own, ...query.filters];
    return this.#table.list<Partial<WebhookDelivery>>({ ...query, fields, filters });
  }

  async find(subscription: string, id: string): Promise<DeliveryRow | undefined> {
    const row = await this.#table.find<DeliveryRow>(id);
    return row?.subscription === subscription ? row : undefined;
  }

  /** Returns due deliveries and the time of the next one. Deliveries of changes wait until the URL is confirmed. */
  async due(
    { id: subscription, pending }: Pick<SubscriptionRow, "id" | "pending">,
    atMost: number,
  ): Promise<{ readonly due: readonly DeliveryRow[]; readonly nextAt: number }> {
    const now = this.#clock.now();
    const { items } = await this.#table.list<DeliveryRow>({
      filters: [
        { field: "queue", operator: "gte", value: queuePlace(subscription, 0) },
        { field: "queue", operator: "lte", value: queuePlace(subscription, 1e15) },
        ...(pending ? [{ field: "type", operator: "eq", value: CONFIRMATION } as const] : []),
      ],
      sort: [{ field: "queue", descending: false }],
      limit: atMost + 1,
    });
    const timeOf = ({ queue }: DeliveryRow) =>
      queue === undefined ? Infinity : timeOfPlace(queue);
    const due = items.slice(0, atMost).filter((row) => timeOf(row) <= now);
    const next = items[due.length];
    return { due, nextAt: next === undefined ? Infinity : timeOf(next) };
  }

  /** Claims a delivery that is due; undefined if another process was faster. */
  async claim(row: DeliveryRow, leaseMs: number): Promise<Claimed | undefined> {
    const queue = queuePlace(row.subscription, this.#clock.now() + leaseMs);
    const isClaimed =
      row.queue !== undefined && (await this.#replace(row.id, row.queue, { queue }));
    return isClaimed ? { ...row, queue } : undefined;
  }

  /** Records an attempt, its end and what `also` writes; false if the lease was another process's by then. */
  end(
    delivery: Claimed,
    attempt: WebhookAttempt,
    end: AttemptEnd,
    also: () => Promise<void>,
  ): Promise<boolean> {
    const attempts = [...delivery.attempts, attempt].slice(-KEPT_ATTEMPTS);
    const tries = delivery.tries + 1;
    return this.#store.transaction(async () => {
      await also();
      if (end.kind === "retry") {
        const queue = queuePlace(delivery.subscription, this.#clock.now() + end.inMs);
        return this.#replace(delivery.id, delivery.queue, { attempts, tries, queue });
      }
      const ended = { state: end.kind, attempts, tries, lane: undefined, queue: undefined };
      if (!(await this.#replace(delivery.id, delivery.queue, ended))) return false;
      if (delivery.lane !== undefined) await this.#advance(delivery.lane, delivery.subscription);
      return true;
    });
  }

  /** Ends a lease without an attempt. */
  async release({ id, queue, subscription }: Claimed): Promise<void> {
    await this.#replace(id, queue, { queue: queuePlace(subscription, this.#clock.now()) });
  }

  /** Sends an ended delivery again, after its resource's unended ones. Undefined for a delivery that has not ended. */
  redeliver(row: DeliveryRow): Promise<DeliveryRow | undefined> {
    const { id, subscription, state } = row;
    return this.#store.transaction(async () => {
      const lane = laneOf(subscription, row);
      const isFree = (await this.#first(lane)) === undefined;
      const queue = isFree ? queuePlace(subscription, this.#clock.now()) : undefined;
      const again = { state: "pending", tries: 0, lane, queue };
      const where = [{ field: "state", operator: "eq", value: state } as const];
      if (state === "pending" || !(await this.#table.update(id, again, where))) return undefined;
      return this.#table.find<DeliveryRow>(id);
    });
  }

  /** Removes older deliveries that have ended, and deliveries of subscriptions that are not active. */
  async prune(
    olderThanMs: number,
    active: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<void> {
    const value = String((this.#clock.now() - olderThanMs) * 1000).padStart(16, "0");
    const filters = [{ field: "id", operator: "lt", value } as const];
    const fields = ["id", "subscription", "state"];
    let after: ListQuery["after"];
    do {
      const page = await this.#table.list<DeliveryRow>({
        fields,
        filters,
        limit: PRUNED_AT_ONCE,
        after,
      });
      const ended = page.items.filter(
        ({ state, subscription }) => state !== "pending" || !active.has(subscription),
      );
      if (ended.length > 0) await this.#table.removeAll(ended.map(({ id }) => id));
      after = page.next;
    } while (after !== undefined && !signal.aborted);
  }

  /** Returns the pending deliveries, up to a number, and the time when the oldest was made. */
  async backlog(atMost: number): Promise<{ readonly length: number; readonly oldest?: number }> {
    const { items } = await this.#table.list<DeliveryRow>({
      fields: ["id"],
      filters: [{ field: "lane", operator: "ne", value: null }],
      limit: atMost,
    });
    const [first] = items;
    return { length: items.length, ...(first && { oldest: Number(first.id) / 1000 }) };
  }

  get #table(): Table {
    return this.#store.table(DELIVERIES);
  }

  #replace(id: string, queue: string, changes: object): Promise<boolean> {
    return this.#table.update(id, changes, [{ field: "queue", operator: "eq", value: queue }]);
  }

  async #first(lane: string): Promise<DeliveryRow | undefined> {
    const filters = [{ field: "lane", operator: "eq", value: lane } as const];
    return (await this.#table.list<DeliveryRow>({ filters, limit: 1 })).items[0];
  }

  async #advance(lane: string, subscription: string): Promise<void> {
    const next = await this.#first(lane);
    if (next === undefined) return;
    await this.#table.update(next.id, { queue: queuePlace(subscription, this.#clock.now()) });
  }
}
