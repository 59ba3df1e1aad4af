/** Servers for tests, imported as "waymark/testing". */
import type { Log, Plugin } from "../registry/plugin.ts";
import type { Registry } from "../registry/registry.ts";
import { boot } from "./boot.ts";
import type { WaymarkConfig } from "./define-config.ts";
import { startServer } from "./server.ts";

export interface TestServerOptions {
  /** The plugins to begin with. Default: all of the preset. */
  readonly plugins?: readonly Plugin[];
  /** As in a config file. `plugins.store.file` defaults to an own database in memory. */
  readonly config?: WaymarkConfig;
  /** Environment variables. Default: none. */
  readonly env?: Readonly<Record<string, string>>;
  /** Answer exact paths in front of h3. Default true. */
  readonly lane?: boolean;
  /** Default: silent. */
  readonly log?: Log;
  /** Milliseconds for one plugin's setup. Default 10 s. */
  readonly setupTimeoutMs?: number;
}

/** One service, reached in memory and over a socket. */
export interface TestServer {
  readonly registry: Registry;
  /** Answers in memory, through h3 alone. `path` starts with a slash. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Scheme and authority of the socket. */
  readonly origin: string;
  /** Answers over the socket; redirects are not followed unless `init` says so. */
  request(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * Starts a service on a free port of the loopback address, without reading a config file. Throws a KernelError as
 * `waymark start` would.
 */
export async function createTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { config = {}, log = silent } = options;
  const booted = await boot({
    cwd: process.cwd(),
    env: options.env ?? {},
    file: false,
    overrides: {
      host: "127.0.0.1",
      port: 0,
      ...config,
      plugins: { ...quiet(options.plugins), ...config.plugins },
    },
    ...(options.plugins === undefined ? {} : { preset: options.plugins }),
  });
  const running = await startServer(booted, {
    log,
    lane: options.lane ?? true,
    ...(options.setupTimeoutMs === undefined ? {} : { setupTimeoutMs: options.setupTimeoutMs }),
  });
  return {
    registry: running.registry,
    fetch: (path, init) => running.fetch(new Request(`http://localhost${path}`, init)),
    origin: running.url,
    request: (path, init) => fetch(`${running.url}${path}`, { redirect: "manual", ...init }),
    close: () => running.close(),
  };
}

/** Settings that keep a test's server to itself: no file, no log lines. */
function quiet(plugins: readonly Plugin[] | undefined): WaymarkConfig["plugins"] {
  const settings = { store: { file: ":memory:" }, "access-log": false };
  return Object.fromEntries(
    Object.entries(settings).filter(
      ([id]) => plugins === undefined || plugins.some((plugin) => plugin.id === id),
    ),
  );
}
