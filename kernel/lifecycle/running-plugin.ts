/** One plugin that runs: its setup, what it provided, and whether it can go on in another revision. */
import { isDeepStrictEqual } from "node:util";
import type { Plugin } from "../../registry/contract/plugin.ts";
import type { Log } from "../../registry/contract/types.ts";
import type { Registry } from "../../registry/contract/registry.ts";
import { closeAll, inTime, type Closer } from "../support/shutdown.ts";
import { Follower } from "./live-registry.ts";
import { Runtime } from "../services.ts";
import { timedOut } from "./start-failure.ts";

/** By service id. */
export type Instances = Map<string, unknown>;

/** A plugin whose setup is over. */
export interface RunningPlugin {
  readonly plugin: Plugin;
  readonly options: unknown;
  /** Instances by service id, as its setup got them. */
  readonly needed: ReadonlyMap<string, unknown>;
  /** What its setup returned. */
  readonly provided: unknown;
  readonly follower: Follower;
  readonly closers: Closer[];
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
export function staysAsItIs(
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

export async function setUp(
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

export function provide(plugin: Plugin, provided: unknown, instances: Instances): void {
  for (const [name, { id }] of Object.entries(plugin.provides ?? {})) {
    const instance =
      typeof provided === "object" && provided !== null ? Reflect.get(provided, name) : undefined;
    if (instance === undefined)
      throw new Error(`setup did not return ${name}, which the plugin provides`);
    instances.set(id, instance);
  }
}
