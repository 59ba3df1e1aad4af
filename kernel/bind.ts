/** What a started plugin answers with, checked against its routes. */
import { didYouMean, show } from "../registry/finding.ts";
import type { HandlerContext, Plugin } from "../registry/plugin.ts";
import type { Registry } from "../registry/registry.ts";
import { refuse } from "./errors.ts";
import type { Batch } from "./inner-read.ts";
import type { OwnedCheck } from "./services.ts";

/** By `plugin.routeId`; filled while plugins start. */
export interface Bindings {
  readonly handlers: Map<string, (call: unknown) => unknown>;
  readonly batches: Map<string, Batch>;
  readonly checks: OwnedCheck[];
}

/** Adds a plugin's handlers, batches and checks, all or none. Throws a KernelError when they do not fit its routes. */
export function bind(
  plugin: Plugin,
  use: Readonly<Record<string, unknown>>,
  context: HandlerContext<unknown>,
  { handlers, batches, checks }: Bindings,
): void {
  // The plugin's own types tied these to each other where it was written.
  const everything = use as never;
  const its = context as never;
  const { registry } = context;
  const bound = handlersOf(plugin, plugin.handlers?.(everything, its) ?? {}, registry);
  const batched = batchesOf(plugin, plugin.batches?.(everything, its) ?? {}, registry);
  const health = Object.entries(plugin.health?.(everything, its) ?? {});
  for (const [id, handler] of bound) handlers.set(`${plugin.id}.${id}`, handler);
  for (const [id, batch] of batched) batches.set(`${plugin.id}.${id}`, batch);
  for (const [name, run] of health) checks.push({ plugin: plugin.id, name, run });
}

function handlersOf(
  plugin: Plugin,
  own: Readonly<Record<string, unknown>>,
  registry: Registry,
): readonly (readonly [id: string, handler: (call: unknown) => unknown])[] {
  const ids = registry.routes
    .filter(
      ({ plugin: owner, document, kind }) =>
        owner === plugin.id && !document && kind !== "redirect" && kind !== "fails",
    )
    .map(({ id }) => id);
  const missing = ids.filter((id) => typeof own[id] !== "function");
  const unknown = Object.keys(own).filter((id) => !ids.includes(id));
  refuse([
    ...missing.map((id) => ({
      code: "HANDLER_MISSING",
      plugin: plugin.id,
      where: `route ${id}`,
      message: `handlers returned ${show(own[id])} for ${id}`,
      hint: `add ${id}: (call) => … to what handlers returns`,
    })),
    ...unknown.map((id) => ({
      code: "HANDLER_UNKNOWN",
      plugin: plugin.id,
      where: `handler ${id}`,
      message: `handlers returned ${id}, which is no route of this plugin that takes a handler`,
      hint: didYouMean(id, ids),
    })),
  ]);
  return ids.flatMap((id) => {
    const handler = own[id];
    return typeof handler === "function" ? [[id, (call: unknown): unknown => handler(call)]] : [];
  });
}

function batchesOf(
  plugin: Plugin,
  own: Readonly<Record<string, unknown>>,
  registry: Registry,
): readonly (readonly [id: string, batch: Batch])[] {
  const ids = registry.routes
    .filter((route) => route.plugin === plugin.id && route.kind === "list" && !route.document)
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
