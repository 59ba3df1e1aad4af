/** Handlers and entries of points of a started plugin, checked against its routes. */
import { didYouMean, show } from "../../../registry/schema/words.ts";
import type { Finding } from "../../../registry/contract/finding/finding.ts";
import type { Plugin } from "../../../registry/contract/plugin/plugin.ts";
import type { Log } from "../../../registry/contract/types.ts";
import type { SealedRoute } from "../../../registry/contract/route/sealed-route.ts";
import { refuse } from "../../host/support/boot-errors.ts";
import type { JoiningPlugin } from "../../host/start/running-plugin.ts";
import type { StartedEntries } from "../../host/start/started-entries.ts";
import type { Batch } from "../respond/read-list.ts";
import { wrapHandler, wrapLoader, type Handler } from "../respond/wrap-handler.ts";

/** Handlers and their like, collected while plugins start. */
export interface Handlers {
  /** Handlers by `plugin.routeId`, as the loaders. */
  readonly handlers: Map<string, Handler>;
  readonly loaders: Map<string, Batch>;
  /** Services that handlers receive, by plugin. */
  readonly services: Map<string, Readonly<Record<string, unknown>>>;
  readonly entries: StartedEntries;
}

/**
 * Adds a plugin's handlers, loaders and entries of points, all or none. Throws a BootError if they do not fit
 * the plugin's `routes`.
 */
export function collectHandlers(
  joining: JoiningPlugin,
  routes: readonly SealedRoute[],
  collected: Handlers,
): void {
  const { plugin, use, context } = joining;
  // The plugin's own types checked these where it was written.
  const args = [use as never, context as never] as const;
  const given = plugin.handlers?.(...args) ?? {};
  const batches = plugin.loaders?.(...args) ?? {};
  const absent = absentRoutes(plugin, routes, context.options);
  const handlers = checkHandlers(plugin.id, without(given, absent), routes, context.log);
  const loaders = checkLoaders(plugin.id, without(batches, absent), routes, context.log);
  const addEntries = collected.entries.make(joining);
  for (const [id, handler] of handlers) collected.handlers.set(`${plugin.id}.${id}`, handler);
  for (const [id, batch] of loaders) collected.loaders.set(`${plugin.id}.${id}`, batch);
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

function without(
  entries: Readonly<Record<string, unknown>>,
  absent: ReadonlySet<string>,
): Readonly<Record<string, unknown>> {
  if (absent.size === 0) return entries;
  return Object.fromEntries(Object.entries(entries).filter(([id]) => !absent.has(id)));
}

type Entries<T> = readonly (readonly [id: string, value: T])[];

function checkHandlers(
  plugin: string,
  handlers: Readonly<Record<string, unknown>>,
  allRoutes: readonly SealedRoute[],
  log: Log,
): Entries<Handler> {
  const routes = allRoutes.filter(
    ({ document, kind }) => !document && kind !== "redirect" && kind !== "alwaysFails",
  );
  const ids = routes.map(({ id }) => id);
  const idSet = new Set(ids);
  const missing = ids.filter((id) => typeof handlers[id] !== "function");
  const unknown = Object.keys(handlers).filter((id) => !idSet.has(id));
  refuse([
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
  ]);
  return routes.map((route) => {
    const handler = handlers[route.id] as Handler; // a function, as checked above
    return [route.id, wrapHandler(route, handler, log)];
  });
}

function checkLoaders(
  plugin: string,
  loaders: Readonly<Record<string, unknown>>,
  routes: readonly SealedRoute[],
  log: Log,
): Entries<Batch> {
  const lists = routes.filter(({ kind, document }) => kind === "list" && !document);
  const byId = new Map(lists.map((route) => [route.id, route]));
  const invalid = Object.keys(loaders).filter(
    (id) => !byId.has(id) || typeof loaders[id] !== "function",
  );
  refuse(
    invalid.map((id) => ({
      code: "HANDLER_UNKNOWN",
      plugin,
      where: `loader ${id}`,
      message: `loaders returned ${show(loaders[id])} for ${id}; it takes functions, for lists of this plugin`,
      hint: didYouMean(id, [...byId.keys()]),
    })),
  );
  return [...byId].flatMap(([id, route]) => {
    const batch = loaders[id] as Batch | undefined; // a function, as checked above
    return batch === undefined ? [] : [[id, wrapLoader(route, batch, log)] as const];
  });
}
