/**
 * The door "waymark/services": tokens of the services that plugins share. Each names an interface, which any plugin may
 * provide. The kernel's own are passed on.
 */
import {
  service,
  type Filter,
  type HealthReport,
  type ListQuery,
  type ListPage,
  type MaybePromise,
  type Principal,
  type Recipients,
} from "waymark";

// oxlint-disable no-restricted-imports -- the one file of the plugins that passes on names of the kernel
export { Clock, Ids, Runtime } from "../kernel/services.ts";
import type { Instance } from "../kernel/services.ts";
export type {
  Instance,
  InnerAnswer,
  InnerRequest,
  OwnedCheck,
  OwnedMetric,
  Read,
  ReadOptions,
} from "../kernel/services.ts";

/** Rows of one table. `T` is the row as the caller knows it: the table's schema. */
export interface TableRows {
  /** One page of rows. Filters, sort and paging run in the database. Default: all fields of all rows, by key. */
  list<T extends object>(query?: Partial<ListQuery>): Promise<ListPage<T>>;
  /** The row with this key, or undefined. */
  find<T extends object>(key: string): Promise<T | undefined>;
  /** Adds rows. Throws a {@link UniqueViolation} on a key that exists, as all writes do on a constraint that they break. */
  insert(rows: readonly object[]): Promise<void>;
  /** Adds a row, or replaces the one with its key whole; true when it is new. */
  upsert(row: object): Promise<boolean>;
  /**
   * Changes fields of a row; false when there is none with this key. With conditions, only while the row fulfils them,
   * which is decided and written at once.
   */
  update(key: string, changes: object, where?: readonly Filter[]): Promise<boolean>;
  /** Changes fields of several rows, by key: all in one write, or none. Returns how many rows there were. */
  updateAll(changes: Iterable<readonly [key: string, changes: object]>): Promise<number>;
  /** Removes a row; false when there is none with this key. */
  remove(key: string): Promise<boolean>;
  /** Removes rows at once, and returns how many there were. */
  removeAll(keys: readonly string[]): Promise<number>;
}

/** A table. One that declares an `owner` rejects every use until it is bound to a caller, or explicitly to all. */
export interface Table extends TableRows {
  /**
   * The rows that belong to a principal, as if there were no others; none for an anonymous caller. They come without the
   * owner, unless `fields` names it. `insert` sets it, and refuses rows of others, as `update` refuses to hand rows over.
   * All owners share one space of keys, so let the service choose them. Throws on a table without `owner`.
   */
  of(principal: Pick<Principal, "id"> | undefined): TableRows;
  /** All rows, those without an owner too, for work on behalf of no caller, such as jobs and commands. */
  acrossOwners(): TableRows;
}

/** Thrown when a row would have the key of another one, or values that a table declares as unique. Nothing was changed. */
export class UniqueViolation extends Error {
  readonly table: string;
  /** Those whose values another row has; one for a key. */
  readonly fields: readonly string[];

  constructor(table: string, fields: readonly string[], options?: ErrorOptions) {
    const names = fields.map((field) => `"${field}"`).join(" and ");
    super(
      `a row with this ${names} exists already in the table "${table}": choose another value, or change that row`,
      options,
    );
    this.name = "UniqueViolation";
    this.table = table;
    this.fields = fields;
  }
}

/** The limits of a transaction. A part of another one has none of its own. */
export interface TransactionOptions {
  /** Runs of the work in all, when it conflicts with other transactions. Default: 5. */
  readonly attempts?: number;
  /** Milliseconds after its first use of a table in which it has to end, or is undone. Default: 30,000. */
  readonly timeoutMs?: number;
}

/** The only door to domain data. Tables are those that enabled plugins declare. */
export interface Store {
  /** Throws when no enabled plugin declares the table. */
  table(name: string): Table;
  /**
   * Grows whenever one of these tables changes, as far as this process knows: at once with its own changes, and with
   * those of others within the time that the guarantee of the store states. Undefined while that cannot be kept: then
   * nothing that was read before may be used. Default: all tables but the internal ones and those with an owner. Within a
   * transaction every call returns another number, which no other call does, so that nothing that is read there is kept.
   */
  version(tables?: Iterable<string>): number | undefined;
  /**
   * Returns how often these tables have been changed, by all that was committed before the call. All processes on the
   * same data count alike where the store is made for several. Default: the same tables as of `version`.
   */
  changes(tables?: Iterable<string>): MaybePromise<number>;
  /**
   * Runs work whose changes are made together, or not at all when it throws. Until then all else sees the state before.
   * Every table that the work uses, and all that it awaits, takes part; a use after its end throws. Within another
   * transaction it is a part of that one, which can be undone alone. The work may run several times.
   */
  transaction<T>(work: () => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * The tables that the transaction has changed so far, its parts included, each with the owners of the changed rows: null
   * for rows without one, none for a table without owners. Undefined outside of a transaction.
   */
  changed(): ReadonlyMap<string, ReadonlySet<string | null>> | undefined;
  /**
   * Runs work once the outermost transaction has committed, and never when the change is undone; outside of one, at once.
   * An error in it is logged.
   */
  afterCommit(work: () => void): void;
}
export const Store = service<Store>("store", {
  track(store) {
    const reached = new Set<string>();
    const table: Store["table"] = (name) => {
      reached.add(name);
      return store.table(name);
    };
    const instance: Store = {
      table,
      version: (tables) => store.version(tables),
      changes: (tables) => store.changes(tables),
      transaction: (work, options) => store.transaction(work, options),
      changed: () => store.changed(),
      afterCommit: (work) => store.afterCommit(work),
    };
    return { instance, version: () => store.version(reached) };
  },
});

/** The contents of a plan. */
export interface Plan {
  readonly name: string;
  /** Requests per window; undefined for the limit of everybody. */
  readonly limit: number | undefined;
  /** Length of the window in milliseconds; undefined for that of everybody. */
  readonly windowMs: number | undefined;
  /** Requests per calendar month; undefined for any number. */
  readonly requestsLimit: number | undefined;
}

/** Plans by principal. */
export interface Plans {
  /** The plan that a principal has, or the one for principals without; undefined where there is none. */
  of(principal: Principal): Plan | undefined;
}
export const Plans = service<Plans>("plans");

/** A number of requests, or of other things, in a time. */
export interface Limit {
  /** As RateLimit and RateLimit-Policy name it. */
  readonly name: string;
  /** Requests per window. */
  readonly limit: number;
  readonly windowMs: number;
}

/** The state of a client's window. */
export interface Quota {
  /** The limit in force. */
  readonly of: Limit;
  /** False: this request is over the limit. */
  readonly allowed: boolean;
  /** Requests left, never negative. */
  readonly remaining: number;
  /** Whole seconds until the window ends, rounded up; at least 1. */
  readonly reset: number;
}

/** Counts requests by client, in windows that open with a client's first request. `now` is in milliseconds of `performance.now()`. */
export interface Counter {
  /** Counts one request. A promise where the counter must ask other nodes first. Never rejects. */
  take(client: string, now: number, limit: Limit): MaybePromise<Quota>;
  /** The state of the client's window, without counting; always allowed. */
  peek(client: string, now: number, limit: Limit): MaybePromise<Quota>;
}

/** Counts for all nodes of the service together. Where no plugin provides it, each node counts for itself. */
export interface Limiter {
  /** Returns the counter of this name: counters of other names count apart. Counts outlive reloads. */
  counter(name: string): Counter;
}
export const Limiter = service<Limiter>("limiter");

/** A node of the service. */
export interface NodeInfo extends Instance {
  readonly revision: string;
  /** When it was last seen, in milliseconds since 1970-01-01T00:00Z. */
  readonly seenAt: number;
}

/** The nodes that serve together. Where no plugin provides it, there is no way to know them. */
export interface Nodes {
  /** Those that were seen lately, this one included, by name. Rejects while they cannot be known. */
  list(): Promise<readonly NodeInfo[]>;
}
export const Nodes = service<Nodes>("nodes");

/** Work that one node does at a time. */
export interface Jobs {
  /**
   * Runs work unless another node is at it; false where it was. The lease is renewed while the work runs, and the signal
   * aborts once it is lost: then another node may have begun. Rejects with the error of the work.
   */
  run(name: string, work: (signal: AbortSignal) => Promise<void>): Promise<boolean>;
}
export const Jobs = service<Jobs>("jobs");

/** An action for the audit record. Never with a credential, a body or a query. */
export interface AuditEntry {
  /** Subject and past tense: `key.created`. */
  readonly action: string;
  /** The thing acted on, by id. */
  readonly target?: string | undefined;
  /** Default: none, as for an operator at the command line. */
  readonly principal?: Pick<Principal, "id" | "name"> | undefined;
  readonly outcome: "ok" | "refused" | "failed";
  /** Of the client, as `clientNetwork` returns it. */
  readonly network?: string | undefined;
  readonly requestId?: string | undefined;
  /** Short, and without secrets. */
  readonly detail?: string | undefined;
}

/** The record of actions. */
export interface Audit {
  /** Queues an entry. Never throws and never waits. */
  record(entry: AuditEntry): void;
}
export const Audit = service<Audit>("audit");

/** The result of one health check. */
export interface CheckResult extends HealthReport {
  readonly plugin: string;
  readonly name: string;
  /** Milliseconds that the check took; undefined where none ran. */
  readonly durationMs?: number;
  /** Whether all instances share the thing that was looked at. Default: false. */
  readonly shared?: boolean;
}

/** The results of all health checks. */
export interface HealthOverview {
  /** The worst of the checks. */
  readonly status: HealthReport["status"];
  /** When the checks ran, in milliseconds since 1970-01-01T00:00Z. */
  readonly at: number;
  readonly checks: readonly CheckResult[];
}

/** How the service and its parts are. */
export interface Health {
  /** Runs the checks, or returns a recent report. Never rejects and never takes longer than the deadline. */
  report(): Promise<HealthOverview>;
}
export const Health = service<Health>("health");

/** The state of a health check over some time. */
export interface CheckRecord {
  /** The worst that was found. */
  readonly status: HealthReport["status"];
  readonly samples: number;
  /** Those of the samples in which it was ok throughout. */
  readonly ok: number;
  /** Milliseconds of the slowest sample; 0 where no check ran. */
  readonly slowestMs: number;
}

/** Requests and health in one stretch of time, of all instances together. */
export interface HistoryPart {
  /** Milliseconds since 1970-01-01T00:00Z. */
  readonly from: number;
  /** Milliseconds since 1970-01-01T00:00Z; not part of it. */
  readonly to: number;
  /** Samples of this time; with none, nothing is known. */
  readonly samples: number;
  /** Answered requests. */
  readonly requests: number;
  /** Those of them that were answered with 5xx. */
  readonly failures: number;
  /** Milliseconds within which these shares were answered, to 5 percent; undefined without requests. */
  readonly latencyMs:
    | { readonly p50: number; readonly p95: number; readonly p99: number }
    | undefined;
  /** The worst that the service was; undefined without samples. */
  readonly status: HealthReport["status"] | undefined;
  /** By `plugin:check`. */
  readonly checks: Readonly<Record<string, CheckRecord>>;
}

/** A time in which the service or one of its checks was not ok, or was so in another way than before. */
export interface Incident {
  readonly id: string;
  /** `plugin:check`, or `service` for the worst of all. */
  readonly subject: string;
  readonly from: HealthReport["status"];
  readonly to: HealthReport["status"];
  readonly detail?: string | undefined;
  /** Milliseconds since 1970-01-01T00:00Z. */
  readonly start: number;
  /** Undefined while it lasts. */
  readonly end?: number | undefined;
  /** Whether this instance saw it, and not another on the same data. */
  readonly here: boolean;
}

/** The history of requests and health, across restarts. Rejects while the store fails. */
export interface History {
  /** The latest `count` stretches of `partMs`, a multiple of 15 minutes, and all of them together. The last one has now in it. */
  over(
    partMs: number,
    count: number,
  ): Promise<{ readonly parts: readonly HistoryPart[]; readonly total: HistoryPart }>;
  /** The latest first. */
  incidents(atMost: number): Promise<readonly Incident[]>;
  /** Looks at health now. It is looked at regularly anyway. Never rejects. */
  look(): Promise<void>;
  /** Ends the interval now and records it. It ends regularly anyway. Never rejects. */
  sample(): Promise<void>;
}
export const History = service<History>("history");

/**
 * Events between plugins and for clients, by name, with their data as JSON. Plugins add theirs by augmenting this
 * interface.
 */
export interface BusEvents {
  /** Another revision took over. */
  readonly "registry.changed": { readonly revision: string };
}

/** A message to a subscriber. Every `id` is a place in the sequence of events from which reading can continue. */
export type BusMessage =
  | {
      readonly [E in keyof BusEvents]: {
        readonly kind: "event";
        readonly id: string;
        readonly event: E;
        readonly data: BusEvents[E];
      };
    }[keyof BusEvents]
  /** Events before this place are not available. */
  | { readonly kind: "missed"; readonly id: string }
  /** No further events for now: sent once when the subscriber is up to date, then after every `idleMs` without an event. */
  | { readonly kind: "idle"; readonly id: string };

/** Options of a subscription. */
export interface Subscription {
  /** Go on after the event with this id. Default: from now on. */
  readonly after?: string | undefined;
  /**
   * Names of events that the subscriber must not learn of: they are left out, and neither ids nor idle messages show that
   * they happened. An id is of use only to subscribers without the same events. Default: none.
   */
  readonly without?: readonly string[] | undefined;
  /** Events for certain recipients are left out in the same way, unless this caller is among them. Default: anonymous. */
  readonly caller?: Principal | undefined;
  /** Ends the subscription. */
  readonly signal: AbortSignal;
  /** Milliseconds without an event after which an `idle` message is sent. */
  readonly idleMs: number;
}

/** Options of an event, for services of several nodes. A bus within one process needs none of them. */
export interface PublishOptions {
  /**
   * The place of the event in a sequence that all nodes see, such as the versions of their data: with `ifNew` it is not
   * published when another node has already published one at this place, or at a later one.
   */
  readonly place?: { readonly of: string; readonly at: number; readonly ifNew?: boolean };
}

/** Delivers events from plugins to subscribers: at all nodes of the service, but for events of one instance. */
export interface EventBus {
  /** Default of `recipients`: the audience that the event declares. */
  publish<E extends keyof BusEvents>(
    event: E,
    data: BusEvents[E],
    recipients?: Recipients,
    options?: PublishOptions,
  ): void;
  /**
   * Returns events in order, each once. Unread events take no memory per subscriber: one that is too slow gets a `missed`
   * message.
   */
  subscribe(subscription: Subscription): AsyncIterable<BusMessage>;
  /**
   * Adds a source that runs only while there are subscribers: `start` runs with the first one, and the function that it
   * returns runs when the last one is gone. Returns a function that removes the source.
   */
  source(start: () => () => void): () => void;
}
export const EventBus = service<EventBus>("eventBus");

/** A bus with an end, which ends all subscriptions. */
export interface ClosableBus extends EventBus {
  close(): void;
}

/** Carries events among nodes. Where no plugin provides it, they stay within their process. */
export interface SharedEvents {
  /** Returns the bus of this node, which keeps `buffer` events. */
  open(buffer: number): ClosableBus;
}
export const SharedEvents = service<SharedEvents>("sharedEvents");
