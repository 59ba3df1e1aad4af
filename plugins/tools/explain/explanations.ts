/** Texts of `waymark explain`, for what plugins contribute to answers: routes, headers, flags. */
import { show, type SealedRoute } from "waymark";
import { type ResolvedRelation, queryFields } from "waymark/advanced";
import {
  cacheText,
  keysOf,
  policyKeys,
  propertyOf,
  showValue,
  shownSource,
  toNode,
  valueAt,
  withoutSecrets,
} from "waymark/tools";
import type { Booted, InstalledPlugin } from "waymark/server";
import { accessFacts } from "./access.ts";
import { flagsOf } from "./flags.ts";
import { headerRows, valueRows } from "./headers.ts";
import { layOut, type Explanation, type Section } from "./explanation.ts";
import { listNames, pathOf, pluginText } from "./texts.ts";

export function explainRoute(booted: Booted, route: SealedRoute): Explanation {
  const { registry, installed } = booted;
  const { declaration, kind, schema, mediaTypes, policies, relations, itemRelations } = route;
  return layOut(
    [`${route.method} ${route.path}  ${route.ref}`, declaration.summary],
    [
      ["plugin", pluginText(installed, route.plugin)],
      ["listener", declaration.listener],
      ["body", [kind, schema, mediaTypes.join(", ")].filter(Boolean).join(", ")],
      ["view", route.view && "text/html, for browsers"],
      ["cache", cacheText(declaration.cache)],
      ...accessFacts(booted, route),
      ...policyKeys(route).map(
        ([key, value]) => [key, typeof value === "string" ? value : show(value)] as const,
      ),
      ["parameters", policies.flatMap(parameterNames).join(", ")],
      ["policies", listNames(policies.map(({ policy }) => policy.id))],
      ["relations", listNames(relations.map(leadText))],
      ["of each item", itemRelations.map(leadText).join(", ")],
    ],
    [["headers", headerRows(route, registry)]],
  );
}

function parameterNames({
  policy,
  compiled: { parameters },
}: SealedRoute["policies"][number]): readonly string[] {
  if (parameters === undefined) return [];
  return [...queryFields(parameters.schema).keys()].map((name) => `${name} of ${policy.id}`);
}

function leadText({ rel, target }: ResolvedRelation): string {
  return `${rel} → ${target.path}`;
}

export function explainHeader({ registry, installed }: Booted, header: string): Explanation {
  const owner = registry.policies.find(({ policy }) => Object.hasOwn(policy.writes ?? {}, header));
  const contributors = registry.routes.flatMap((route) =>
    route.policies
      .filter(({ compiled }) => compiled.contributes?.some((item) => item.header === header))
      .map(({ policy }) => policy.id),
  );
  const entry = installed.find(({ plugin }) => plugin.id === owner?.plugin);
  return layOut(
    [header, owner?.policy.writes?.[header] ?? "Computed by the kernel."],
    [
      ["owner", owner === undefined ? "kernel" : `policy ${owner.policy.id}`],
      ["plugin", owner && pluginText(installed, owner.plugin)],
      ["added to by", [...new Set(contributors)].join(", ")],
    ],
    [...(entry === undefined ? [] : [optionsOf(entry)]), ["values", valueRows(header, registry)]],
  );
}

export function explainFlag({ registry, installed }: Booted, flag: string): Explanation {
  const owners = flagsOf(installed).filter((entry) => entry.flag === flag);
  const rows = owners.map(({ entry }) => {
    const { plugin, enabled } = entry;
    const [state, other] = enabled ? ["on", "off"] : ["off", "on"];
    return [`plugin ${plugin.id}`, state, `${other} with ${pathOf(entry)}: ${!enabled}`];
  });
  return layOut([`capability ${flag}: ${registry.capabilities[flag] === true}`], [], [["", rows]]);
}

export function explainPlugin(
  { registry, installed }: Booted,
  entry: InstalledPlugin,
): Explanation {
  const { plugin, enabled } = entry;
  const { needs = {}, provides = {}, policies = [] } = plugin;
  const flags = flagsOf(installed).filter((flag) => flag.entry === entry);
  const all = [...registry.routes, ...registry.adminRoutes];
  const routes = all.filter((route) => route.plugin === plugin.id);
  const rows = routes.map(({ method, path, id }) => [method, path, id]);
  return layOut(
    [`plugin ${plugin.id}`, plugin.summary],
    [
      ["state", enabled ? "on" : "off"],
      ["named by", shownSource(entry.source)],
      ["needs", listNames(Object.values(needs).map(({ id }) => id))],
      ["provides", listNames(Object.values(provides).map(({ id }) => id))],
      ["policies", listNames(policies.map(({ id }) => id))],
      ["flags", listNames(flags.map(({ flag }) => flag))],
    ],
    [optionsOf(entry), ["routes", rows]],
  );
}

/** Returns the config keys of a plugin with their values. */
function optionsOf(entry: InstalledPlugin): Section {
  const key = pathOf(entry);
  if (entry.plugin.options === undefined) return ["set by", [[key, "true or false"]]];
  const root = toNode(entry.plugin.options);
  const rows = keysOf(root).map((option) => {
    const value = valueAt(withoutSecrets(entry.options, root), [option]);
    return [`${key}.${option}`, showValue(value), propertyOf(root, option)?.node.description ?? ""];
  });
  return ["set by", [[key, String(entry.enabled), ""], ...rows]];
}
