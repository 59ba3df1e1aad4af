/** Time and identifiers that a test decides about. */
import { toMilliseconds } from "../../registry/contract/duration.ts";
import type { Plugin } from "../../registry/contract/plugin.ts";
import type { Duration } from "../../registry/contract/route.ts";
import { definePlugin } from "../define/plugin.ts";
import { Clock, Ids } from "../services.ts";
import { presetPlugins } from "./preset.ts";
import type { TestServerOptions } from "./server.ts";

/** Time that stands still until it is moved on. */
export interface FixedClock extends Clock {
  advance(by: Duration): void;
}

/** A clock for `createTestServer({ clock })`. Default: 2026-01-02T03:04:05Z. */
export function fixedClock(at: string | Date = "2026-01-02T03:04:05Z"): FixedClock {
  let now = new Date(at).getTime();
  if (Number.isNaN(now)) throw new Error(`fixedClock takes a date; received ${String(at)}`);
  return {
    now: () => now,
    advance: (by) => void (now += toMilliseconds(by)),
  };
}

/** Identifiers for `createTestServer({ ids })` that are always the same. */
export const fixedIds: Ids = {
  uuid: () => "01900000-0000-7000-8000-000000000000",
  hex: (digits) => "1".repeat(digits),
  like: (pattern) => pattern.replaceAll("x", "1").replaceAll("y", "8"),
};

/** The plugins to begin with, those replaced that only provide what stands in. Undefined when nothing is to change. */
export async function withStandIns({
  plugins,
  config,
  clock,
  ids,
}: TestServerOptions): Promise<readonly Plugin[] | undefined> {
  const standIns: Plugin[] = [];
  if (clock !== undefined)
    standIns.push(
      definePlugin({
        id: "clock",
        summary: "The time of a test.",
        provides: { clock: Clock },
        setup: () => ({ clock }),
      }),
    );
  if (ids !== undefined)
    standIns.push(
      definePlugin({
        id: "ids",
        summary: "The identifiers of a test.",
        provides: { ids: Ids },
        setup: () => ({ ids }),
      }),
    );
  if (standIns.length === 0) return plugins;
  const replaced = new Set(standIns.flatMap(provided));
  const kept = (plugins ?? (await presetPlugins(config))).filter((plugin) => {
    const services = provided(plugin);
    return services.length === 0 || !services.every((id) => replaced.has(id));
  });
  return [...standIns, ...kept];
}

/** Ids of the services that a plugin provides. */
export function provided({ provides = {} }: Plugin): readonly string[] {
  return Object.values(provides).map(({ id }) => id);
}
