/** A running plugin: its start, the services it provides, and whether it can go on in another revision. */
import { isDeepStrictEqual } from "node:util";
import { stateId } from "../../../registry/contract/plugin/service.ts";
import type { Queue, QueueSettings } from "../../../registry/contract/plugin/queue.ts";
import type { HandlerContext, Plugin } from "../../../registry/contract/plugin/plugin.ts";
import type { Log } from "../../../registry/contract/types.ts";
import type { InstalledPlugin } from "../../../registry/contract/plugin/installed.ts";
import type { Registry } from "../../../registry/contract/plugin/registry.ts";
import { FairQueue } from "../support/fair-queue.ts";
import { trackedFor } from "./data-version.ts";
import { closeAll, withTimeout, type Closer } from "../support/shutdown.ts";
import { Runtime } from "../../services.ts";
import { followRuntime, isSame, watchedRegistry, type RegistryPart } from "./followed.ts";
import { requireServices, setupTimeout } from "./start-failure.ts";

/** Instances by service id; states of plugins by {@link stateId}. */
export type Instances = Map<string, unknown>;

/** A plugin whose setup has finished. */
export interface RunningPlugin {
  readonly plugin: Plugin;
  readonly options: unknown;
  /** Instances by service id, as its setup received them. */
  readonly needed: ReadonlyMap<string, unknown>;
  /** The result of its setup. */
  readonly provided: unknown;
  /** The runtime of the revision that it serves in. */
  runtime: Runtime;
  readonly closers: Closer[];
  /** Adds a closer. */
  readonly defer: (close: () => unknown) => void;
  readonly queues: readonly Queue[];
  /** The parts of the registry that it has read by the context of its setup. */
  readonly reads: ReadonlySet<RegistryPart>;
}

/** A plugin whose services and state are there, as it joins a revision. */
export interface JoiningPlugin extends Pick<RunningPlugin, "plugin" | "defer"> {
  /** The services that it needs and provides, by its own names. */
  readonly use: Readonly<Record<string, unknown>>;
  readonly context: HandlerContext<unknown>;
  /** The plugins whose services it uses, directly or through others. */
  readonly providers: ReadonlySet<string>;
}

/** A revision, as plugins join it. */
export interface Joinable {
  readonly runtime: Runtime;
  readonly instances: Instances;
  /** Takes the handlers and entries of a plugin. Throws if they do not fit its routes; then it has taken none. */
  join(plugin: JoiningPlugin): void;
}

interface StartContext extends Joinable {
  readonly plugins: readonly Plugin[];
  /** Plugins whose services each plugin uses, by its id. */
  readonly providers: ReadonlyMap<string, ReadonlySet<string>>;
  readonly log: Log;
  readonly setupTimeoutMs: number;
  readonly checked: () => Promise<void>;
}

/** Starts a plugin, or carries over the running plugin, and joins it to the revision. If that fails, nothing of it is left. */
export async function startPlugin(
  entry: InstalledPlugin,
  previous: RunningPlugin | undefined,
  context: StartContext,
): Promise<RunningPlugin> {
  const { plugin, options } = entry;
  const { plugins, providers, runtime, instances, log } = context;
  requireServices(plugin, plugins, instances);
  const carried =
    previous !== undefined && canCarryOver(previous, entry, instances, runtime.registry);
  const running = carried ? previous : await runSetup(entry, context);
  try {
    registerServices(plugin, running.provided, instances);
    const state = instances.get(stateId(plugin.id));
    context.join({
      plugin,
      use: servicesFor(plugin, instances),
      context: { options, registry: runtime.registry, log, state },
      providers: providers.get(plugin.id) ?? new Set(),
      defer: running.defer,
    });
    return running;
  } catch (error) {
    if (!carried) await closeAll(running.closers, log);
    for (const { id } of Object.values(plugin.provides ?? {})) instances.delete(id);
    instances.delete(stateId(plugin.id));
    throw error;
  }
}

/** Returns the instances that a plugin needs and has provided so far, by the plugin's own names. */
export function servicesFor(
  plugin: Plugin,
  instances: ReadonlyMap<string, unknown>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    [...Object.entries(plugin.needs ?? {}), ...Object.entries(plugin.provides ?? {})].map(
      ([name, token]) => {
        const tracked = trackedFor(plugin, token, instances);
        return [name, tracked === undefined ? instances.get(token.id) : tracked.instance];
      },
    ),
  );
}

/** Checks that a running plugin can go on in another revision, because nothing that its setup used is different there. */
function canCarryOver(
  { plugin, options, needed, reads, runtime }: RunningPlugin,
  next: InstalledPlugin,
  instances: Instances,
  registry: Registry,
): boolean {
  return (
    plugin === next.plugin &&
    isDeepStrictEqual(options, next.options) &&
    [...needed].every(([id, instance]) => instances.get(id) === instance) &&
    [...reads].every((part) => isSame(part, runtime.registry, registry))
  );
}

/** Runs a plugin's setup. If that fails, closes all that it opened. */
async function runSetup(
  { plugin, options }: InstalledPlugin,
  { runtime: first, instances, log, setupTimeoutMs, checked }: StartContext,
): Promise<RunningPlugin> {
  const needed = new Map(
    Object.values(plugin.needs ?? {}).map(({ id }) => [id, instances.get(id)] as const),
  );
  needed.delete(Runtime.id);
  const closers: Closer[] = [];
  const setup = new AbortController();
  const defer = deferTo(closers, plugin.id, setup.signal, log);
  const queues: Queue[] = [];
  const queue = (name: string, settings: QueueSettings) => {
    const made = new FairQueue({ name: `${plugin.id}.${name}`, ...settings });
    queues.push(made);
    return made;
  };
  const reads = new Set<RegistryPart>();
  const running = { plugin, options, needed, closers, defer, queues, reads, runtime: first };
  const services: Instances = new Map(instances);
  // Not a closure over `running`, which would keep the instances of this revision in memory.
  services.set(Runtime.id, followRuntime(running));
  const registry = watchedRegistry(reads, () => running.runtime.registry);
  const context = { options, registry, log, signal: setup.signal, checked, defer, queue };
  try {
    const provided = await withTimeout(
      setupTimeoutMs,
      async () => plugin.setup?.(servicesFor(plugin, services), context),
      () => setupTimeout(plugin, setupTimeoutMs),
    );
    return Object.assign(running, { provided });
  } catch (error) {
    setup.abort();
    await closeAll(closers, log);
    throw error;
  }
}

/** Returns `defer` for a plugin. A closure within the setup would keep the first revision in memory. */
function deferTo(
  closers: Closer[],
  plugin: string,
  signal: AbortSignal,
  log: Log,
): RunningPlugin["defer"] {
  return (close) => {
    const closer = { plugin, close };
    // A setup that has timed out may still open something.
    if (signal.aborted) void closeAll([closer], log);
    else closers.push(closer);
  };
}

/** Adds the services and the state that a setup returned. Throws if one is missing. */
function registerServices(plugin: Plugin, provided: unknown, instances: Instances): void {
  for (const [name, { id }] of Object.entries(plugin.provides ?? {})) {
    const instance: unknown = Object(provided)[name];
    if (instance === undefined)
      throw new Error(`setup did not return ${name}, which the plugin provides`);
    instances.set(id, instance);
  }
  const { state } = Object(provided);
  const user = plugin.policies?.find((policy) => policy.state !== undefined);
  if (state === undefined && user !== undefined)
    throw new Error(`setup did not return state, which the policy ${user.id} uses`);
  if (state !== undefined) instances.set(stateId(plugin.id), state);
}
