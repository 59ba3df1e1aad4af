/** A server as its programs see it. */
import type { Log } from "../../../registry/contract/types.ts";
import type { Registry } from "../../../registry/contract/plugin/registry.ts";
import type { Booted } from "../../host/boot/boot.ts";
import type { Instance } from "../../services.ts";
import type { Degraded } from "../../host/start/start.ts";

/** Options of a server, apart from its config. */
export interface ServerOptions {
  readonly log: Log;
  /** `false`: opens no listener, so that `fetch` alone reaches it. Default: true. */
  readonly listens?: boolean;
  /** Answer exact paths in front of h3. Default: true. */
  readonly fastPath?: boolean;
  /** Milliseconds for one plugin's setup. Default: 10 s. */
  readonly setupTimeoutMs?: number;
  /**
   * Milliseconds until a plugin that did not start is tried again, doubled after each attempt, up to 60 s; `Infinity` for
   * never. Default: 1 s.
   */
  readonly startRetryMs?: number;
}

/** A listening server. `registry` and `degraded` belong to the current revision. */
export interface RunningServer {
  readonly registry: Registry;
  /** Address of the server: scheme and authority; "" without a listener. */
  readonly url: string;
  /** The address of the admin listener; undefined without one. At a Unix socket, as `url`, `http://localhost`. */
  readonly adminUrl: string | undefined;
  /** Addresses that a plugin listens at beside `url`, by their names in the log. */
  readonly addresses: Readonly<Record<string, string>>;
  readonly instance: Instance;
  /** Answers in memory, through h3 alone. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Milliseconds that each phase of the start took, in order. */
  readonly timings: Readonly<Record<string, number>>;
  /** Optional plugins that did not start. */
  readonly degraded: readonly Degraded[];
  /**
   * Serves another registry in place of the current one, from one request to the next. Plugins for which nothing changed
   * keep running; a replaced plugin stops after the last request that began before (`stop.drain` at most). Throws a BootError
   * if the registry or a new plugin does not hold, an Error if the server is closed, and any error that a `source`
   * function throws; then nothing has changed. Host and port stay.
   */
  reload(source: Booted | (() => Promise<Booted>)): Promise<Reloaded>;
  /** Reports not ready, lets requests in flight finish (`stop.drain`), then stops the plugins in reverse. */
  close(options?: CloseOptions): Promise<void>;
}

export interface CloseOptions {
  /** True to answer on for `stop.delay` and let clients leave their connections. Default: false. */
  readonly announced?: boolean;
}

/** The effect of a reload, by plugin id. */
export interface Reloaded {
  readonly revision: string;
  readonly started: readonly string[];
  readonly stopped: readonly string[];
  /** Plugins that were kept running. */
  readonly carriedOver: readonly string[];
}
