/** A booted registry brought to life: plugins started, responders made, ready to answer in memory or over a socket. */
import type { Log, Plugin } from "../registry/plugin.ts";
import type { Registry, SealedRoute } from "../registry/registry.ts";
import type { Service } from "../registry/service.ts";
import type { Booted } from "./boot.ts";
import { clientResolver } from "./client.ts";
import { startPlugins, useOf, type Started } from "./lifecycle.ts";
import { Listener } from "./listener.ts";
import { PageCache } from "./page-cache.ts";
import { producerOf } from "./produce.ts";
import { Responder, type Producer, type Surroundings } from "./responder.ts";
import { createRouting, type Routing } from "./routing.ts";
import { createApp } from "./serve.ts";
import { OpenStreams } from "./stream.ts";
import { Refused } from "./failure.ts";

export interface AssembleOptions {
  readonly log: Log;
  /** Answer exact paths in front of h3. Default true. */
  readonly lane?: boolean;
  /** Milliseconds for one plugin's setup. Default 10 s. */
  readonly setupTimeoutMs?: number;
}

/** A service that answers, not yet listening. */
export interface Assembled {
  readonly registry: Registry;
  readonly listener: Listener;
  readonly started: Started;
  /** Event streams that clients hold open. */
  readonly streams: OpenStreams;
  /** Answers in memory, through h3 alone. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Whether readiness is reported; false before the first request may come and while draining. */
  ready: boolean;
}

/** Seconds after which a client may ask again for a route whose plugin did not start. */
const DEGRADED_RETRY_SECONDS = 30;

/** Starts the plugins and makes a responder for every route. Throws a KernelError when a plugin fails that must not. */
export async function assemble(booted: Booted, options: AssembleOptions): Promise<Assembled> {
  const { registry, services } = booted;
  const listener = new Listener({ lane: options.lane ?? true });
  const readiness = { ready: false };
  const streams = new OpenStreams();
  const started = await startPlugins(registry, {
    ...options,
    instances: services,
    ready: () => readiness.ready,
  });
  let routing: Routing;
  try {
    routing = routingOf(registry, started, options.log, streams);
  } catch (error) {
    await started.stop();
    throw error;
  }
  const resolveClient = clientResolver(booted.config.trustedProxies);
  const app = createApp(routing, resolveClient, listener.track);
  listener.current = { routing, app, resolveClient };
  return {
    registry,
    listener,
    started,
    streams,
    fetch: (request) => listener.current.app.fetch(request),
    get ready() {
      return readiness.ready;
    },
    set ready(value) {
      readiness.ready = value;
    },
  };
}

function routingOf(registry: Registry, started: Started, log: Log, streams: OpenStreams): Routing {
  const around: Surroundings = {
    catalog: new Map(registry.errors.map((entry) => [entry.code, entry])),
    log,
  };
  const pages = new PageCache();
  const installed = new Map(registry.installed.map((entry) => [entry.plugin.id, entry]));
  const degraded = new Set(started.degraded.map(({ plugin }) => plugin));
  const producer = (route: SealedRoute): Producer => {
    const entry = installed.get(route.plugin);
    if (entry === undefined) throw new Error(`the route ${route.ref} has no plugin`);
    if (degraded.has(route.plugin)) return unavailable;
    return producerOf(route, {
      registry,
      plugin: entry.plugin,
      options: entry.options,
      use: useOf(entry.plugin, started.instances),
      handler: started.handlers.get(route.ref),
      version: versionOf(entry.plugin, started.instances),
      pages,
      streams,
    });
  };
  return createRouting(
    registry.routes.map((route) => new Responder(route, producer(route), around)),
    new Responder(registry.builtin.unknown, unavailable, around),
    new Responder(registry.builtin.malformed, unavailable, around),
  );
}

const unavailable: Producer = () => {
  throw new Refused({ code: "service-unavailable", retryAfter: DEGRADED_RETRY_SECONDS });
};

/** The version of everything a plugin reads from; undefined when some of it has none. */
function versionOf(
  plugin: Plugin,
  instances: ReadonlyMap<string, unknown>,
): (() => string | number) | undefined {
  const tokens: readonly Service[] = [
    ...Object.values(plugin.needs ?? {}),
    ...Object.values(plugin.provides ?? {}),
  ].filter(({ id }) => instances.has(id));
  const readers = tokens.map(({ id, version }) => version && (() => version(instances.get(id))));
  const known = readers.filter((reader) => reader !== undefined);
  if (known.length === 0 || known.length < readers.length) return undefined;
  const [only] = known;
  return known.length === 1 && only !== undefined
    ? only
    : () => known.map((reader) => reader()).join(" ");
}
