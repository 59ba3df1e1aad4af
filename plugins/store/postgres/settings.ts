/** Settings of the store for a server of PostgreSQL. Durations are milliseconds. */

export interface Settings {
  readonly url: string;
  /** Connections in all, except the connection that watches for changes. */
  readonly max: number;
  /** Time a query waits for a connection. */
  readonly waitMs: number;
  readonly statementTimeoutMs: number;
  readonly versions: VersionSettings;
}

interface VersionSettings {
  /** `exact`: each request waits until the versions are newer than it. */
  readonly mode: "bounded" | "exact";
  readonly pollMs: number;
  /** The longest time since the versions were asked for, after which they are unknown. */
  readonly leaseMs: number;
}
