/** What a started plugin answers with, checked against its routes. */
import type { Metric } from "../../registry/contract/contributions.ts";
import { toMilliseconds } from "../../registry/contract/duration.ts";
import { didYouMean, show, traceOf, type Finding } from "../../registry/contract/finding.ts";
import type { HandlerContext, Plugin } from "../../registry/contract/plugin.ts";
import type { Log } from "../../registry/contract/types.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import { inTime } from "../support/shutdown.ts";
import { refuse } from "../support/boot-errors.ts";
import { Refused } from "../request/refusal.ts";
import type { Batch } from "../respond/internal-read.ts";
import type { OwnedCheck, OwnedMetric } from "../services.ts";

/** How long a handler may take when its route says nothing. */
const TIMEOUT = "30s";

/** By `plugin.routeId`; filled while plugins start. */
export interface Bindings {
  readonly handlers: Map<string, (call: unknown) => unknown>;
  readonly batches: Map<string, Batch>;
  readonly checks: OwnedCheck[];
  readonly metrics: OwnedMetric[];
}

/**
 * Adds a plugin's handlers, batches and checks, all or none. Throws a KernelError when they do not fit `routes`, which are
 * the plugin's own.
 */
export function bind(
  plugin: Plugin,
  routes: readonly SealedRoute[],
  use: Readonly<Record<string, unknown>>,
  context: HandlerContext<unknown>,
  { handlers, batches, checks, metrics }: Bindings,
): void {
  // The plugin's own types tied these to each other where it was written.
  const everything = use as never;
  const its = context as never;
  const bound = handlersOf(plugin, plugin.handlers?.(everything, its) ?? {}, routes, context.log);
  const batched = batchesOf(plugin, plugin.batches?.(everything, its) ?? {}, routes);
  const health = Object.entries(plugin.health?.(everything, its) ?? {});
  const measured = metricsOf(plugin, plugin.metrics?.(everything, its) ?? {});
  for (const [id, handler] of bound) handlers.set(`${plugin.id}.${id}`, handler);
  for (const [id, batch] of batched) batches.set(`${plugin.id}.${id}`, batch);
  for (const [name, run] of health) checks.push({ plugin: plugin.id, name, run });
  metrics.push(...measured);
}

function metricsOf(
  { id: plugin }: Plugin,
  own: Readonly<Record<string, Metric>>,
): readonly OwnedMetric[] {
  refuse(
    Object.keys(own)
      .filter((name) => !/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(name))
      .map((name) => ({
        code: "METRIC_INVALID",
        plugin,
        where: `metric ${name}`,
        message: `a metric's name is in snake case; received ${show(name)}`,
        hint: 'write a name such as "queue_length", with its unit at the end',
      })),
  );
  return Object.entries(own).map(([name, metric]) => ({
    plugin,
    name,
    help: metric.help,
    type: metric.type,
    read: () => metric.read(),
  }));
}

function handlersOf(
  plugin: Plugin,
  own: Readonly<Record<string, unknown>>,
  all: readonly SealedRoute[],
  log: Log,
): readonly (readonly [id: string, handler: (call: unknown) => unknown])[] {
  const routes = all.filter(
    ({ document, kind }) => !document && kind !== "redirect" && kind !== "fails",
  );
  const ids = routes.map(({ id }) => id);
  const known = new Set(ids);
  const missing = ids.filter((id) => typeof own[id] !== "function");
  const unknown = Object.keys(own).filter((id) => !known.has(id));
  refuse([
    ...missing.map((id): Finding => ({
      code: "HANDLER_MISSING",
      plugin: plugin.id,
      where: `route ${id}`,
      message: `handlers returned ${show(own[id])} for ${id}`,
      hint: `add ${id}: (call) => … to what handlers returns`,
    })),
    ...unknown.map((id): Finding => ({
      code: "HANDLER_UNKNOWN",
      plugin: plugin.id,
      where: `handler ${id}`,
      message: `handlers returned ${id}, which is no route of this plugin that takes a handler`,
      hint: didYouMean(id, ids),
    })),
  ]);
  return routes.flatMap((route) => {
    const handler = own[route.id];
    return typeof handler === "function"
      ? [[route.id, watched(route, (call) => handler(call), log)]]
      : [];
  });
}

/**
 * The handler, whatever it gives awaited when it can be. It is given up when it takes too long, what it does then going
 * unheard; and heard when its stream fails.
 */
function watched(
  { ref, plugin, kind, declaration }: SealedRoute,
  handler: (call: unknown) => unknown,
  log: Log,
): (call: unknown) => unknown {
  const ms = toMilliseconds(declaration.timeout ?? TIMEOUT);
  const seconds = Math.ceil(ms / 1000);
  const late = () => {
    log.error("a handler had no answer in time", { route: ref, plugin, timeoutMs: ms });
    const detail = `There was no answer within ${ms} ms.`;
    return new Refused({ code: "service-unavailable", detail, retryAfter: seconds });
  };
  if (kind === "stream") return (call) => heard(handler(call), { route: ref, plugin }, log);
  return (call) => {
    const made = handler(call);
    return isThenable(made) ? inTime(ms, () => Promise.resolve(made), late) : made;
  };
}

/** What query builders are, besides promises. */
function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === "object" &&
    value !== null &&
    "then" in value &&
    typeof value.then === "function"
  );
}

/** The same messages, with a line in the log when making them fails. */
function heard(messages: unknown, about: object, log: Log): unknown {
  // No stream, and refused as such; a rejection that nobody heard would end the process.
  if (isThenable(messages)) void Promise.resolve(messages).catch(() => {});
  if (typeof messages !== "object" || messages === null || !(Symbol.asyncIterator in messages))
    return messages;
  const told = async function* () {
    try {
      yield* messages as AsyncIterable<unknown>; // checked, as far as that is possible
    } catch (error) {
      log.error("a stream failed", {
        ...about,
        error: traceOf(error),
      });
      throw error;
    }
  };
  return told();
}

function batchesOf(
  plugin: Plugin,
  own: Readonly<Record<string, unknown>>,
  routes: readonly SealedRoute[],
): readonly (readonly [id: string, batch: Batch])[] {
  const ids = routes
    .filter(({ kind, document }) => kind === "list" && !document)
    .map(({ id }) => id);
  refuse(
    Object.keys(own)
      .filter((id) => !ids.includes(id) || typeof own[id] !== "function")
      .map((id) => ({
        code: "HANDLER_UNKNOWN",
        plugin: plugin.id,
        where: `batch ${id}`,
        message: `batches returned ${show(own[id])} for ${id}; it takes functions, for lists of this plugin`,
        hint: didYouMean(id, ids),
      })),
  );
  return Object.entries(own).flatMap(([id, batch]) =>
    typeof batch === "function" ? [[id, (params, query): unknown => batch(params, query)]] : [],
  );
}
