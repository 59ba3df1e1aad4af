/** Judges the keys of plugins that are not the kernel's own, once all plugins are loaded: readers of points claim them. */
import { didYouMean, nearest } from "../../../registry/schema/words.ts";
import type { Finding } from "../../../registry/contract/finding/finding.ts";
import type { Plugin } from "../../../registry/contract/plugin/plugin.ts";
import { isPoint, type Point } from "../../../registry/contract/plugin/point.ts";
import type { Notice } from "../support/boot-errors.ts";
import { KERNEL_KEYS, type LoadedPlugin } from "./check-plugin.ts";
import { importNamed } from "./resolve-module.ts";

/** Module of Waymark's points, which are known even if no installed plugin reads them. */
const OWN_POINTS = "waymark/services";

/** Adds findings about keys that no point claims to plugins that are on. Notices keys that nothing installed reads. */
export async function judgeKeys(
  loaded: readonly LoadedPlugin[],
  isOn: (one: LoadedPlugin) => boolean,
  folder: string,
): Promise<{ readonly plugins: readonly LoadedPlugin[]; readonly notices: readonly Notice[] }> {
  const claimed = new Set(
    loaded.flatMap(({ plugin }) => (plugin?.points ?? []).map(({ id }) => id)),
  );
  const unclaimed = new Map(
    loaded.filter(isOn).map((one) => [one, one.foreign.filter((key) => !claimed.has(key))]),
  );
  if ([...unclaimed.values()].flat().length === 0) return { plugins: loaded, notices: [] };
  const readers = await ownReaders(folder);
  const known = [...new Set([...KERNEL_KEYS, ...claimed, ...readers.keys()])];
  // A key that is like no other may belong to a module that could not be loaded.
  const hasFailed = loaded.some((one) => one.plugin === undefined && isOn(one));
  const plugins = loaded.map((one) => {
    const { id, where } = one;
    const findings = (unclaimed.get(one) ?? []).flatMap((key): readonly Finding[] => {
      if (readers.has(key) || (hasFailed && nearest(key, known) === undefined)) return [];
      const message = `a plugin has no key ${JSON.stringify(key)}`;
      const about = id === undefined ? { where } : { plugin: id, where };
      return [{ code: "PLUGIN_KEY_UNKNOWN", ...about, message, hint: didYouMean(key, known) }];
    });
    return { ...one, findings: [...findings, ...one.findings] };
  });
  const notices = [...readers].flatMap(([key, reader]) => {
    const users = [...unclaimed].flatMap(([{ id }, keys]) => (keys.includes(key) ? [id] : []));
    if (users.length === 0) return [];
    const message = `no installed plugin reads ${key}, so they have no effect`;
    return [{ message, fields: { plugins: users.join(", "), reader } }];
  });
  return { plugins, notices };
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
