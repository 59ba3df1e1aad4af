/** A booted registry brought to life: plugins started, responders made, ready to answer in memory or over a socket. */
import { traceOf } from "../../registry/contract/finding.ts";
import type { Log } from "../../registry/contract/types.ts";
import type { Registry } from "../../registry/contract/registry.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import type { Booted } from "../boot/boot.ts";
import { clientResolver } from "../request/client.ts";
import { dataVersionOf } from "../support/data-version.ts";
import { Refused } from "../request/refusal.ts";
import { startPlugins, type Started, type StartOptions } from "./start.ts";
import { useOf } from "./running-plugin.ts";
import { InFlight, type Revision } from "../http/listener.ts";
import { createPageCache } from "../respond/list-cache.ts";
import { producerOf } from "../respond/produce.ts";
import type { Producer } from "../respond/produced.ts";
import { Responder, type Surroundings } from "../respond/responder.ts";
import { createRouting, type Routing } from "../http/routing.ts";
import { createApp } from "../http/h3-app.ts";
import type { OpenStreams } from "../respond/stream.ts";

export interface AssembleOptions extends Omit<StartOptions, "instances" | "absent"> {
  /** Event streams that clients hold open. */
  readonly streams: OpenStreams;
}

/** One revision that answers. */
export interface Assembled extends Revision {
  readonly registry: Registry;
  readonly started: Started;
}

/** Seconds after which a client may ask again for a route whose plugin did not start. */
const DEGRADED_RETRY_SECONDS = 30;

/**
 * Starts the plugins, or carries them over, and makes a responder for every route. Throws a KernelError when a plugin
 * fails that must not; then only what ran before is running.
 */
export async function assemble(booted: Booted, options: AssembleOptions): Promise<Assembled> {
  const { registry, services, absent, config } = booted;
  const started = await startPlugins(registry, { ...options, instances: services, absent });
  try {
    const routing = routingOf(registry, started, options);
    const resolveClient = clientResolver(config.trustedProxies);
    const inFlight = new InFlight();
    const app = createApp(routing, resolveClient, inFlight.add);
    return { registry, started, routing, resolveClient, inFlight, app };
  } catch (error) {
    await started.stop(options.previous);
    throw error;
  }
}

function routingOf(
  registry: Registry,
  started: Started,
  { log, streams }: { readonly log: Log; readonly streams: OpenStreams },
): Routing {
  const around: Surroundings = {
    catalog: new Map(registry.errors.map((entry) => [entry.code, entry])),
    log,
  };
  const pages = createPageCache();
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
      version: dataVersionOf(route, entry.plugin, started.instances),
      pages,
      streams,
      running: started.running.get(route.plugin),
    });
  };
  const { unknown, malformed } = registry.builtin;
  const responder = (route: SealedRoute): Responder => {
    try {
      return new Responder(route, producer(route), around);
    } catch (error) {
      log.error("a route cannot be served", { route: route.ref, error: traceOf(error) });
      return new Responder(unknown, broken, around);
    }
  };
  return createRouting(registry.routes, responder, {
    unknown: new Responder(unknown, unavailable, around),
    malformed: new Responder(malformed, unavailable, around),
  });
}

/** In place of a route for which a policy does not compile. */
const broken: Producer = () => {
  throw new Refused({ code: "internal-error" });
};

const unavailable: Producer = () => {
  throw new Refused({ code: "service-unavailable", retryAfter: DEGRADED_RETRY_SECONDS });
};
