/** Starts and stops plugins: services in order, each within its time, and closers in reverse. */
import { startOrder, usedPlugins } from "../../../registry/seal/check/check-services.ts";
import type { Plugin } from "../../../registry/contract/plugin/plugin.ts";
import type { Queue } from "../../../registry/contract/plugin/queue.ts";
import type { Log } from "../../../registry/contract/types.ts";
import type { Booted } from "../boot/boot.ts";
import { Runtime } from "../../services.ts";
import { closeAll } from "../support/shutdown.ts";
import { TimeSlices } from "../support/time-slices.ts";
import { startPlugin, type Joinable, type RunningPlugin } from "./running-plugin.ts";
import { indispensablePolicy, ServiceAbsent, startFailure } from "./start-failure.ts";

/** Time for one plugin's setup, in milliseconds. */
const SETUP_TIMEOUT_MS = 10_000;

/** Error if no plugin started that did not run before. */
export class StillDegraded extends Error {}

/** A plugin that should run and does not, while the server goes on. */
export type Degraded = Runtime["degraded"][number];

/** The plugins of one revision. */
export interface Started {
  /** Plugins by id, in the order of their start. */
  readonly running: ReadonlyMap<string, RunningPlugin>;
  /** Instances by service id. */
  readonly instances: ReadonlyMap<string, unknown>;
  readonly degraded: readonly Degraded[];
  /** Shows this revision to the plugins that were carried over, instead of the one before. */
  takeOver(): void;
  /**
   * Runs the closers in reverse, except for plugins that `other` runs, too. A closer that fails, or takes longer than
   * 5 s, is logged and does not stop the others.
   */
  stop(other?: Started): Promise<void>;
}

export interface StartOptions {
  readonly log: Log;
  /** Time for one plugin's setup, in milliseconds. Default: 10 s. */
  readonly setupTimeoutMs?: number;
  /** Start only these plugins. Default: all that are enabled. */
  readonly only?: ReadonlySet<Plugin>;
  /** The revision that runs already. Its plugins are carried over if nothing changed for them. */
  readonly previous?: Started;
  /** Throw a `StillDegraded` unless more plugins run than in `previous`. Default: false. */
  readonly unlessStillDegraded?: boolean;
}

/** The parts of a revision that fill while its plugins start. */
export interface Filling extends Joinable {
  readonly degraded: Degraded[];
  readonly queues: Queue[];
}

/**
 * Starts all enabled plugins. If a plugin fails that the server cannot run without, stops the plugins that started here
 * and throws a BootError.
 */
export async function startAll(
  { registry, absent, validate: checked }: Pick<Booted, "registry" | "absent" | "validate">,
  // Destructured, because a closure over the whole object would keep every earlier revision in memory.
  {
    log,
    only,
    previous,
    unlessStillDegraded = false,
    setupTimeoutMs = SETUP_TIMEOUT_MS,
  }: StartOptions,
  { degraded, queues, ...revision }: Filling,
): Promise<Started> {
  const { instances, runtime } = revision;
  const entries = new Map(
    registry.installed
      .filter(({ plugin, enabled }) => enabled && (only?.has(plugin) ?? true))
      .map((entry) => [entry.plugin, entry]),
  );
  const { order: plugins } = startOrder([...entries.keys()]);
  const degrade = (plugin: string, message: string, reason: string) => {
    degraded.push({ plugin, reason });
    log.warn(message, { plugin, reason });
  };
  instances.set(Runtime.id, runtime);
  const running = new Map<string, RunningPlugin>();
  const started: Started = {
    running,
    instances,
    degraded,
    takeOver() {
      for (const plugin of running.values()) plugin.runtime = runtime;
    },
    async stop(other) {
      for (const [id, plugin] of [...running].toReversed())
        if (other?.running.get(id) !== plugin) await closeAll(plugin.closers, log);
    },
  };

  for (const { plugin, reason } of absent)
    degrade(plugin, "a plugin could not be loaded; the server runs without it", reason);
  const providers = usedPlugins(plugins);
  const context = { ...revision, plugins, providers, log, setupTimeoutMs, checked };
  const slices = new TimeSlices();
  for (const plugin of plugins) {
    await slices.pause();
    const entry = entries.get(plugin);
    if (entry === undefined) continue;
    try {
      const one = await startPlugin(entry, previous?.running.get(plugin.id), context);
      running.set(plugin.id, one);
      queues.push(...one.queues);
    } catch (error) {
      const stuck = indispensablePolicy(plugin, instances);
      const failure = startFailure(error, entry, stuck, registry.installed);
      // A plugin that needs the service of an optional plugin is as optional as that plugin.
      const mayFail = entry.optional || error instanceof ServiceAbsent;
      if (!mayFail || stuck !== undefined) {
        await started.stop(previous);
        throw failure;
      }
      const reason = failure.findings.map(({ message }) => message).join("; ");
      degrade(plugin.id, "a plugin did not start; its routes answer 503", reason);
    }
  }
  if (unlessStillDegraded && degraded.length >= (previous?.degraded.length ?? 0)) {
    await started.stop(previous);
    throw new StillDegraded();
  }
  return started;
}
