/** Starts and stops plugins: services in order, each within its time, and closers in reverse. */
import { neededBy, startOrder } from "../registry/check-services.ts";
import { didYouMean, show } from "../registry/finding.ts";
import type { Log, Plugin } from "../registry/plugin.ts";
import type { Policy } from "../registry/policy.ts";
import type { Registry } from "../registry/registry.ts";
import { closeAll, inTime, type Closer } from "./closers.ts";
import { KernelError, refuse } from "./errors.ts";
import { innerReads, type Batch } from "./inner-read.ts";
import { Runtime, type OwnedCheck } from "./services.ts";

/** Time for one plugin's setup, in milliseconds. */
const SETUP_TIMEOUT_MS = 10_000;

type Instances = Map<string, unknown>;

/** Plugins that run. */
export interface Started {
  /** Instances by service id. */
  readonly instances: ReadonlyMap<string, unknown>;
  /** Handlers by `plugin.routeId`. */
  readonly handlers: ReadonlyMap<string, (call: unknown) => unknown>;
  readonly checks: readonly OwnedCheck[];
  readonly degraded: readonly { readonly plugin: string; readonly reason: string }[];
  /** Runs every closer in reverse. One that fails, or takes longer than 5 s, is logged and does not stop the others. */
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly log: Log;
  /** Milliseconds; default 10 s. */
  readonly setupTimeoutMs?: number;
  /** Filled while plugins start; what the registry's policies resolve their services from. */
  readonly instances: Instances;
  /** Whether the server takes work. */
  readonly ready: () => boolean;
}

/** Starts all enabled plugins. When one fails that must not, what had started is stopped and a KernelError says why. */
export async function startPlugins(registry: Registry, options: StartOptions): Promise<Started> {
  const { log, instances, setupTimeoutMs = SETUP_TIMEOUT_MS } = options;
  const enabled = registry.installed.filter((entry) => entry.enabled);
  const optionsOf = new Map(enabled.map(({ plugin, options: own }) => [plugin.id, own]));
  const closers: Closer[] = [];
  const degraded: { plugin: string; reason: string }[] = [];
  const checks: OwnedCheck[] = [];
  const handlers = new Map<string, (call: unknown) => unknown>();
  const batches = new Map<string, Batch>();
  const stop = () => closeAll(closers, log);
  instances.set(Runtime.id, {
    registry,
    checks,
    degraded,
    get ready() {
      return options.ready();
    },
    ...innerReads(registry, { handlers, batches }),
  } satisfies Runtime);

  const { order } = startOrder(enabled.map((entry) => entry.plugin));
  for (const plugin of order) {
    const own: Closer[] = [];
    let started = false;
    const setup = new AbortController();
    const defer = (close: () => unknown) => {
      const closer = { plugin: plugin.id, close };
      // A setup that was given up may still come to this.
      if (setup.signal.aborted) void closeAll([closer], log);
      else (started ? closers : own).push(closer);
    };
    const context = { options: optionsOf.get(plugin.id), registry, log };
    try {
      requireServices(plugin, order, instances);
      const provided = await inTime(
        setupTimeoutMs,
        async () =>
          plugin.setup?.(useOf(plugin, instances), { ...context, signal: setup.signal, defer }),
        () => timedOut(plugin, setupTimeoutMs),
      );
      provide(plugin, provided, instances);
      // The plugin's own types tied these to each other where it was written.
      const everything = useOf(plugin, instances) as never;
      const its = context as never;
      bindHandlers(plugin, plugin.handlers?.(everything, its) ?? {}, registry, handlers);
      bindBatches(plugin, plugin.batches?.(everything, its) ?? {}, registry, batches);
      for (const [name, run] of Object.entries(plugin.health?.(everything, its) ?? {}))
        checks.push({ plugin: plugin.id, name, run });
      closers.push(...own);
      started = true;
    } catch (error) {
      setup.abort();
      await closeAll(own, log);
      for (const { id } of Object.values(plugin.provides ?? {})) instances.delete(id);
      const stuck = stuckPolicy(plugin, instances);
      const failure = asKernelError(error, plugin, stuck);
      // What needs the service of a plugin that may fail is as optional as that plugin.
      const bearable = plugin.optional === true || error instanceof ServiceAbsent;
      if (!bearable || stuck !== undefined) {
        await stop();
        throw failure;
      }
      const reason = failure.findings.map(({ message }) => message).join("; ");
      degraded.push({ plugin: plugin.id, reason });
      log.warn("a plugin did not start; its routes answer 503", { plugin: plugin.id, reason });
    }
  }
  return { instances, handlers, checks, degraded, stop };
}

/** Instances of what a plugin needs and of what it has provided so far. */
export function useOf(
  plugin: Plugin,
  instances: ReadonlyMap<string, unknown>,
): Readonly<Record<string, unknown>> {
  const needed = Object.entries(plugin.needs ?? {}).map(([name, { id }]) => [
    name,
    instances.get(id),
  ]);
  const own = Object.entries(plugin.provides ?? {}).map(([name, { id }]) => [
    name,
    instances.get(id),
  ]);
  return Object.fromEntries([...needed, ...own]);
}

function provide(plugin: Plugin, provided: unknown, instances: Instances): void {
  for (const [name, { id }] of Object.entries(plugin.provides ?? {})) {
    const instance =
      typeof provided === "object" && provided !== null ? Reflect.get(provided, name) : undefined;
    if (instance === undefined)
      throw new Error(`setup did not return ${name}, which the plugin provides`);
    instances.set(id, instance);
  }
}

function bindHandlers(
  plugin: Plugin,
  own: Readonly<Record<string, unknown>>,
  registry: Registry,
  handlers: Map<string, (call: unknown) => unknown>,
): void {
  const routes = registry.routes.filter(
    ({ plugin: owner, document, kind }) =>
      owner === plugin.id && !document && kind !== "redirect" && kind !== "fails",
  );
  const ids = routes.map(({ id }) => id);
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
  for (const route of routes) {
    const handler = own[route.id];
    if (typeof handler === "function") handlers.set(route.ref, (call) => handler(call));
  }
}

function bindBatches(
  plugin: Plugin,
  own: Readonly<Record<string, unknown>>,
  registry: Registry,
  batches: Map<string, Batch>,
): void {
  const lists = registry.routes.filter(
    (route) => route.plugin === plugin.id && route.kind === "list" && !route.document,
  );
  const ids = lists.map(({ id }) => id);
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
  for (const [id, batch] of Object.entries(own))
    if (typeof batch === "function")
      batches.set(`${plugin.id}.${id}`, (params, query) => batch(params, query));
}

/** Thrown for a plugin that needs what another one did not bring up. */
class ServiceAbsent extends Error {}

function requireServices(plugin: Plugin, all: readonly Plugin[], instances: Instances): void {
  const absent = neededBy(plugin).find((id) => !instances.has(id));
  if (absent === undefined) return;
  const provider = all.find(({ provides = {} }) =>
    Object.values(provides).some(({ id }) => id === absent),
  );
  throw new ServiceAbsent(
    `${plugin.id} needs the service ${absent} of the plugin ${provider?.id ?? "kernel"}, which did not start`,
  );
}

/** A policy that lacks a service. It cannot be left out: its headers and refusals are promised on every answer. */
function stuckPolicy(plugin: Plugin, instances: Instances): Policy | undefined {
  return plugin.policies?.find(({ needs = {} }) =>
    Object.values(needs).some((token) => !("optional" in token) && !instances.has(token.id)),
  );
}

function timedOut(plugin: Plugin, ms: number): KernelError {
  return new KernelError([
    {
      code: "SETUP_TIMEOUT",
      plugin: plugin.id,
      where: "setup",
      message: `setup had not finished after ${ms} ms`,
      hint: "look for a promise that never settles, such as a connection to something that does not answer",
    },
  ]);
}

function asKernelError(error: unknown, plugin: Plugin, stuck: Policy | undefined): KernelError {
  if (error instanceof KernelError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const off = `mend what the message names, or switch the plugin off: plugins: { ${plugin.id}: false }`;
  const hint =
    stuck === undefined
      ? off
      : `${off}\nIts policy ${stuck.id} works on every answer, so the service cannot run without it while it is on.`;
  return new KernelError(
    [{ code: "SETUP_FAILED", plugin: plugin.id, where: "setup", message, hint }],
    { cause: error },
  );
}
