/** Creates, changes, rotates and pauses subscriptions, for requests, the config and the command line alike. */
import { randomBytes } from "node:crypto";
import { toMilliseconds, type Duration, type ListQuery, type Principal } from "waymark";
import type {
  Audit,
  AuditEntry,
  Clock,
  EventBus,
  Runtime,
  Store,
  TableRows,
} from "waymark/services";
import type { z } from "zod";
import type { Options } from "./options.ts";
import {
  SUBSCRIPTIONS,
  WebhookSubscription,
  type PauseReason,
  type SubscriptionChanges,
  type SubscriptionRow,
  type WantedSubscription,
  type WebhookSubscriptionWithSecret,
} from "./schemas.ts";
import { mintSecret } from "./signature.ts";
import { lapseOf } from "./standing.ts";
import { problemOfTarget, type TargetRules } from "./target.ts";

const PUBLIC_FIELDS: readonly string[] = Object.keys(WebhookSubscription.shape);

const RESUMED = { dead: 0, pausedAt: undefined, pausedBecause: undefined };

/** The principal who manages its own subscriptions; undefined for the operator, who manages all. */
export type Manager = Pick<Principal, "id" | "scopes"> | undefined;
/** The rest of an entry for the audit record. */
export type Origin = Pick<AuditEntry, "principal" | "network" | "requestId">;

interface Services {
  readonly store: Store;
  readonly clock: Clock;
  readonly bus: EventBus;
  readonly runtime: Runtime;
  readonly audit: Audit | undefined;
}

/** A wish that cannot be fulfilled, by its field. */
export interface Problem {
  readonly field: keyof WantedSubscription;
  readonly detail: string;
}

export class Subscriptions {
  readonly #services: Services;
  readonly #options: Options;
  readonly #rules: Pick<TargetRules, "allowHttp" | "isAllowed">;
  #active: { readonly version: number; readonly rows: readonly SubscriptionRow[] } | undefined;
  /** Why the service has paused some, as of the latest look: one entry for each. */
  paused: readonly PauseReason[] = [];

  constructor(services: Services, options: Options, rules: Subscriptions["rules"]) {
    this.#services = services;
    this.#options = options;
    this.#rules = rules;
  }

  get rules(): Pick<TargetRules, "allowHttp" | "isAllowed"> {
    return this.#rules;
  }

  list(manager: Manager, query: ListQuery) {
    const fields = (query.fields ?? PUBLIC_FIELDS).filter((name) => PUBLIC_FIELDS.includes(name));
    return this.#rows(manager).list<Partial<WebhookSubscription>>({ ...query, fields });
  }

  find(manager: Manager, id: string): Promise<SubscriptionRow | undefined> {
    return this.#rows(manager).find<SubscriptionRow>(id);
  }

  /** Returns the first reason why a subscription cannot be as wanted. */
  check({ url }: { readonly url?: string | undefined }): Problem | undefined {
    const problem = url === undefined ? undefined : problemOfTarget(url, this.#rules);
    return problem === undefined ? undefined : { field: "url", detail: `The URL ${problem}.` };
  }

  /** Whether there may be another one. */
  async hasRoom(): Promise<boolean> {
    const { maxSubscriptions: limit } = this.#options;
    const all = this.#services.store.table(SUBSCRIPTIONS).acrossOwners();
    return (await all.list({ fields: ["id"], limit })).items.length < limit;
  }

  async create(
    manager: Manager,
    wanted: WantedSubscription,
    origin: Origin = {},
    { id = `wh_${randomBytes(8).toString("hex")}`, secret = mintSecret() } = {},
  ): Promise<WebhookSubscriptionWithSecret> {
    const row = {
      id,
      ...wanted,
      createdAt: this.#at(),
      scopes: manager?.scopes ?? [],
      secret,
      dead: 0,
    };
    await this.#rows(manager).insert([row]);
    this.#record("webhook.created", id, origin);
    return { ...publicPart({ ...row, scopes: [...row.scopes] }), secret };
  }

  /** Undefined where no subscription has the id. To make one active ends its pause. */
  async change(
    manager: Manager,
    id: string,
    wanted: z.output<typeof SubscriptionChanges>,
    origin: Origin = {},
  ): Promise<WebhookSubscription | undefined> {
    const resumed = wanted.active === true ? RESUMED : {};
    const scopes = manager === undefined ? {} : { scopes: manager.scopes };
    const isThere = await this.#rows(manager).update(id, { ...wanted, ...resumed, ...scopes });
    if (!isThere) return undefined;
    this.#record("webhook.changed", id, origin);
    const row = await this.find(manager, id);
    return row && publicPart(row);
  }

  /** Undefined where no subscription has the id. */
  async rotate(
    manager: Manager,
    id: string,
    overlap: Duration,
    origin: Origin = {},
  ): Promise<WebhookSubscriptionWithSecret | undefined> {
    const before = await this.find(manager, id);
    if (before === undefined) return undefined;
    const overlapMs = toMilliseconds(overlap);
    const previous =
      overlapMs > 0
        ? { previousSecret: before.secret, previousUntil: this.#at(overlapMs) }
        : { previousSecret: undefined, previousUntil: undefined };
    const secret = mintSecret();
    if (!(await this.#rows(manager).update(id, { secret, ...previous }))) return undefined;
    this.#record("webhook.rotated", id, origin, `overlap: ${overlap}`);
    return { ...publicPart({ ...before, secret, ...previous }), secret };
  }

  async remove(manager: Manager, id: string, origin: Origin = {}): Promise<boolean> {
    const isThere = await this.#rows(manager).remove(id);
    if (isThere) this.#record("webhook.removed", id, origin);
    return isThere;
  }

  /** Those that events are sent to. Read again after each change, and by every call within a transaction. */
  async active(): Promise<readonly SubscriptionRow[]> {
    const { store } = this.#services;
    const version = store.version([SUBSCRIPTIONS]);
    if (version !== undefined && this.#active?.version === version) return this.#active.rows;
    const all = await store.table(SUBSCRIPTIONS).acrossOwners().list<SubscriptionRow>();
    const rows = all.items.filter(({ active }) => active);
    this.paused = all.items.flatMap(({ pausedAt, pausedBecause = "dead-deliveries" }) =>
      pausedAt === undefined ? [] : [pausedBecause],
    );
    if (version !== undefined && store.changed() === undefined) this.#active = { version, rows };
    return rows;
  }

  /** Counts dead deliveries in a row, and pauses the subscription when there are too many. */
  noteEnd(id: string, isDead: boolean): Promise<void> {
    return this.#services.store.transaction(() => this.#noteEnd(id, isDead));
  }

  async #noteEnd(id: string, isDead: boolean): Promise<void> {
    const table = this.#services.store.table(SUBSCRIPTIONS).acrossOwners();
    const row = await table.find<SubscriptionRow>(id);
    if (row === undefined || (!isDead && row.dead === 0)) return;
    const dead = isDead ? row.dead + 1 : 0;
    await table.update(id, { dead });
    if (dead >= this.#options.pauseAfter)
      await this.#pause(row, "dead-deliveries", `dead deliveries: ${dead}`);
  }

  /** Pauses those whose principal may not have deliveries any more. */
  async review(): Promise<void> {
    for (const row of await this.active()) await this.mayReceive(row);
  }

  /** Whether a subscription may have deliveries; pauses it otherwise. */
  async mayReceive(row: SubscriptionRow): Promise<boolean> {
    const lapse = await lapseOf(row, this.#services.runtime.registry);
    if (lapse !== undefined) await this.#services.store.transaction(() => this.#pause(row, lapse));
    return lapse === undefined;
  }

  async #pause({ id, owner }: SubscriptionRow, because: PauseReason, detail?: string) {
    const { store, bus } = this.#services;
    const pausedAt = this.#at();
    const changes = { active: false, pausedAt, pausedBecause: because };
    const where = [{ field: "active", operator: "eq", value: true } as const];
    const table = store.table(SUBSCRIPTIONS).acrossOwners();
    if (!(await table.update(id, changes, where))) return;
    this.#record("webhook.paused", id, {}, detail ?? because);
    const recipients = { access: { scopes: ["webhooks:read"] }, only: owner ?? null };
    store.afterCommit(() =>
      bus.publish("webhooks.paused", { subscription: id, timestamp: pausedAt }, recipients),
    );
  }

  #rows(manager: Manager): TableRows {
    const table = this.#services.store.table(SUBSCRIPTIONS);
    return manager === undefined ? table.acrossOwners() : table.of(manager);
  }

  #at(inMs = 0): string {
    return new Date(this.#services.clock.now() + inMs).toISOString();
  }

  #record(action: string, target: string, origin: Origin, detail?: string): void {
    const record = () =>
      this.#services.audit?.record({ action, target, outcome: "ok", detail, ...origin });
    this.#services.store.afterCommit(record);
  }
}

/** The part of a row that may leave. */
export function publicPart(row: SubscriptionRow): WebhookSubscription {
  return WebhookSubscription.parse(row);
}
