import { show, type Log, type Registry, type WaymarkConfig } from "waymark";
import { configKey } from "waymark/advanced";
import { looksLikePlugin, silentLog } from "waymark/tools";
import {
  boot,
  type Booted,
  type InstalledPlugin,
  startServer,
  type Reloaded,
} from "waymark/server";
import { Principals, type SignedIn } from "./principals.ts";
import { withFakes, type FakeOptions } from "./fakes.ts";
import { validateOnce } from "./validate-once.ts";

/** Options of a test server. Every key is optional. */
export interface TestServerOptions extends FakeOptions {
  /** Callers can be signed in by `as`. Adds a plugin that identifies them, and so changes the revision. Default: false. */
  readonly signIn?: boolean;
  /** Environment variables. Default: none. */
  readonly env?: Readonly<Record<string, string>>;
  /** Answer exact paths in front of h3. Default: true. */
  readonly fastPath?: boolean;
  /** Default: silent. */
  readonly log?: Log;
  /** Milliseconds for one plugin's setup. Default: 60 s, as machines that run tests are busy. */
  readonly setupTimeoutMs?: number;
  /** Milliseconds until a plugin that did not start is tried again, doubled after each attempt. Default: never. */
  readonly startRetryMs?: number;
}

/** The requests of one caller. */
export interface Requests {
  /** Answers in memory, through h3 alone. `path` starts with a slash. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Answers over the socket; redirects are not followed unless `init` says so. */
  request(path: string, init?: RequestInit): Promise<Response>;
}

/** A server, reached in memory and over a socket. Its own requests have no principal. */
export interface TestServer extends Requests {
  /** Registry of the current revision. */
  readonly registry: Registry;
  /** Signs a principal in, and returns its requests. Throws without the option `signIn`. */
  as(principal: SignedIn): Requests;
  /** Scheme and authority of the socket. */
  readonly origin: string;
  /** Scheme and authority of the admin listener; undefined without one. */
  readonly adminOrigin: string | undefined;
  /** Reloads as a running server does when its config file changes. `config` replaces the earlier one entirely. */
  reload(config: WaymarkConfig): Promise<Reloaded>;
  close(): Promise<void>;
}

/** Starts a server on a free port of loopback, without a config file. Throws a BootError as `waymark start` would. */
export async function createTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const principals = options.signIn === true ? new Principals() : undefined;
  const plugins = await withFakes(options, [principals?.plugin ?? []].flat());
  const bootWith = async (config: WaymarkConfig): Promise<Booted> => {
    const booted = await boot({
      cwd: process.cwd(),
      env: options.env ?? {},
      file: false,
      overrides: { host: "127.0.0.1", port: 0, ...config },
      testOptions: (entry) => isUnset(config.plugins, entry),
      validateLater: true,
      ...(plugins === undefined ? {} : { preset: plugins }),
    });
    return validateOnce(booted);
  };
  const running = await startServer(await bootWith(options.config ?? {}), {
    log: options.log ?? silentLog,
    fastPath: options.fastPath ?? true,
    startRetryMs: options.startRetryMs ?? Number.POSITIVE_INFINITY,
    setupTimeoutMs: options.setupTimeoutMs ?? 60_000,
  });
  const requests: Requests = {
    fetch: (path, init) => running.fetch(new Request(`http://localhost${path}`, init)),
    request: (path, init) => fetch(`${running.url}${path}`, { redirect: "manual", ...init }),
  };
  return {
    ...requests,
    as(principal) {
      if (principals === undefined)
        throw new Error(
          `server.as({ id: ${show(principal.id)} }) needs a server that signs in\n  hint: createTestServer({ signIn: true })`,
        );
      const signed = principals.signIn(principal);
      return {
        fetch: (path, init) => requests.fetch(path, signed(init)),
        request: (path, init) => requests.request(path, signed(init)),
      };
    },
    get registry() {
      return running.registry;
    },
    origin: running.url,
    adminOrigin: running.adminUrl,
    reload: async (config) => running.reload(await bootWith(config)),
    close: () => running.close(),
  };
}

/** Checks that a test's config does not set the plugin's options: the plugin is absent from it, or only installed by it. */
function isUnset(plugins: WaymarkConfig["plugins"], { plugin, source }: InstalledPlugin): boolean {
  const setting = plugins?.[configKey({ plugin, source })];
  return (
    setting === undefined || looksLikePlugin(setting) || (setting === true && source !== "preset")
  );
}
