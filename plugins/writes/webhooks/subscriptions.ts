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
import type { Deliveries } from "./deliveries.ts";
import { problemOfPatterns } from "./event-types.ts";
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
import { pauseReasonOf } from "./validity.ts";
import { principalNow } from "../../shared/principal-now.ts";
import { hasUsualPort, problemOfTarget, targetHost, type TargetRules } from "./target.ts";
import { Vault } from "./vault.ts";

const OPERATORS_FIELDS: readonly string[] = Object.keys(WebhookSubscription.shape);
const PUBLIC_FIELDS = OPERATORS_FIELDS.filter((name) => name !== "owner");

const RESUMED = { dead: 0, pausedAt: undefined, pausedBecause: undefined };

/** Principal that manages its own subscriptions; undefined for the operator, who manages all. */
export type Manager = Pick<Principal, "id" | "scopes"> | undefined;
/** The rest of an entry for the audit record. */
export type Origin = Pick<AuditEntry, "principal" | "network" | "requestId">;

interface Services {
  readonly store: Store;
  readonly clock: Clock;
  readonly bus: EventBus;
  readonly runtime: Runtime;
  readonly deliveries: Deliveries;
  readonly audit: Audit | undefined;
}

/** A wish that cannot be fulfilled, by its field. */
export interface Problem {
  readonly field: keyof WantedSubscription;
  readonly detail: string;
}

/** A subscription that the service has paused. */
interface Paused extends Pick<SubscriptionRow, "owner"> {
  readonly reason: PauseReason;
}

export class Subscriptions {
  readonly #services: Services;
  readonly #options: Options;
  readonly #vault: Vault;
  readonly #rules: Pick<TargetRules, "allowHttp" | "isAllowed">;
  #active: { readonly version: number; readonly rows: readonly SubscriptionRow[] } | undefined;
  /** Subscriptions that the service has paused, as of the latest look. */
  paused: readonly Paused[] = [];

  constructor(services: Services, options: Options, rules: Subscriptions["rules"]) {
    this.#services = services;
    this.#options = options;
    this.#vault = new Vault(options.encryptionKeys);
    this.#rules = rules;
  }

  get rules(): Pick<TargetRules, "allowHttp" | "isAllowed"> {
    return this.#rules;
  }

  list(manager: Manager, query: ListQuery) {
    const shown = manager === undefined ? OPERATORS_FIELDS : PUBLIC_FIELDS;
    const fields = (query.fields ?? shown).filter((name) => shown.includes(name));
    return this.#rows(manager).list<Partial<WebhookSubscription>>({ ...query, fields });
  }

  find(manager: Manager, id: string): Promise<SubscriptionRow | undefined> {
    return this.#rows(manager).find<SubscriptionRow>(id);
  }

  /** Returns the first reason why a subscription cannot be as wanted. */
  check(
    manager: Manager,
    { url, events }: Pick<z.output<typeof SubscriptionChanges>, "url" | "events">,
  ): Problem | undefined {
    const target = url === undefined ? undefined : problemOfTarget(url, this.#rules);
    if (target !== undefined) return { field: "url", detail: `The URL ${target}.` };
    if (manager !== undefined && url !== undefined && !hasUsualPort(url))
      return {
        field: "url",
        detail: "The URL has a port below 1024 that is not its scheme's own.",
      };
    const detail = problemOfPatterns(events ?? [], this.#services.runtime.registry);
    return detail === undefined ? undefined : { field: "events", detail };
  }

  /** Returns why there may not be another subscription, or why this one may not have the URL; the operator's may have any. */
  async conflict(manager: Manager, url: string | undefined, id?: string) {
    const { maxSubscriptions, maxPerPrincipal } = this.#options;
    const all = this.#services.store.table(SUBSCRIPTIONS).acrossOwners();
    const total = async () =>
      (await all.list({ fields: ["id"], limit: maxSubscriptions })).items.length;
    if (id === undefined && (await total()) >= maxSubscriptions)
      return `The service has ${maxSubscriptions} subscriptions, as many as it may. Remove one.`;
    if (manager === undefined) return undefined;
    const fields = ["id", "url"];
    const { items: own } = await this.#rows(manager).list<SubscriptionRow>({ fields });
    if (id === undefined && own.length >= maxPerPrincipal)
      return `You have ${maxPerPrincipal} subscriptions, as many as a caller may. Remove one.`;
    const host = url === undefined ? undefined : targetHost(url);
    const other = own.find((one) => one.id !== id && targetHost(one.url) === host);
    return other && `Your subscription ${other.id} sends to ${host} already. Change that one.`;
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
      pending: manager !== undefined,
      createdAt: this.#at(),
      expiresAt: await this.#end(manager?.id),
      scopes: manager?.scopes ?? [],
      secret: this.#vault.seal(secret, id),
      dead: 0,
    };
    await this.#rows(manager).insert([row]);
    await this.#confirm(row);
    this.#record("webhook.created", id, origin);
    return { ...publicPart({ ...row, scopes: [...row.scopes] }, manager), secret };
  }

  /** Returns undefined if no subscription has the id. To make one active ends its pause, and each change renews it. */
  async change(
    manager: Manager,
    id: string,
    wanted: z.output<typeof SubscriptionChanges>,
    origin: Origin = {},
  ): Promise<WebhookSubscription | undefined> {
    const before = await this.#rows(manager).find<SubscriptionRow>(id);
    const owner = manager?.id ?? before?.owner;
    const resumed = wanted.active === true ? RESUMED : {};
    const scopes = manager === undefined ? {} : { scopes: manager.scopes };
    const isMoved = wanted.url !== undefined && wanted.url !== before?.url;
    const isThere = await this.#rows(manager).update(id, {
      ...wanted,
      ...resumed,
      ...scopes,
      ...(isMoved && manager !== undefined && { pending: true }),
      expiresAt: await this.#end(owner),
    });
    if (!isThere) return undefined;
    this.#record("webhook.changed", id, origin);
    const row = await this.find(manager, id);
    if (row !== undefined) await this.#confirm(row);
    return row && publicPart(row, manager);
  }

  async #confirm({ id, active, pending }: Pick<SubscriptionRow, "id" | "active" | "pending">) {
    if (active && pending) await this.#services.deliveries.confirm(id);
  }

  /** Notes that the receiver at a URL has confirmed it. */
  async noteConfirmed(id: string, url: string): Promise<void> {
    const where = [{ field: "url", operator: "eq", value: url } as const];
    const all = this.#services.store.table(SUBSCRIPTIONS).acrossOwners();
    if (await all.update(id, { pending: false }, where)) this.#record("webhook.confirmed", id, {});
  }

  /** Returns the end of a subscription without renewal; undefined if its owner can be looked up without a request. */
  async #end(owner: string | undefined): Promise<string | undefined> {
    const { registry } = this.#services.runtime;
    if (owner === undefined || (await principalNow(owner, registry)) !== undefined)
      return undefined;
    return this.#at(toMilliseconds(this.#options.renewWithin));
  }

  /** Returns undefined if no subscription has the id. */
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
    const sealed = { secret: this.#vault.seal(secret, id), ...previous };
    if (!(await this.#rows(manager).update(id, sealed))) return undefined;
    this.#record("webhook.rotated", id, origin, `overlap: ${overlap}`);
    return { ...publicPart({ ...before, ...previous }, manager), secret };
  }

  /** Changes an operator's subscription to the values of the config. Returns whether it is there. */
  configure(id: string, { secret, ...wanted }: Options["subscriptions"][string]): Promise<boolean> {
    const sealed = this.#vault.seal(secret, id);
    return this.#rows(undefined).update(id, { ...wanted, secret: sealed });
  }

  /** Returns the secrets that sign at a time. Throws while the key that encrypted a secret is missing. */
  secretsOf(subscription: SubscriptionRow, now: number): readonly string[] {
    const { id, secret, previousSecret, previousUntil } = subscription;
    const isOverlap = previousUntil !== undefined && Date.parse(previousUntil) > now;
    const stored = previousSecret !== undefined && isOverlap ? [secret, previousSecret] : [secret];
    return stored.map((one) => this.#vault.open(one, id));
  }

  /**
   * Encrypts with the first key all secrets that are not. Throws if a secret cannot be decrypted.
   *
   * @param isSettled whether all nodes have the same keys. Otherwise nothing changes.
   */
  async reseal(isSettled: boolean): Promise<void> {
    const rows = this.#rows(undefined);
    const again = (id: string, stored: string) =>
      this.#vault.isCurrent(stored) ? stored : this.#vault.seal(this.#vault.open(stored, id), id);
    for (const row of (await rows.list<SubscriptionRow>()).items) {
      const { id, secret, previousSecret } = row;
      const sealed = {
        secret: again(id, secret),
        previousSecret: previousSecret && again(id, previousSecret),
      };
      const isCurrent = sealed.secret === secret && sealed.previousSecret === previousSecret;
      if (isCurrent || !isSettled) continue;
      // Unless it was rotated meanwhile, and encrypted then.
      await rows.update(id, sealed, [{ field: "secret", operator: "eq", value: secret }]);
    }
  }

  async remove(manager: Manager, id: string, origin: Origin = {}): Promise<boolean> {
    const isThere = await this.#rows(manager).remove(id);
    if (isThere) this.#record("webhook.removed", id, origin);
    return isThere;
  }

  /** Returns the subscriptions that receive events. Read after each change, and by every call in a transaction. */
  async active(): Promise<readonly SubscriptionRow[]> {
    const { store } = this.#services;
    const version = store.version([SUBSCRIPTIONS]);
    if (version !== undefined && this.#active?.version === version) return this.#active.rows;
    const all = await store.table(SUBSCRIPTIONS).acrossOwners().list<SubscriptionRow>();
    const rows = all.items.filter(({ active }) => active);
    this.paused = all.items.flatMap(({ owner, pausedAt, pausedBecause = "dead-deliveries" }) =>
      pausedAt === undefined ? [] : [{ owner, reason: pausedBecause }],
    );
    if (version !== undefined && store.changed() === undefined) this.#active = { version, rows };
    return rows;
  }

  /** Counts dead deliveries in a row, and pauses the subscription if there are too many. */
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

  /** Pauses subscriptions whose principal may have no more deliveries. Subscriptions without an end receive one now. */
  async review(): Promise<void> {
    const all = this.#services.store.table(SUBSCRIPTIONS).acrossOwners();
    for (const row of await this.active()) {
      if (!(await this.mayReceive(row)) || row.expiresAt !== undefined) continue;
      const expiresAt = await this.#end(row.owner);
      if (expiresAt !== undefined) await all.update(row.id, { expiresAt });
    }
  }

  /** Checks that a subscription may have deliveries; pauses it otherwise. */
  async mayReceive(row: SubscriptionRow): Promise<boolean> {
    const { store, clock, runtime } = this.#services;
    const reason = await pauseReasonOf(row, runtime.registry, clock.now());
    if (reason !== undefined) await store.transaction(() => this.#pause(row, reason));
    return reason === undefined;
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

/** Returns the part of a row that may leave. */
export function publicPart(row: SubscriptionRow, manager: Manager): WebhookSubscription {
  const { owner, ...shown } = WebhookSubscription.parse(row);
  return manager === undefined && owner !== undefined ? { ...shown, owner } : shown;
}
