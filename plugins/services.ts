/**
 * The door "waymark/services": tokens of the services that plugins share, and of the points that they contribute to. A
 * service's token names an interface, which any plugin may provide. The kernel's own are passed on.
 */
import { service, type Principal } from "waymark";
import type { Recipients } from "waymark/advanced";

export { Clock, Ids } from "./services/system.ts";
export {
  Listening,
  Runtime,
  type CertificateStatus,
  type InnerAnswer,
  type InnerRequest,
  type Instance,
  type ListenInput,
  type OpenConnections,
  type Opened,
  type Opening,
  type OpenListener,
  type Read,
  type ReadOptions,
  type RequestServer,
  type ServerPhase,
} from "./services/kernel.ts";
export {
  Conflict,
  readTable,
  Store,
  storeOf,
  ReferenceViolation,
  UniqueViolation,
  writeTable,
  type StoreOf,
  type TransactionOptions,
} from "./services/store.ts";
export type {
  Condition,
  Table,
  TableQuery,
  TableReader,
  TableRows,
} from "./services/table-rows.ts";
export {
  Limiter,
  Plans,
  Semaphores,
  type Counter,
  type Limit,
  type Plan,
  type Quota,
  type Semaphore,
} from "./services/limits.ts";
export { Alerts, type Alert, type SealedAlert } from "./services/alerts.ts";
export { Capabilities, sendsHeader, type Capability } from "./services/capabilities.ts";
export { absoluteRootLink, RootLinks, type RootLink } from "./services/root-links.ts";
export { Deployment, type DeploymentNeed } from "./services/deployment.ts";
export { Tables } from "./services/tables.ts";
export type {
  SealedTable,
  TableDeclaration,
  TableReference,
} from "./services/table-declaration.ts";
export { TableDocument } from "./services/table-document.ts";
export { Doors } from "./services/doors.ts";
export {
  Backups,
  Files,
  type BackupPart,
  type FileContent,
  type FilePlace,
} from "./services/files.ts";
export { Guarantees } from "./services/guarantees.ts";
export {
  HealthChecks,
  type HealthCheck,
  type HealthReport,
  type NamedCheck,
} from "./services/health-checks.ts";
export { Jobs, Nodes, type NodeHealth, type NodeInfo } from "./services/nodes.ts";
export {
  Scheduler,
  type PeriodicTask,
  type ScheduledTask,
  type TaskStatus,
} from "./services/scheduler.ts";
export type { ScheduledJob } from "./services/scheduled-jobs/job.ts";
export { ScheduledJobs } from "./services/scheduled-jobs/point.ts";
export { Audit, type AuditEntry } from "./services/audit.ts";
export type { Verified } from "./services/verified.ts";
export { Icons } from "./services/icons.ts";
export {
  instancesOf,
  PageEntries,
  pageEntriesOf,
  pagesOf,
  type PageEntry,
  type PageInstanceEntry,
} from "./services/page-entries.ts";
export { localized, translate, translationOf, Translations } from "./services/translations.ts";
export type { TextsByLanguage } from "./services/translator.ts";
export { Tracer, type ActiveSpan } from "./services/tracing.ts";
export type {
  HistogramMetric,
  LabelledValue,
  Metric,
  MetricInfo,
  NumberMetric,
} from "./services/metrics/metric.ts";
export { Metrics } from "./services/metrics/point.ts";
export {
  Measurements,
  type Exemplar,
  type Family,
  type HistogramFamily,
  type HistogramSample,
  type Labels,
  type NumberFamily,
} from "./services/measurements.ts";
export {
  Health,
  History,
  StatusActions,
  type CheckRecord,
  type CheckResult,
  type Elsewhere,
  type HealthOverview,
  type HistoryPart,
  type Incident,
  type Stretch,
} from "./services/health.ts";
export type { Announced, StatusAction, StatusTools } from "./services/status-tools.ts";

// Events stay in this file, since TypeScript lets plugins augment `BusEvents` only where it is declared.

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

/** An event as a listener of its node receives it. */
export interface PublishedEvent {
  readonly event: string;
  readonly data: unknown;
  readonly recipients: Recipients | undefined;
}

/** Delivers events from plugins to subscribers: at all nodes of the service, but for events of one instance. */
export interface EventBus {
  /**
   * Publishes an event. Within a transaction of the store subscribers receive it after the commit, and never if the
   * change is undone. Default of `recipients`: the audience that the event declares.
   */
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
  /**
   * Calls the listener with each event that this node publishes, at once, and so within the transaction of its publisher.
   * Returns a function that removes the listener.
   */
  onPublish(listener: (event: PublishedEvent) => void): () => void;
  /**
   * Has events that are published within a transaction wait for its commit: `afterCommit` is that of the store. Returns a
   * function that ends this.
   */
  waitFor(afterCommit: (work: () => void) => void): () => void;
}
export const EventBus = service<EventBus>("eventBus");

/** A bus with an end, which ends all subscriptions. */
export interface ClosableBus extends Omit<EventBus, "onPublish" | "waitFor"> {
  close(): void;
}

/** Carries events among nodes. Where no plugin provides it, they stay within their process. */
export interface SharedEvents {
  /** Returns the bus of this node, which keeps `buffer` events. */
  open(buffer: number): ClosableBus;
}
export const SharedEvents = service<SharedEvents>("sharedEvents", { shared: true });
