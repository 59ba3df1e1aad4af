/** Handlers, health checks and metrics of a started plugin, checked against its routes. */
import type { Metric } from "../../registry/contract/contributions.ts";
import { toMilliseconds } from "../../registry/contract/duration.ts";
import { didYouMean, show, traceOf, type Finding } from "../../registry/contract/finding.ts";
import type { HandlerContext, Plugin } from "../../registry/contract/plugin.ts";
import type { Log } from "../../registry/contract/types.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import { withTimeout } from "../support/shutdown.ts";
import { refuse } from "../support/boot-errors.ts";
import { Refused } from "../request/refusal.ts";
import type { Batch } from "../respond/load-lists.ts";
import type { OwnedCheck, OwnedMetric } from "../services.ts";

/** How long a handler may take when its route sets no `timeout`. */
const DEFAULT_TIMEOUT = "30s";

type Handler = (call: unknown) => unknown;

/** Collected while plugins start. */
export interface Handlers {
  /** By `plugin.routeId`, as the loaders. */
  readonly handlers: Map<string, Handler>;
  readonly loaders: Map<string, Batch>;
  readonly checks: OwnedCheck[];
  readonly metrics: OwnedMetric[];
}

/**
 * Adds a plugin's handlers, loaders, health checks and metrics, all or none. Throws a BootError when they do not fit
 * the plugin's `routes`.
 */
export function collectHandlers(
  plugin: Plugin,
  routes: readonly SealedRoute[],
  use: Readonly<Record<string, unknown>>,
  context: HandlerContext<unknown>,
  collected: Handlers,
): void {
  // The plugin's own types checked these where it was written.
  const args = [use as never, context as never] as const;
  const handlers = checkHandlers(plugin.id, plugin.handlers?.(...args) ?? {}, routes, context.log);
  const loaders = checkLoaders(plugin.id, plugin.loaders?.(...args) ?? {}, routes);
  const health = Object.entries(plugin.health?.(...args) ?? {});
  const metrics = Object.entries(plugin.metrics?.(...args) ?? {});
  checkMetricNames(plugin.id, metrics);
  for (const [id, handler] of handlers) collected.handlers.set(`${plugin.id}.${id}`, handler);
  for (const [id, batch] of loaders) collected.loaders.set(`${plugin.id}.${id}`, batch);
  for (const [name, run] of health) collected.checks.push({ plugin: plugin.id, name, run });
  for (const [name, metric] of metrics) {
    const { help, type } = metric;
    collected.metrics.push({ plugin: plugin.id, name, help, type, read: () => metric.read() });
  }
}

function checkMetricNames(plugin: string, metrics: readonly (readonly [string, Metric])[]): void {
  const invalid = metrics.filter(([name]) => !/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(name));
  refuse(
    invalid.map(([name]) => ({
      code: "METRIC_INVALID",
      plugin,
      where: `metric ${name}`,
      message: `the name of a metric must be in snake case; received ${show(name)}`,
      hint: 'write a name such as "queue_length", with its unit at the end',
    })),
  );
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
    return [route.id, limitTime(route, handler, log)];
  });
}

function checkLoaders(
  plugin: string,
  loaders: Readonly<Record<string, unknown>>,
  routes: readonly SealedRoute[],
): Entries<Batch> {
  const lists = routes.filter(({ kind, document }) => kind === "list" && !document);
  const ids = lists.map(({ id }) => id);
  const invalid = Object.keys(loaders).filter(
    (id) => !ids.includes(id) || typeof loaders[id] !== "function",
  );
  refuse(
    invalid.map((id) => ({
      code: "HANDLER_UNKNOWN",
      plugin,
      where: `batch ${id}`,
      message: `loaders returned ${show(loaders[id])} for ${id}; it takes functions, for lists of this plugin`,
      hint: didYouMean(id, ids),
    })),
  );
  return Object.entries(loaders as Readonly<Record<string, Batch>>); // functions, as checked above
}

/**
 * Wraps a handler: awaits its result, answers 503 after the timeout (a later result is ignored), and logs errors of its
 * stream.
 */
function limitTime(
  { ref, plugin, kind, declaration }: SealedRoute,
  handler: Handler,
  log: Log,
): Handler {
  const ms = toMilliseconds(declaration.timeout ?? DEFAULT_TIMEOUT);
  const seconds = Math.ceil(ms / 1000);
  const onTimeout = () => {
    log.error("a handler had no answer in time", { route: ref, plugin, timeoutMs: ms });
    const detail = `There was no answer within ${ms} ms.`;
    return new Refused({ code: "service-unavailable", detail, retryAfter: seconds });
  };
  if (kind === "stream")
    return (call) => logStreamErrors(handler(call), { route: ref, plugin }, log);
  return (call) => {
    const result = handler(call);
    return isThenable(result) ? withTimeout(ms, () => Promise.resolve(result), onTimeout) : result;
  };
}

/** True for promises, and for query builders, which run when they are awaited. */
function isThenable(value: unknown): value is PromiseLike<unknown> {
  if (typeof value !== "object" || value === null || !("then" in value)) return false;
  return typeof value.then === "function";
}

/** The same messages, with a line in the log when making them fails. */
function logStreamErrors(messages: unknown, about: object, log: Log): unknown {
  // A promise is refused later, as it is not a stream; until then an unhandled rejection would end the process.
  if (isThenable(messages)) void Promise.resolve(messages).catch(() => {});
  if (typeof messages !== "object" || messages === null || !(Symbol.asyncIterator in messages))
    return messages;
  const logged = async function* () {
    try {
      yield* messages as AsyncIterable<unknown>; // checked, as far as that is possible
    } catch (error) {
      log.error("a stream failed", { ...about, error: traceOf(error) });
      throw error;
    }
  };
  return logged();
}
