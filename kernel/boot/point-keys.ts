/** Judges the keys of plugins that are not the kernel's own, once all plugins are loaded: readers of points claim them. */
import { didYouMean, nearest } from "../../registry/schema/words.ts";
import type { Finding } from "../../registry/contract/finding.ts";
import type { Plugin } from "../../registry/contract/plugin.ts";
import { isPoint, type Point } from "../../registry/contract/point.ts";
import type { Notice } from "../config/env.ts";
import { KERNEL_KEYS, type ForeignKey } from "./check-plugin.ts";
import { importNamed } from "./resolve-module.ts";

/** Our own points, which are known even if no installed plugin reads them. */
const OWN_POINTS = "waymark/services";

export interface JudgedKeys {
  readonly mistakes: readonly { readonly finding: Finding; readonly optional?: string }[];
  /** Keys that nothing installed reads. */
  readonly notices: readonly Notice[];
}

/**
 * Finds keys that no point claims.
 *
 * @param hasFailed true if a module could not be loaded: a key that is like no other may belong to its plugin then.
 */
export async function judgeKeys(
  keys: readonly ForeignKey[],
  plugins: readonly Plugin[],
  { hasFailed, folder }: { readonly hasFailed: boolean; readonly folder: string },
): Promise<JudgedKeys> {
  const claimed = new Set(plugins.flatMap(({ points = [] }) => points.map(({ id }) => id)));
  const unclaimed = keys.filter(({ key }) => !claimed.has(key));
  if (unclaimed.length === 0) return { mistakes: [], notices: [] };
  const readers = await ownReaders(folder);
  const known = [...new Set([...KERNEL_KEYS, ...claimed, ...readers.keys()])];
  const mistakes = unclaimed.flatMap(({ key, optional, ...about }) => {
    if (readers.has(key) || (hasFailed && nearest(key, known) === undefined)) return [];
    const message = `a plugin has no key ${JSON.stringify(key)}`;
    const hint = didYouMean(key, known);
    const finding = { code: "PLUGIN_KEY_UNKNOWN", ...about, message, hint } as const;
    return [{ finding, ...(optional !== undefined && { optional }) }];
  });
  const idle = Map.groupBy(
    unclaimed.filter(({ key }) => readers.has(key)),
    ({ key }) => key,
  );
  const notices = [...idle].map(([key, users]) => ({
    message: `no installed plugin reads ${key}, so they have no effect`,
    fields: { plugins: users.map(({ plugin }) => plugin).join(", "), reader: readers.get(key) },
  }));
  return { mistakes, notices };
}

/** Returns the plugins that read our own points, by key. */
async function ownReaders(folder: string): Promise<ReadonlyMap<string, string>> {
  const exported = Object.values((await importNamed(OWN_POINTS, folder)) ?? {});
  return new Map(exported.flatMap((one) => (isPoint(one) ? [[one.id, one.reader]] : [])));
}

/** Finds points that two plugins make, and points that have a key of the kernel. */
export function checkPointOwners(plugins: readonly Plugin[]): readonly Finding[] {
  const first = new Map<string, { readonly plugin: string; readonly point: Point }>();
  return plugins.flatMap(({ id: plugin, points = [] }) =>
    points.flatMap((point): readonly Finding[] => {
      const other = first.get(point.id);
      if (other === undefined) first.set(point.id, { plugin, point });
      const owner = KERNEL_KEYS.includes(point.id) ? "kernel" : other?.plugin;
      if (owner === undefined || other?.point === point) return [];
      return [
        {
          code: "POINT_CONFLICT",
          plugin: `${owner}, ${plugin}`,
          where: point.id,
          message: "two points have the same key of plugins",
          hint: "rename the id of one, or switch one of the plugins off",
        },
      ];
    }),
  );
}
