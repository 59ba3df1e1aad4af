/** Starts plugins with everything that answers for them: handlers, documents, and reads by other plugins. */
import { didYouMean, show } from "../../../registry/schema/words.ts";
import type { Finding } from "../../../registry/contract/finding/finding.ts";
import type { Plugin } from "../../../registry/contract/plugin/plugin.ts";
import type { SealedRoute } from "../../../registry/contract/route/sealed-route.ts";
import { Runtime } from "../../services.ts";
import type { Booted } from "../../host/boot/boot.ts";
import { refuse } from "../../host/support/boot-errors.ts";
import { DocumentCache } from "../respond/document.ts";
import { InternalReads } from "../respond/internal-reads.ts";
import type { Batch } from "../respond/read-list.ts";
import { wrapHandler, wrapLoader, type Handler } from "../respond/wrap-handler.ts";
import { createRuntime, type ServerState } from "./runtime.ts";
import { StartedEntries } from "../../host/start/started-entries.ts";
import type { Instances, JoiningPlugin } from "../../host/start/running-plugin.ts";
import { startAll, type Filling, type Started, type StartOptions } from "../../host/start/start.ts";

/** Handlers and their like, collected while plugins start. */
interface Handlers {
  /** Handlers by `plugin.routeId`, as the loaders. */
  readonly handlers: Map<string, Handler>;
  readonly loaders: Map<string, Batch>;
  /** Services that handlers receive, by plugin. */
  readonly services: Map<string, Readonly<Record<string, unknown>>>;
  readonly entries: StartedEntries;
}

/** Started plugins, and the handlers and services for them. */
export interface StartedPlugins extends Started, Pick<Handlers, "handlers" | "services"> {
  readonly documents: DocumentCache;
  /** Sets the app for requests that plugins make of the service. Until then there are none. */
  connect(app: Pick<Runtime, "dispatch" | "routeOf">): void;
}

/**
 * Starts all enabled plugins. If a plugin fails that the server cannot run without, stops the plugins that started here
 * and throws a BootError.
 *
 * @param options `server` is the state of the server: if it takes requests, and news of other revisions.
 */
export async function startPlugins(
  booted: Pick<Booted, "registry" | "absent" | "connectPolicies" | "validate">,
  { server, ...options }: StartOptions & { readonly server: ServerState },
): Promise<StartedPlugins> {
  const { registry } = booted;
  const instances: Instances = new Map();
  const documents = new DocumentCache(registry, options.log);
  const collected: Handlers = {
    handlers: new Map(),
    loaders: new Map(),
    services: new Map(),
    entries: new StartedEntries(registry.installed),
  };
  const filling: Pick<Filling, "degraded" | "queues"> = { degraded: [], queues: [] };
  const reads = new InternalReads(registry, { ...collected, documents, instances });
  const parts = { registry, of: collected.entries.of, ...reads, ...filling };
  const { runtime, connect } = createRuntime(server, parts);
  const routes = Map.groupBy([...registry.routes, ...registry.adminRoutes], ({ plugin }) => plugin);
  const started = await startAll(booted, options, {
    ...filling,
    runtime,
    instances,
    join: (joining) => collectHandlers(joining, routes.get(joining.plugin.id) ?? [], collected),
  });
  booted.connectPolicies(instances);
  return { ...started, ...collected, documents, connect };
}

type Functions = Readonly<Record<string, unknown>>;

/**
 * Adds a plugin's handlers, loaders and entries of points, all or none. Throws a BootError if they do not fit
 * the plugin's `routes`.
 */
function collectHandlers(
  joining: JoiningPlugin,
  routes: readonly SealedRoute[],
  collected: Handlers,
): void {
  const { plugin, use, context } = joining;
  // The plugin's own types checked these where it was written.
  const args = [use as never, context as never] as const;
  const handlers: Functions = plugin.handlers?.(...args) ?? {};
  const loaders: Functions = plugin.loaders?.(...args) ?? {};
  const made = routes.filter(({ document }) => !document);
  const handled = made.filter(({ kind }) => kind !== "redirect" && kind !== "alwaysFails");
  const lists = made.filter(({ kind }) => kind === "list");
  const absent = absentRoutes(plugin, routes, context.options);
  refuse(handlerFindings(plugin.id, handlers, handled, absent));
  refuse(loaderFindings(plugin.id, loaders, lists, absent));
  const addEntries = collected.entries.make(joining);
  // Functions, as checked above.
  for (const route of handled)
    collected.handlers.set(
      route.ref,
      wrapHandler(route, handlers[route.id] as Handler, context.log),
    );
  for (const route of lists)
    if (loaders[route.id] !== undefined)
      collected.loaders.set(route.ref, wrapLoader(route, loaders[route.id] as Batch, context.log));
  addEntries();
  collected.services.set(plugin.id, use);
}

/** Returns the ids of routes whose listener is off: their handlers are not a mistake. */
function absentRoutes(
  { routes }: Plugin,
  served: readonly SealedRoute[],
  options: unknown,
): ReadonlySet<string> {
  // The options were validated with the plugin's own schema.
  const declared = typeof routes === "function" ? routes(options as never) : (routes ?? {});
  const absent = new Set(
    Object.keys(declared).filter((id) => declared[id]?.listener !== undefined),
  );
  for (const { id } of served) absent.delete(id);
  return absent;
}

function handlerFindings(
  plugin: string,
  handlers: Functions,
  routes: readonly SealedRoute[],
  absent: ReadonlySet<string>,
): readonly Finding[] {
  const ids = routes.map(({ id }) => id);
  const known = new Set([...ids, ...absent]);
  const missing = ids.filter((id) => typeof handlers[id] !== "function");
  const unknown = Object.keys(handlers).filter((id) => !known.has(id));
  return [
    ...missing.map((id): Finding => ({
      code: "HANDLER_MISSING",
      plugin,
      where: `route ${id}`,
      message: `handlers returned ${show(handlers[id])} for ${id}`,
      hint: `add ${id}: (call) => … to what handlers returns`,
    })),
    ...unknown.map((id): Finding => ({
      code: "HANDLER_UNKNOWN",
      plugin,
      where: `handler ${id}`,
      message: `handlers returned ${id}, but the plugin has no route of that name that takes a handler`,
      hint: didYouMean(id, ids),
    })),
  ];
}

function loaderFindings(
  plugin: string,
  loaders: Functions,
  lists: readonly SealedRoute[],
  absent: ReadonlySet<string>,
): readonly Finding[] {
  const ids = lists.map(({ id }) => id);
  const fits = (id: string) => ids.includes(id) && typeof loaders[id] === "function";
  const invalid = Object.keys(loaders).filter((id) => !absent.has(id) && !fits(id));
  return invalid.map((id) => ({
    code: "HANDLER_UNKNOWN",
    plugin,
    where: `loader ${id}`,
    message: `loaders returned ${show(loaders[id])} for ${id}; it takes functions, for lists of this plugin`,
    hint: didYouMean(id, ids),
  }));
}
