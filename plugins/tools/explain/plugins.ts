/** `waymark explain` for plugins and their capability flags. */
import type { Plugin } from "waymark";
import { configKey } from "waymark/advanced";
import { Capabilities } from "waymark/services";
import {
  collect,
  entriesOf,
  keysOf,
  propertyOf,
  showValue,
  shownSource,
  toNode,
  valueAt,
  withoutSecrets,
} from "waymark/tools";
import type { Booted, InstalledPlugin } from "waymark/server";
import type { Kind, Thing } from "./explanation.ts";
import { pathOf } from "../../shared/owners.ts";

export function plugins({ registry, installed }: Booted): Kind {
  const owned = flagsOf(installed);
  const all = [...registry.routes, ...registry.adminRoutes];
  const idsOf = (things: readonly { readonly id: string }[]) =>
    things.map(({ id }) => id).join(", ") || "none";
  const namesOf = (entry: InstalledPlugin) => [entry.plugin.id, configKey(entry), pathOf(entry)];
  return {
    names: installed.flatMap(namesOf),
    explain: (name) =>
      installed
        .filter((entry) => namesOf(entry).includes(name))
        .map((entry) => {
          const { id, summary, needs = {}, provides = {}, policies = [] } = entry.plugin;
          const own = owned.filter((flag) => flag.entry === entry);
          return {
            title: `plugin ${id}`,
            about: [summary],
            facts: {
              state: entry.enabled ? "on" : "off",
              "named by": shownSource(entry.source),
              needs: idsOf(Object.values(needs)),
              provides: idsOf(Object.values(provides)),
              policies: idsOf(policies),
              flags: own.map(({ flag }) => flag).join(", ") || "none",
            },
            sections: {
              "set by": settingRows(entry),
              routes: all
                .filter((route) => route.plugin === id)
                .map((route) => [route.method, route.path, route.id]),
            },
          };
        }),
  };
}

/** Returns the config keys of a plugin with their values. */
export function settingRows(entry: InstalledPlugin): readonly (readonly string[])[] {
  const key = pathOf(entry);
  if (entry.plugin.options === undefined) return [[key, "true or false"]];
  const root = toNode(entry.plugin.options);
  const values = withoutSecrets(entry.options, root);
  const rows = keysOf(root).map((option) => [
    `${key}.${option}`,
    showValue(valueAt(values, [option])),
    propertyOf(root, option)?.node.description ?? "",
  ]);
  return [[key, String(entry.enabled), ""], ...rows];
}

/** Returns the flags that the service publishes: none if no plugin that is on reads them. */
export function flags(booted: Booted): readonly Thing[] {
  const isReader = ({ enabled, plugin: { points = [] } }: InstalledPlugin) =>
    enabled && points.includes(Capabilities);
  if (!booted.installed.some(isReader)) return [];
  const owned = Map.groupBy(flagsOf(booted.installed), ({ flag }) => flag);
  return [...owned].map(([name, owners]) => {
    const rows = owners.map(({ entry }) => {
      const [state, other] = entry.enabled ? ["on", "off"] : ["off", "on"];
      return [
        `plugin ${entry.plugin.id}`,
        state,
        `${other} with ${pathOf(entry)}: ${!entry.enabled}`,
      ];
    });
    const title = `capability ${name}: ${booted.registry.of(Capabilities)[name] === true}`;
    return { name, title, sections: { "": rows } };
  });
}

/** Returns the flags of all installed plugins, except flags that depend on the options of a plugin that is off. */
function flagsOf(installed: readonly InstalledPlugin[]) {
  return installed.flatMap((entry) => {
    const { id, summary, capabilities = {}, routes = {} }: Plugin = entry.plugin;
    const plugin = {
      id,
      summary,
      ...(typeof capabilities === "function" && !entry.enabled ? {} : { capabilities }),
      ...(typeof routes === "function" && !entry.enabled ? {} : { routes }),
    };
    const { contributors } = collect([{ ...entry, enabled: true, plugin }]);
    return entriesOf(Capabilities, contributors).flatMap(({ name, value }) =>
      ownersOf(value, entry, installed).map((owner) => ({ flag: name, entry: owner })),
    );
  });
}

/** A header's flag goes with the plugins that write the header; any other is its contributor's. */
function ownersOf(
  capability: unknown,
  contributor: InstalledPlugin,
  installed: readonly InstalledPlugin[],
): readonly InstalledPlugin[] {
  const { sends }: { readonly sends?: string } = Object(capability);
  if (sends === undefined) return [contributor];
  return installed.filter(({ plugin: { policies = [] } }) =>
    policies.some(({ writes = {} }) => Object.hasOwn(writes, sends)),
  );
}
