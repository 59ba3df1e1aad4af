/** Servers for tests. */
import type { Plugin } from "../../registry/contract/plugin.ts";
import type { Log } from "../../registry/contract/types.ts";
import type { Registry } from "../../registry/contract/registry.ts";
import type { InstalledPlugin } from "../../registry/contract/installed.ts";
import { boot, type Booted } from "../boot/boot.ts";
import { looksLikePlugin } from "../config/setting.ts";
import type { WaymarkConfig } from "../define/config.ts";
import { silentLog } from "../support/log.ts";
import { configKey } from "../../registry/contract/config-key.ts";
import { startServer, type Reloaded } from "../server.ts";
import type { Clock, Ids } from "../services.ts";
import { withStandIns } from "./fakes.ts";

/** What a test server starts with. Every key is optional. */
export interface TestServerOptions {
  /** The plugins to begin with. Default: all of the preset. */
  readonly plugins?: readonly Plugin[];
  /** As in a config file. Plugins that it does not set leave no trace: data stays in memory, and no line is logged. */
  readonly config?: WaymarkConfig;
  /** Environment variables. Default: none. */
  readonly env?: Readonly<Record<string, string>>;
  /** Answer exact paths in front of h3. Default true. */
  readonly lane?: boolean;
  /** Stands in for whichever plugin tells the time: `fixedClock()`, for one. Default: nothing does. */
  readonly clock?: Clock;
  /** Stands in for whichever plugin makes identifiers: `fixedIds`, for one. Default: nothing does. */
  readonly ids?: Ids;
  /** Default: silent. */
  readonly log?: Log;
  /** Milliseconds for one plugin's setup. Default 10 s. */
  readonly setupTimeoutMs?: number;
}

/** One service, reached in memory and over a socket. */
export interface TestServer {
  /** Of the current revision. */
  readonly registry: Registry;
  /** Answers in memory, through h3 alone. `path` starts with a slash. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Scheme and authority of the socket. */
  readonly origin: string;
  /** Answers over the socket; redirects are not followed unless `init` says so. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /**
   * Serves what another config describes, as a running server does when its config file changes. `config` stands in place
   * of the first one; nothing is taken over from that.
   */
  reload(config: WaymarkConfig): Promise<Reloaded>;
  close(): Promise<void>;
}

/**
 * Starts a service on a free port of the loopback address, without reading a config file. Throws a KernelError as
 * `waymark start` would.
 */
export async function createTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const plugins = await withStandIns(options);
  const bootWith = (config: WaymarkConfig): Promise<Booted> =>
    boot({
      cwd: process.cwd(),
      env: options.env ?? {},
      file: false,
      overrides: { host: "127.0.0.1", port: 0, ...config },
      ephemeral: (entry) => isOpen(config.plugins, entry),
      ...(plugins === undefined ? {} : { preset: plugins }),
    });
  const running = await startServer(await bootWith(options.config ?? {}), {
    log: options.log ?? silentLog,
    lane: options.lane ?? true,
    ...(options.setupTimeoutMs === undefined ? {} : { setupTimeoutMs: options.setupTimeoutMs }),
  });
  return {
    get registry() {
      return running.registry;
    },
    fetch: (path, init) => running.fetch(new Request(`http://localhost${path}`, init)),
    origin: running.url,
    request: (path, init) => fetch(`${running.url}${path}`, { redirect: "manual", ...init }),
    reload: async (config) => running.reload(await bootWith(config)),
    close: () => running.close(),
  };
}

/** Whether a test's config leaves a plugin's settings open: it says nothing of it, or only that it is installed. */
function isOpen(plugins: WaymarkConfig["plugins"], { plugin, source }: InstalledPlugin): boolean {
  const setting = plugins?.[configKey({ plugin, source })];
  return (
    setting === undefined || looksLikePlugin(setting) || (setting === true && source !== "preset")
  );
}
