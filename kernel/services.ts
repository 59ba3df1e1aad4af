/** Tokens of the services that plugins share. Each names the interface; any plugin may provide it. */
import type { ListQuery, Page } from "../registry/list.ts";
import type { HealthCheck, HealthReport } from "../registry/plugin.ts";
import type { Registry } from "../registry/registry.ts";
import { service } from "./service.ts";

/** Time, so that tests can fix it. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00Z. */
  now(): number;
}
export const Clock = service<Clock>("clock");

/** Random identifiers, so that tests can fix them. They name things; they grant nothing. */
export interface Ids {
  /** A UUID version 7 (RFC 9562), 36 characters. */
  uuid(): string;
  /** Lower-case hex digits, never all zero. */
  hex(digits: 16 | 32): string;
}
export const Ids = service<Ids>("ids");

/** The rows of one table. `T` is the row as the caller knows it: the table's schema. */
export interface Table {
  /** One page of rows. Filters, sort and paging run in the database. */
  list<T extends object>(query: ListQuery): Promise<Page<T>>;
  /** The row with this key, or undefined. */
  find<T extends object>(key: string): Promise<T | undefined>;
  /** Adds rows. Throws on a key that exists. */
  insert(rows: readonly object[]): Promise<void>;
  /** Changes fields of a row; false when there is none with this key. */
  update(key: string, changes: object): Promise<boolean>;
  /** Removes a row; false when there is none with this key. */
  remove(key: string): Promise<boolean>;
}

/** The only door to domain data. Tables are those that enabled plugins declare. */
export interface Store {
  /** Throws when no enabled plugin declares the table. */
  table(name: string): Table;
  /** Grows whenever data changes, also by another process; read at most once per turn of the event loop. */
  version(): number;
}
export const Store = service<Store>("store", { version: (store) => store.version() });

/** A health check with its owner. */
export interface OwnedCheck {
  readonly plugin: string;
  readonly name: string;
  readonly run: HealthCheck;
}

/** What the running kernel tells about itself. Provided by the kernel. */
export interface Runtime {
  readonly registry: Registry;
  /** Checks of all started plugins. */
  readonly checks: readonly OwnedCheck[];
  /** Optional plugins that failed to start, with the reason. */
  readonly degraded: readonly { readonly plugin: string; readonly reason: string }[];
  /** Whether the server takes new work: false while it starts and while it drains. */
  readonly ready: boolean;
}
export const Runtime = service<Runtime>("runtime");

/** What one check found. */
export interface CheckResult extends HealthReport {
  readonly plugin: string;
  readonly name: string;
}

/** What all checks found, taken together. */
export interface HealthOverview {
  /** The worst of the checks. */
  readonly status: HealthReport["status"];
  /** When the checks ran, in milliseconds since 1970-01-01T00:00Z. */
  readonly at: number;
  readonly checks: readonly CheckResult[];
}

/** How the service and its parts are. */
export interface Health {
  /** Runs the checks, or gives what they found a moment ago. Never rejects and never takes longer than the deadline. */
  report(): Promise<HealthOverview>;
}
export const Health = service<Health>("health");
