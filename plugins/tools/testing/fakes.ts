/** Time and identifiers that a test controls. */
import {
  definePlugin,
  toMilliseconds,
  type Duration,
  type Plugin,
  type WaymarkConfig,
} from "waymark";
import { Clock, Ids } from "waymark/services";
import { loadConfig, loadPlugins, refuse } from "waymark/tools";

/** The plugins of a test server, and the fakes among them. */
export interface FakeOptions {
  /** The plugins to begin with. Default: all of the preset. */
  readonly plugins?: readonly Plugin[];
  /** Config as in a file. Plugins that it does not set leave no trace: data stays in memory, and no line is logged. */
  readonly config?: WaymarkConfig;
  /** Replaces the plugin that provides the clock, for instance by `fixedClock()`. Default: not replaced. */
  readonly clock?: Clock;
  /** Replaces the plugin that makes identifiers, for instance by `fixedIds`. Default: not replaced. */
  readonly ids?: Ids;
}

/** A clock that only moves when a test advances it. */
export interface FixedClock extends Clock {
  /** Moves the clock, then runs what is due by now, such as periodic tasks: each once, in order, without waiting for it. */
  advance(by: Duration): void;
}

/** Returns a clock for `createTestServer({ clock })`. Default: 2026-01-02T03:04:05Z. */
export function fixedClock(at: string | Date = "2026-01-02T03:04:05Z"): FixedClock {
  let now = new Date(at).getTime();
  if (Number.isNaN(now)) throw new Error(`fixedClock takes a date; received ${String(at)}`);
  const timers = new Set<{ readonly at: number; readonly work: () => void }>();
  return {
    now: () => now,
    after(ms, work) {
      const timer = { at: now + ms, work };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance(by) {
      now += toMilliseconds(by);
      const due = [...timers].filter((timer) => timer.at <= now).toSorted((a, b) => a.at - b.at);
      for (const timer of due) if (timers.delete(timer)) timer.work();
    },
  };
}

/** Identifiers for `createTestServer({ ids })` that are always the same. */
export const fixedIds: Ids = {
  uuid: () => "01900000-0000-7000-8000-000000000000",
  hex: (digits) => "1".repeat(digits),
  like: (pattern) => pattern.replaceAll("x", "1").replaceAll("y", "8"),
};

/**
 * Returns the plugins with fakes in place of plugins that only provide the same services, and with further ones. Undefined
 * without either.
 */
export async function withFakes(
  { plugins, config, clock, ids }: FakeOptions,
  further: readonly Plugin[],
): Promise<readonly Plugin[] | undefined> {
  const fakes: Plugin[] = [];
  const summary = "Controlled by a test.";
  if (clock !== undefined)
    fakes.push(
      definePlugin({ id: "clock", summary, provides: { clock: Clock }, setup: () => ({ clock }) }),
    );
  if (ids !== undefined)
    fakes.push(
      definePlugin({ id: "ids", summary, provides: { ids: Ids }, setup: () => ({ ids }) }),
    );
  if (fakes.length === 0 && further.length === 0) return plugins;
  const replaced = new Set(fakes.flatMap(providedServices));
  const others = (plugins ?? (await presetPlugins(config))).filter((plugin) => {
    const services = providedServices(plugin);
    return services.length === 0 || !services.every((id) => replaced.has(id));
  });
  return [...fakes, ...others, ...further];
}

/** Ids of the services that a plugin provides. */
export function providedServices({ provides = {} }: Plugin): readonly string[] {
  return Object.values(provides).map(({ id }) => id);
}

/** Returns the plugins of the preset that the config names. Throws a BootError. */
export async function presetPlugins({ preset }: WaymarkConfig = {}): Promise<readonly Plugin[]> {
  const loaded = await loadConfig({
    cwd: process.cwd(),
    env: {},
    file: false,
    overrides: preset === undefined ? {} : { preset },
  });
  const { findings, offered } = await loadPlugins(loaded);
  refuse([...loaded.findings, ...findings]);
  return offered;
}
