/** Starts and stops plugins: services in order, each within its time, and closers in reverse. */
import { isDeepStrictEqual } from "node:util";
import { startOrder } from "../registry/check-services.ts";
import type { Log, Plugin } from "../registry/plugin.ts";
import type { Registry } from "../registry/registry.ts";
import { bind } from "./bind.ts";
import { closeAll, inTime, type Closer } from "./closers.ts";
import { Follower } from "./follow.ts";
import { innerReads, type Batch } from "./inner-read.ts";
import { Runtime, type OwnedCheck, type OwnedMetric } from "./services.ts";
import {
  requireServices,
  ServiceAbsent,
  startFailure,
  stuckPolicy,
  timedOut,
} from "./start-failure.ts";

/** Time for one plugin's setup, in milliseconds. */
const SETUP_TIMEOUT_MS = 10_000;

/** By service id. */
type Instances = Map<string, unknown>;

/** A plugin whose setup is over. */
interface RunningPlugin {
  readonly plugin: Plugin;
  readonly options: unknown;
  /** Instances by service id, as its setup got them. */
  readonly needed: ReadonlyMap<string, unknown>;
  /** What its setup returned. */
  readonly provided: unknown;
  readonly follower: Follower;
  readonly closers: Closer[];
}

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
  const runtime: Runtime = {
    registry,
    checks,
    metrics,
    degraded,
    get ready() {
      return service.ready;
    },
    onChange: service.onChange,
    ...innerReads(registry, { handlers, batches }),
  };
  instances.set(Runtime.id, runtime);
  const started: Started = {
    running,
    instances,
    handlers,
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
  for (const plugin of order) {
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

/** Instances of what a plugin needs and of what it has provided so far. */
export function useOf(
  plugin: Plugin,
  instances: ReadonlyMap<string, unknown>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    [...Object.entries(plugin.needs ?? {}), ...Object.entries(plugin.provides ?? {})].map(
      ([name, { id }]) => [name, instances.get(id)],
    ),
  );
}

/** Whether a plugin that runs can go on in another revision: nothing that its setup built on is different there. */
function staysAsItIs(
  { plugin: before, options, needed, follower }: RunningPlugin,
  plugin: Plugin,
  nextOptions: unknown,
  instances: Instances,
  registry: Registry,
): boolean {
  return (
    before === plugin &&
    isDeepStrictEqual(options, nextOptions) &&
    [...needed].every(([id, instance]) => instances.get(id) === instance) &&
    !follower.isAffectedBy(registry)
  );
}

interface SetUpContext {
  readonly runtime: Runtime;
  readonly instances: Instances;
  readonly log: Log;
  readonly setupTimeoutMs: number;
}

async function setUp(
  plugin: Plugin,
  options: unknown,
  { runtime, instances, log, setupTimeoutMs }: SetUpContext,
): Promise<RunningPlugin> {
  const follower = new Follower(runtime);
  // The runtime follows the revisions, so it is the same for as long as the plugin runs.
  const seen: Instances = new Map([...instances, [Runtime.id, follower.runtime]]);
  const ids = Object.values(plugin.needs ?? {}).map(({ id }) => id);
  const needed = new Map(
    ids.filter((id) => id !== Runtime.id).map((id) => [id, instances.get(id)]),
  );
  const closers: Closer[] = [];
  const setup = new AbortController();
  const defer = (close: () => unknown) => {
    const closer = { plugin: plugin.id, close };
    // A setup that was given up may still come to this.
    if (setup.signal.aborted) void closeAll([closer], log);
    else closers.push(closer);
  };
  const context = { options, registry: follower.registry, log, signal: setup.signal, defer };
  try {
    const provided = await inTime(
      setupTimeoutMs,
      async () => plugin.setup?.(useOf(plugin, seen), context),
      () => timedOut(plugin, setupTimeoutMs),
    );
    follower.settle();
    return { plugin, options, needed, provided, follower, closers };
  } catch (error) {
    setup.abort();
    await closeAll(closers, log);
    throw error;
  }
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
