/** Starts and stops plugins: services in order, each within its time, and closers in reverse. */
import { startOrder, usedPlugins } from "../../registry/seal/check-services.ts";
import type { Plugin } from "../../registry/contract/plugin.ts";
import { stateId } from "../../registry/contract/service.ts";
import type { Queue } from "../../registry/contract/queue.ts";
import type { Log } from "../../registry/contract/types.ts";
import type { InstalledPlugin } from "../../registry/contract/installed.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import type { Booted } from "../boot/boot.ts";
import { InternalReads } from "../respond/internal-reads.ts";
import { Runtime } from "../services.ts";
import { closeAll } from "../support/shutdown.ts";
import { DocumentCache } from "../respond/document.ts";
import { TimeSlices } from "../support/time-slices.ts";
import { collectHandlers, type Handlers } from "./collect-handlers.ts";
import { createRuntime, type ServerState } from "./runtime.ts";
import {
  canCarryOver,
  registerServices,
  runSetup,
  servicesFor,
  type RunningPlugin,
  type SetupInput,
} from "./running-plugin.ts";
import {
  indispensablePolicy,
  requireServices,
  ServiceAbsent,
  startFailure,
} from "./start-failure.ts";

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
  readonly handlers: Handlers["handlers"];
  readonly documents: DocumentCache;
  readonly degraded: readonly Degraded[];
  /** Sets the app for requests that plugins make of the service. Until then there are none. */
  connect(app: Pick<Runtime, "dispatch" | "routeOf">): void;
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
  /** State of the server: if it takes requests, and news of other revisions. */
  readonly server: ServerState;
  /** Start only these plugins. Default: all that are enabled. */
  readonly only?: ReadonlySet<Plugin>;
  /** The revision that runs already. Its plugins are carried over if nothing changed for them. */
  readonly previous?: Started;
  /** Throw a `StillDegraded` unless more plugins run than in `previous`. Default: false. */
  readonly unlessStillDegraded?: boolean;
}

interface Context extends SetupInput {
  readonly plugins: readonly Plugin[];
  readonly routes: ReadonlyMap<string, readonly SealedRoute[]>;
  readonly collected: Handlers;
  readonly used: ReturnType<typeof usedPlugins>;
}

/**
 * Starts all enabled plugins. If a plugin fails that the server cannot run without, stops the plugins that started here
 * and throws a BootError.
 */
export async function startPlugins(
  {
    registry,
    absent,
    connectPolicies,
    validate: checked,
  }: Pick<Booted, "registry" | "absent" | "connectPolicies" | "validate">,
  // Destructured, because a closure over the whole object would keep every earlier revision in memory.
  {
    log,
    server,
    only,
    previous,
    unlessStillDegraded = false,
    setupTimeoutMs = SETUP_TIMEOUT_MS,
  }: StartOptions,
): Promise<Started> {
  const entries = new Map(
    registry.installed
      .filter(({ plugin, enabled }) => enabled && (only?.has(plugin) ?? true))
      .map((entry) => [entry.plugin, entry]),
  );
  const { order: plugins } = startOrder([...entries.keys()]);
  const instances = new Map<string, unknown>();
  const collected: Handlers = { handlers: new Map(), loaders: new Map(), checks: [], metrics: [] };
  const queues: Queue[] = [];
  const degraded: Degraded[] = [];
  const degrade = (plugin: string, message: string, reason: string) => {
    degraded.push({ plugin, reason });
    log.warn(message, { plugin, reason });
  };
  const documents = new DocumentCache(registry, log);
  const { runtime, connect } = createRuntime(server, {
    registry,
    checks: collected.checks,
    metrics: collected.metrics,
    degraded,
    queues,
    reads: new InternalReads(registry, { ...collected, documents, instances }),
  });
  instances.set(Runtime.id, runtime);
  const running = new Map<string, RunningPlugin>();
  const started: Started = {
    running,
    instances,
    handlers: collected.handlers,
    documents,
    degraded,
    connect,
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
  const routes = Map.groupBy([...registry.routes, ...registry.adminRoutes], ({ plugin }) => plugin);
  const used = usedPlugins(plugins);
  const shown = { runtime, instances, log, setupTimeoutMs, checked };
  const context = { plugins, routes, collected, used, ...shown };
  const slices = new TimeSlices();
  for (const plugin of plugins) {
    await slices.pause();
    const entry = entries.get(plugin);
    if (entry === undefined) continue;
    try {
      const one = await startOne(entry, previous?.running.get(plugin.id), context);
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
  connectPolicies(instances);
  return started;
}

/** Starts a plugin, or carries over the running plugin, and collects its handlers. If that fails, nothing of it is left. */
async function startOne(
  entry: InstalledPlugin,
  previous: RunningPlugin | undefined,
  context: Context,
): Promise<RunningPlugin> {
  const { plugin, options } = entry;
  const { plugins, routes, collected, used, runtime, instances, log } = context;
  requireServices(plugin, plugins, instances);
  const carried =
    previous !== undefined && canCarryOver(previous, entry, instances, runtime.registry);
  const running = carried ? previous : await runSetup(entry, context);
  try {
    registerServices(plugin, running.provided, instances);
    const state = instances.get(stateId(plugin.id));
    const handlerContext = { options, registry: runtime.registry, log, state };
    const use = servicesFor(plugin, instances);
    const own = routes.get(plugin.id) ?? [];
    collectHandlers(plugin, own, use, handlerContext, collected, used.get(plugin.id) ?? new Set());
    return running;
  } catch (error) {
    if (!carried) await closeAll(running.closers, log);
    for (const { id } of Object.values(plugin.provides ?? {})) instances.delete(id);
    instances.delete(stateId(plugin.id));
    throw error;
  }
}
