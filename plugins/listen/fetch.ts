/** The door for platforms that call a web handler in place of a port, imported as "waymark/fetch". */
import type { Log, Plugin, WaymarkConfig } from "waymark";
import { boot, createLog, startServer, type Env, type RunningServer } from "waymark/server";

/** Options of a service behind a web handler. Every key is optional. */
export interface FetchOptions {
  /** Environment variables. Default: none, as platforms hand over their own. */
  readonly env?: Env;
  /** The plugins to begin with. Default: the preset that the config names, else that of this package. */
  readonly preset?: readonly Plugin[];
  /**
   * Returns the address of the client, by which limits are counted, from the request and what else the platform hands
   * over: `({ headers }) => headers.get("cf-connecting-ip")`. Default: all clients are one.
   */
  addressOf?(request: Request, ...platform: readonly unknown[]): string | null | undefined;
  /** Default: lines of JSON to standard output. */
  readonly log?: Log;
}

/** A service that is reached in memory alone. */
export interface FetchService {
  /** Answers a request. The first one starts the service; if that fails, the next request tries again. */
  readonly fetch: (request: Request, ...platform: readonly unknown[]) => Promise<Response>;
  /** Lets requests under way finish (`stop.drain`), and stops the plugins. */
  readonly close: RunningServer["close"];
}

/**
 * Returns a service without listeners and without a config file, for `export default { fetch }`. Absolute URLs begin with
 * the config's `baseUrl`, by default with the origin of the first request. `fetch` rejects with a BootError if the config
 * does not seal or a plugin does not start.
 *
 * @example
 * import { createFetch } from "waymark/fetch";
 * export default createFetch({ service: "atlas" });
 */
export function createFetch(config: WaymarkConfig = {}, options: FetchOptions = {}): FetchService {
  let starting: Promise<RunningServer> | undefined;
  const start = async (origin: string): Promise<RunningServer> => {
    const { env = {}, preset, log = await createLog() } = options;
    const booted = await boot({
      cwd: process.cwd(),
      env,
      file: false,
      overrides: { baseUrl: origin, ...config },
      ...(preset && { preset }),
    });
    return startServer(booted, { log, listens: false });
  };
  return {
    async fetch(request, ...platform) {
      const ip = options.addressOf?.(request, ...platform);
      if (typeof ip === "string") Object.defineProperty(request, "ip", { value: ip });
      starting ??= start(new URL(request.url).origin);
      const server = await starting.catch((error: unknown) => {
        starting = undefined;
        throw error;
      });
      return server.fetch(request);
    },
    close: async (closing) => (await starting)?.close(closing),
  };
}
