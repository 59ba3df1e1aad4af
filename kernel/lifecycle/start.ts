/** Starts and stops plugins: services in order, each within its time, and closers in reverse. */
import { startOrder } from "../../registry/seal/check-services.ts";
import type { Log, Plugin } from "../../registry/contract/plugin.ts";
import type { Registry } from "../../registry/contract/registry.ts";
import { bind } from "./collect-handlers.ts";
import { closeAll } from "../support/shutdown.ts";
import { DocumentCache } from "../respond/document.ts";
import { createReads, type Batch } from "../respond/internal-read.ts";
import {
  provide,
  setUp,
  staysAsItIs,
  useOf,
  type Instances,
  type RunningPlugin,
} from "./running-plugin.ts";
import { Runtime, type OwnedCheck, type OwnedMetric } from "../services.ts";
import { requireServices, ServiceAbsent, startFailure, stuckPolicy } from "./start-failure.ts";
import { Turns } from "../support/time-slices.ts";

/** Time for one plugin's setup, in milliseconds. */
const SETUP_TIMEOUT_MS = 10_000;

/** A plugin that should run and does not, though the service goes on. */
export interface Degraded {
  readonly plugin: string;
  readonly reason: string;
}

/** The plugins of one revision. */
export interface Started {
  /** By plugin id, in the order of their start. */
  readonly running: ReadonlyMap<string, RunningPlugin>;
  /** Instances by service id. */
  readonly instances: ReadonlyMap<string, unknown>;
  /** Handlers by `plugin.routeId`. */
  readonly handlers: ReadonlyMap<string, (call: unknown) => unknown>;
  readonly documents: DocumentCache;
  readonly degraded: readonly Degraded[];
  /** Lets the plugins that were carried over see this revision instead of the one before. */
  takeOver(): void;
  /**
   * Runs the closers in reverse, those of plugins that `other` runs as well left out. One that fails, or takes longer than
   * 5 s, is logged and does not stop the others.
   */
  stop(other?: Started): Promise<void>;
}

/** For plugins that start without a server. */
export const NOT_SERVING: StartOptions["service"] = { ready: false, onChange: () => () => {} };

export interface StartOptions {
  readonly log: Log;
  /** Milliseconds; default 10 s. */
  readonly setupTimeoutMs?: number;
  /** Filled while plugins start; what the registry's policies resolve their services from. */
  readonly instances: Instances;
  /** Whether the server takes work, and word of other revisions. */
  readonly service: Pick<Runtime, "ready" | "onChange">;
  /** Plugins that should be there and could not be loaded. */
  readonly absent: readonly Degraded[];
  /** Start these alone. Default: all that are enabled. */
  readonly only?: ReadonlySet<Plugin>;
  /** The plugins that run already: those that nothing changed for are carried over as they are. */
  readonly previous?: Started;
}

/**
 * Starts all enabled plugins. When one fails that must not, those that started here are stopped and a KernelError says
 * why.
 */
export async function startPlugins(
  registry: Registry,
  // Taken apart here: a function that held on to all of it would hold on to every revision before.
  {
    log,
    instances,
    service,
    absent,
    only,
    previous,
    setupTimeoutMs = SETUP_TIMEOUT_MS,
  }: StartOptions,
): Promise<Started> {
  const enabled = registry.installed.filter((entry) => entry.enabled);
  const entries = new Map(enabled.map((entry) => [entry.plugin, entry]));
  const routes = Map.groupBy(registry.routes, ({ plugin }) => plugin);
  const running = new Map<string, RunningPlugin>();
  const degraded: Degraded[] = [];
  const degrade = (plugin: string, what: string, reason: string) => {
    degraded.push({ plugin, reason });
    log.warn(what, { plugin, reason });
  };
  const checks: OwnedCheck[] = [];
  const metrics: OwnedMetric[] = [];
  const handlers = new Map<string, (call: unknown) => unknown>();
  const batches = new Map<string, Batch>();
  const documents = new DocumentCache(registry);
  const runtime: Runtime = {
    registry,
    checks,
    metrics,
    degraded,
    get ready() {
      return service.ready;
    },
    onChange: service.onChange,
    ...createReads(registry, { documents, handlers, batches, instances }),
  };
  instances.set(Runtime.id, runtime);
  const started: Started = {
    running,
    instances,
    handlers,
    documents,
    degraded,
    takeOver() {
      for (const { follower } of running.values()) follower.follow(runtime);
    },
    async stop(other) {
      for (const [id, one] of [...running].toReversed())
        if (other?.running.get(id) !== one) await closeAll(one.closers, log);
    },
  };

  const { order } = startOrder(
    enabled.map((entry) => entry.plugin).filter((plugin) => only?.has(plugin) ?? true),
  );
  for (const { plugin, reason } of absent)
    degrade(plugin, "a plugin could not be loaded; the service runs without it", reason);
  const turns = new Turns();
  for (const plugin of order) {
    await turns.pause();
    const { options: own, optional = false, source = "preset" } = entries.get(plugin) ?? {};
    const before = previous?.running.get(plugin.id);
    let one: RunningPlugin | undefined;
    try {
      requireServices(plugin, order, instances);
      one =
        before !== undefined && staysAsItIs(before, plugin, own, instances, registry)
          ? before
          : await setUp(plugin, own, { runtime, instances, log, setupTimeoutMs });
      provide(plugin, one.provided, instances);
      bind(
        plugin,
        routes.get(plugin.id) ?? [],
        useOf(plugin, instances),
        { options: own, registry, log },
        { handlers, batches, checks, metrics },
      );
      running.set(plugin.id, one);
    } catch (error) {
      if (one !== undefined && one !== before) await closeAll(one.closers, log);
      for (const { id } of Object.values(plugin.provides ?? {})) instances.delete(id);
      const stuck = stuckPolicy(plugin, instances);
      const failure = startFailure(error, { plugin, source }, stuck);
      // What needs the service of a plugin that may fail is as optional as that plugin.
      const bearable = optional || error instanceof ServiceAbsent;
      if (!bearable || stuck !== undefined) {
        await started.stop(previous);
        throw failure;
      }
      const reason = failure.findings.map(({ message }) => message).join("; ");
      degrade(plugin.id, "a plugin did not start; its routes answer 503", reason);
    }
  }
  return started;
}
