/** Starts and stops plugins: services in order, each within its time, and closers in reverse. */
import { startOrder } from "../registry/check-services.ts";
import { didYouMean, show } from "../registry/finding.ts";
import type { HealthCheck, Log, Plugin } from "../registry/plugin.ts";
import type { Registry } from "../registry/registry.ts";
import { KernelError, refuse } from "./errors.ts";
import { Runtime, type OwnedCheck } from "./services.ts";

/** Time for one plugin's setup, in milliseconds. */
const SETUP_TIMEOUT_MS = 10_000;

type Instances = Map<string, unknown>;
type Closer = () => unknown;

/** Plugins that run. */
export interface Started {
  /** Instances by service id. */
  readonly instances: ReadonlyMap<string, unknown>;
  /** Handlers by `plugin.routeId`. */
  readonly handlers: ReadonlyMap<string, (call: unknown) => unknown>;
  readonly checks: readonly OwnedCheck[];
  readonly degraded: readonly { readonly plugin: string; readonly reason: string }[];
  /** Runs every closer in reverse. A closer that fails is logged and does not stop the others. */
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
  const closers: { readonly plugin: string; readonly close: Closer }[] = [];
  const degraded: { plugin: string; reason: string }[] = [];
  const checks: OwnedCheck[] = [];
  const handlers = new Map<string, (call: unknown) => unknown>();
  const stop = () => closeAll(closers, log);
  instances.set(Runtime.id, {
    registry,
    checks,
    degraded,
    get ready() {
      return options.ready();
    },
  } satisfies Runtime);

  for (const plugin of startOrder(enabled.map((entry) => entry.plugin)).order) {
    const context = { options: optionsOf.get(plugin.id), registry, log };
    try {
      const use = useOf(plugin, instances);
      const setup = new AbortController();
      const defer = (close: Closer) => void closers.push({ plugin: plugin.id, close });
      const provided = await within(setupTimeoutMs, plugin.id, setup, async () =>
        plugin.setup?.(use, { ...context, signal: setup.signal, defer }),
      );
      provide(plugin, provided, instances);
      const everything = useOf(plugin, instances);
      // The plugin's own types tied these to each other where it was written.
      bindHandlers(
        plugin,
        plugin.handlers?.(everything as never, context as never) ?? {},
        registry,
        handlers,
      );
      for (const [name, run] of Object.entries(
        plugin.health?.(everything as never, context as never) ?? {},
      )) {
        checks.push({ plugin: plugin.id, name, run: run satisfies HealthCheck });
      }
    } catch (error) {
      if (plugin.optional !== true) {
        await stop();
        throw asKernelError(error, plugin);
      }
      const reason = error instanceof Error ? error.message : String(error);
      degraded.push({ plugin: plugin.id, reason });
      log.warn("an optional plugin did not start; its routes answer 503", {
        plugin: plugin.id,
        reason,
      });
    }
  }
  return { instances, handlers, checks, degraded, stop };
}

/** Instances of what a plugin needs and of what it has provided so far. */
function useOf(plugin: Plugin, instances: Instances): Readonly<Record<string, unknown>> {
  const needed = Object.entries(plugin.needs ?? {}).map(([name, { id }]) => {
    if (!instances.has(id)) throw new Error(`the service ${id} did not start`);
    return [name, instances.get(id)];
  });
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
    (route) => route.plugin === plugin.id && !route.document && route.kind !== "redirect",
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

async function within<T>(
  ms: number,
  plugin: string,
  setup: AbortController,
  run: () => Promise<T>,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      setup.abort();
      reject(
        new KernelError([
          {
            code: "SETUP_TIMEOUT",
            plugin,
            where: "setup",
            message: `setup had not finished after ${ms} ms`,
            hint: "look for a promise that never settles, such as a connection to something that does not answer",
          },
        ]),
      );
    }, ms);
  });
  try {
    return await Promise.race([run(), late]);
  } finally {
    clearTimeout(timer);
  }
}

function asKernelError(error: unknown, plugin: Plugin): KernelError {
  if (error instanceof KernelError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const hint = `mend what the message names, or switch the plugin off: plugins: { ${plugin.id}: false }`;
  return new KernelError(
    [{ code: "SETUP_FAILED", plugin: plugin.id, where: "setup", message, hint }],
    { cause: error },
  );
}

async function closeAll(
  closers: { readonly plugin: string; readonly close: Closer }[],
  log: Log,
): Promise<void> {
  for (let last = closers.pop(); last !== undefined; last = closers.pop()) {
    try {
      await last.close();
    } catch (error) {
      log.error("a plugin failed to close", { plugin: last.plugin, reason: String(error) });
    }
  }
}
