/** Texts of `waymark explain`, one function for each kind of thing. */
import { show } from "../../../registry/contract/finding.ts";
import { FINDINGS, type FindingEntry } from "../../../registry/contract/finding-codes.ts";
import { collect } from "../../../registry/seal/collect.ts";
import type { CatalogEntry, SealedSchema } from "../../../registry/contract/registry.ts";
import type { InstalledPlugin } from "../../../registry/contract/installed.ts";
import type { Plugin } from "../../../registry/contract/plugin.ts";
import type { SealedRoute } from "../../../registry/contract/sealed-route.ts";
import type { Booted } from "../../boot/boot.ts";
import { configKey } from "../../../registry/contract/config-key.ts";
import { isSecret, keysOf, propertyOf, toNode } from "../../config/describe-schema.ts";
import { configPath, shownSource } from "../../config/setting.ts";
import { headerRows, valueRows } from "../headers.ts";
import { cacheText, policyKeys } from "../routes.ts";
import { table } from "../table.ts";

/** A capability flag with the plugin that contributes it. */
export interface Flag {
  readonly flag: string;
  readonly entry: InstalledPlugin;
}

/** Flags of all installed plugins, except those of a plugin that is off when they depend on its options. */
export function flagsOf(installed: readonly InstalledPlugin[]): readonly Flag[] {
  return installed.flatMap((entry) => {
    const { id, summary, capabilities = {}, routes = {} } = entry.plugin;
    const plugin = {
      id,
      summary,
      ...(typeof capabilities === "function" && !entry.enabled ? {} : { capabilities }),
      ...(typeof routes === "function" && !entry.enabled ? {} : { routes }),
    };
    const flags = collect([{ ...entry, enabled: true, plugin }]).capabilities;
    return flags.map(({ name }) => ({ flag: name, entry }));
  });
}

/** A code of a finding. It is explained without a boot, which the finding prevents. */
export function explainCode(code: string, plugins: readonly Plugin[] = []): string | undefined {
  const tables: readonly Readonly<Record<string, FindingEntry>>[] = [
    FINDINGS,
    ...plugins.map(({ validate }) => validate?.findings ?? {}),
  ];
  const entry = tables.find((codes) => Object.hasOwn(codes, code))?.[code];
  return entry && `${code}: ${entry.meaning}\n  hint: ${entry.hint}`;
}

/** An entry of the catalog of errors that answers carry. */
export function explainError(
  { registry, installed }: Booted,
  { code, status, message, plugin }: CatalogEntry,
): string {
  const declaring = registry.routes.filter(({ declaration: { errors, alwaysFails } }) => {
    return errors?.includes(code) === true || alwaysFails?.code === code;
  });
  const facts = [
    ["owner", ownerText(installed, plugin)],
    ...(declaring.length === 0 ? [] : [["declared by", refsOf(declaring)]]),
  ];
  return [`error ${code}: ${status}`, message, "", indent(table(facts))].join("\n");
}

/** A published type: a plugin's schema, or the envelope of a list. */
export function explainSchema({ registry, installed }: Booted, schema: SealedSchema): string {
  const { name, plugin, list } = schema;
  // The route that publishes schemas, whichever plugin has it.
  const publisher = registry.routes.find(
    ({ path, mediaTypes }) =>
      mediaTypes.includes("application/schema+json") && /^[^{]*\{\w+\}$/.test(path),
  );
  const bodies = registry.routes.filter((route) => route.schema === name);
  const facts = [
    ["owner", ownerText(installed, plugin)],
    ...(publisher ? [["published at", publisher.path.replace(/\{\w+\}/, name)]] : []),
    ...(list === undefined ? [] : [["items", `in ${list.as}`]]),
    ["body of", refsOf(bodies) || "no route"],
  ];
  return [`schema ${name}`, "", indent(table(facts))].join("\n");
}

/** Ids of the services that installed plugins provide or need. */
export function serviceIds(installed: readonly InstalledPlugin[]): readonly string[] {
  const tokens = installed.flatMap(({ plugin: { provides, needs } }) => [
    ...Object.values(provides ?? {}),
    ...Object.values(needs ?? {}),
  ]);
  return [...new Set(tokens.map(({ id }) => id))];
}

export function explainService({ installed }: Booted, id: string): string {
  const having = (key: "provides" | "needs") =>
    installed.filter(({ plugin }) => Object.values(plugin[key] ?? {}).some((own) => own.id === id));
  const providers = having("provides").map(
    (entry) => `${pluginText(installed, entry.plugin.id)}${entry.enabled ? "" : ", off"}`,
  );
  const users = having("needs").map(({ plugin }) => plugin.id);
  const facts = [
    ["provided by", providers.join(", ") || "kernel"],
    ["needed by", users.join(", ") || "no plugin"],
  ];
  return [`service ${id}`, "", indent(table(facts))].join("\n");
}

export function explainRoute({ registry, installed }: Booted, route: SealedRoute): string {
  const { declaration } = route;
  const facts = [
    ["plugin", pluginText(installed, route.plugin)],
    ["body", [route.kind, route.schema, route.mediaTypes.join(", ")].filter(Boolean).join(", ")],
    ["cache", cacheText(declaration.cache)],
    ...policyKeys(route).map(([key, value]) => [
      key,
      typeof value === "string" ? value : show(value),
    ]),
    ["policies", route.policies.map(({ policy }) => policy.id).join(", ") || "none"],
    [
      "relations",
      route.relations.map(({ rel, target }) => `${rel} → ${target.path}`).join(", ") || "none",
    ],
  ];
  const head = `${route.method} ${route.path}  ${route.ref}`;
  const headers = indent(table(headerRows(route, registry)));
  return [head, declaration.summary, "", indent(table(facts)), "", "headers", headers].join("\n");
}

export function explainHeader({ registry, installed }: Booted, header: string): string {
  const owner = registry.policies.find(({ policy }) => Object.hasOwn(policy.writes ?? {}, header));
  const contributors = new Set(
    registry.routes.flatMap((route) =>
      route.policies
        .filter(({ compiled }) =>
          compiled.contributes?.some((addition) => addition.header === header),
        )
        .map(({ policy }) => policy.id),
    ),
  );
  const facts = [
    ["owner", owner === undefined ? "kernel" : `policy ${owner.policy.id}`],
    ...(owner === undefined ? [] : [["plugin", pluginText(installed, owner.plugin)]]),
    ...(contributors.size === 0 ? [] : [["added to by", [...contributors].join(", ")]]),
  ];
  const entry = installed.find(({ plugin }) => plugin.id === owner?.plugin);
  const about = owner?.policy.writes?.[header] ?? "Computed by the kernel.";
  const parts = [header, about, "", indent(table(facts))];
  if (entry !== undefined) parts.push("", optionsText(entry));
  const values = valueRows(header, registry);
  if (values.length > 0) parts.push("", "values", indent(table(values)));
  return parts.join("\n");
}

export function explainFlag({ registry, installed }: Booted, flag: string): string {
  const owners = flagsOf(installed).filter((entry) => entry.flag === flag);
  const lines = owners.map(({ entry }) => {
    const switchText = entry.enabled
      ? `off with ${pathOf(entry)}: false`
      : `on with ${pathOf(entry)}: true`;
    return [`plugin ${entry.plugin.id}`, entry.enabled ? "on" : "off", switchText];
  });
  return [
    `capability ${flag}: ${registry.capabilities[flag] === true}`,
    "",
    indent(table(lines)),
  ].join("\n");
}

export function explainPlugin({ registry, installed }: Booted, entry: InstalledPlugin): string {
  const { plugin, enabled } = entry;
  const services = (needs: Readonly<Record<string, { readonly id: string }>> | undefined) =>
    Object.values(needs ?? {})
      .map(({ id }) => id)
      .join(", ") || "none";
  const facts = [
    ["state", enabled ? "on" : "off"],
    ["named by", shownSource(entry.source)],
    ["needs", services(plugin.needs)],
    ["provides", services(plugin.provides)],
    ["policies", (plugin.policies ?? []).map(({ id }) => id).join(", ") || "none"],
    [
      "flags",
      flagsOf(installed)
        .filter((flag) => flag.entry === entry)
        .map(({ flag }) => flag)
        .join(", ") || "none",
    ],
  ];
  const own = registry.routes.filter((route) => route.plugin === plugin.id);
  const parts = [
    `plugin ${plugin.id}`,
    plugin.summary,
    "",
    indent(table(facts)),
    "",
    optionsText(entry),
  ];
  if (own.length > 0)
    parts.push("", "routes", indent(table(own.map(({ method, path, id }) => [method, path, id]))));
  return parts.join("\n");
}

/** The config keys of a plugin with their values. */
function optionsText(entry: InstalledPlugin): string {
  const key = pathOf(entry);
  if (entry.plugin.options === undefined) return `set by\n  ${key}  true or false`;
  const root = toNode(entry.plugin.options);
  const values: Readonly<Record<string, unknown>> = { ...(entry.options as object | undefined) };
  const rows = keysOf(root).map((option) => {
    const schema = propertyOf(root, option);
    const value = isSecret(schema)
      ? "(not shown)"
      : values[option] === undefined
        ? "-"
        : show(values[option]);
    return [`${key}.${option}`, value, schema?.node.description ?? ""];
  });
  return `set by\n${indent(table([[key, String(entry.enabled), ""], ...rows]))}`;
}

/** The owner: the kernel, or a plugin with the key that sets it. */
function ownerText(installed: readonly InstalledPlugin[], id: string): string {
  return id === "kernel" ? id : `plugin ${pluginText(installed, id)}`;
}

function refsOf(routes: readonly SealedRoute[]): string {
  return routes.map(({ ref }) => ref).join(", ");
}

export function pluginText(installed: readonly InstalledPlugin[], id: string): string {
  const entry = installed.find(({ plugin }) => plugin.id === id);
  return entry === undefined ? id : `${id} (set by ${pathOf(entry)})`;
}

export function pathOf({ plugin, source }: InstalledPlugin): string {
  return configPath(configKey({ plugin, source }));
}

export function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, "  ");
}
