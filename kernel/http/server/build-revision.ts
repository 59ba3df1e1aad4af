/** Starts the plugins of a registry and makes the responders of its routes: one revision that answers. */
import type { SealedRegistry } from "../../../registry/contract/plugin/installed.ts";
import type { SealedRoute } from "../../../registry/contract/route/sealed-route.ts";
import type { Booted } from "../../host/boot/boot.ts";
import { clientResolver, proxyMatcher } from "../request/client.ts";
import { dataVersionOf } from "../../host/start/data-version.ts";
import { Refused } from "../../host/support/refusal.ts";
import { Listening } from "../../services.ts";
import type { StartRetries } from "../../host/start/retry-start.ts";
import type { ServerState } from "./runtime.ts";
import type { StartOptions } from "../../host/start/start.ts";
import { startPlugins, type StartedPlugins } from "./start-plugins.ts";
import { PendingAnswers, type AnsweringParts } from "../listen/answering.ts";
import type { ServedRevision } from "../listen/listeners.ts";
import { keepAnswers } from "../respond/kept-answers.ts";
import { createOwnProducer, createProducer } from "../respond/produce.ts";
import type { ProduceContext, Producer } from "../respond/produced.ts";
import { Responder, type ResponderContext } from "../respond/responder.ts";
import { createRouting, type Routing } from "../listen/routing.ts";
import { createApp } from "../listen/app.ts";

type RevisionOptions = StartOptions &
  Pick<ProduceContext, "streams"> & {
    /** Retries of plugins that did not start. */
    readonly retries: Pick<StartRetries, "secondsLeft">;
    /** State of the server: if it takes requests, and news of other revisions. */
    readonly server: ServerState;
  };

/** The options that the admin listener keeps: with all of them it would keep every earlier revision in memory. */
type Own = Pick<RevisionOptions, "log" | "streams" | "retries" | "server">;

/** Retry-After of writes that come before a start has checked everything. */
const CHECK_SECONDS = 1;

/** A revision that answers. */
export interface RunningRevision extends ServedRevision {
  readonly registry: SealedRegistry;
  readonly started: StartedPlugins;
}

/**
 * Starts the plugins, or carries them over. Throws a BootError if a plugin fails that the server cannot run without;
 * then only the earlier plugins are running.
 */
export async function buildRevision(
  booted: Booted,
  options: RevisionOptions,
): Promise<RunningRevision> {
  const { registry, config } = booted;
  const started = await startPlugins(booted, options);
  const { log, streams, retries, server } = options;
  const own: Own = { log, streams, retries, server };
  try {
    const firstLog = options.previous === undefined ? log : undefined;
    const resolveClient = clientResolver(config.trustedProxies, config.proxyHeaders, firstLog);
    const isProxy = proxyMatcher(config.trustedProxies);
    const partsOf = (routes: readonly SealedRoute[]): AnsweringParts => {
      const pending = new PendingAnswers(); // of each listener, as a stop does not wait for operators
      const routing = routingOf(registry, routes, started, own, pending.add);
      const app = createApp(routing, resolveClient, pending.add);
      return { routing, app, resolveClient, isProxy, pending };
    };
    const parts = partsOf(registry.routes);
    started.connect(parts.app);
    const listening = started.instances.get(Listening.id) as Listening | undefined; // of this token
    listening?.check?.(config);
    return {
      registry,
      started,
      ...parts,
      listening,
      ofAdmin: () => partsOf(registry.adminRoutes),
    };
  } catch (error) {
    await started.stop(options.previous);
    throw error;
  }
}

function routingOf(
  registry: SealedRegistry,
  routes: readonly SealedRoute[],
  started: StartedPlugins,
  { log, streams, retries, server }: Own,
  track: ProduceContext["track"],
): Routing {
  const catalog = new Map(registry.errors.map((entry) => [entry.code, entry]));
  const context: ResponderContext = { catalog, log };
  const plugins = new Map(registry.installed.map(({ plugin }) => [plugin.id, plugin]));
  const answers = keepAnswers();
  const unavailable: Producer = () => {
    throw new Refused({ code: "service-unavailable", retryAfter: retries.secondsLeft });
  };
  const early = () => new Refused({ code: "service-unavailable", retryAfter: CHECK_SECONDS });
  const producer = (route: SealedRoute, create = createProducer): Producer => {
    const plugin = plugins.get(route.plugin);
    if (plugin === undefined) throw new Error(`the route ${route.ref} has no plugin`);
    const use = started.services.get(route.plugin);
    if (use === undefined) return unavailable;
    const produce = create(route, {
      registry,
      documents: started.documents,
      producerOf: (other) => producer(other, createOwnProducer),
      plugin,
      use,
      handler: started.handlers.get(route.ref),
      version: dataVersionOf(route, plugin, started.instances),
      answers,
      counts: server.counts,
      streams,
      log,
      track,
      running: started.running.get(route.plugin),
    });
    if (route.method === "GET" || route.kind === "alwaysFails" || server.checked) return produce;
    // A start that is refused afterwards has changed nothing.
    return (...args) => {
      if (!server.checked) throw early();
      return produce(...args);
    };
  };
  const { unknown, malformed } = registry.builtin;
  return createRouting(routes, (route) => new Responder(route, producer(route), context), {
    unknown: new Responder(unknown, unavailable, context),
    malformed: new Responder(malformed, unavailable, context),
  });
}
