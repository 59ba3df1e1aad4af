/** Texts of `waymark explain`, one function for each kind of thing. */
import { configKey } from "../../../registry/contract/config-key.ts";
import { show } from "../../../registry/contract/finding.ts";
import { FINDINGS, type FindingEntry } from "../../../registry/contract/finding-codes.ts";
import type { InstalledPlugin } from "../../../registry/contract/installed.ts";
import type { Plugin } from "../../../registry/contract/plugin.ts";
import type { CatalogEntry, SealedSchema } from "../../../registry/contract/registry.ts";
import type { SealedRoute } from "../../../registry/contract/sealed-route.ts";
import { collect } from "../../../registry/seal/collect.ts";
import type { Booted } from "../../boot/boot.ts";
import { keysOf, propertyOf, toNode } from "../../../registry/contract/describe-schema.ts";
import { HIDDEN, withoutSecrets } from "../../../registry/contract/secrets.ts";
import { configPath, shownSource } from "../../config/setting.ts";
import { valueAt } from "../../../registry/contract/explain-issues.ts";
import { headerRows, valueRows } from "../headers.ts";
import { cacheText, policyKeys } from "../routes.ts";
import { table } from "../table.ts";

/** Lays out a text: a head, a table of the facts that have a text, and further sections. */
export function layOut(
  head: readonly string[],
  facts: readonly (readonly [name: string, text: string | undefined])[],
  sections: readonly string[] = [],
): string {
  const rows = facts.flatMap(([name, text]) => (text ? [[name, text]] : []));
  return [...head, "", indented(rows), ...sections.flatMap((text) => ["", text])].join("\n");
}

/** Flags of all installed plugins, except those of a plugin that is off when they depend on its options. */
export function flagsOf(installed: readonly InstalledPlugin[]) {
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
export function explainCode(code: string, plugins: readonly Plugin[]): string | undefined {
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
  return layOut(
    [`error ${code}: ${status}`, message],
    [
      ["owner", ownerText(installed, plugin)],
      ["declared by", listRefs(declaring)],
    ],
  );
}

/** A published type: a plugin's schema, or the envelope of a list. */
export function explainSchema({ registry, installed }: Booted, schema: SealedSchema): string {
  const { name, plugin, list } = schema;
  // Any plugin may have the route that publishes schemas.
  const publisher = registry.routes.find(
    ({ path, mediaTypes }) =>
      mediaTypes.includes("application/schema+json") && /^[^{]*\{\w+\}$/.test(path),
  );
  const bodies = registry.routes.filter((route) => route.schema === name);
  return layOut(
    [`schema ${name}`],
    [
      ["owner", ownerText(installed, plugin)],
      ["published at", publisher?.path.replace(/\{\w+\}/, name)],
      ["items", list && `in ${list.as}`],
      ["body of", listRefs(bodies) || "no route"],
    ],
  );
}

/** Ids of the services that installed plugins provide or need. */
export function serviceIds(installed: readonly InstalledPlugin[]): readonly string[] {
  const tokens = installed.flatMap(({ plugin: { provides, needs } }) =>
    Object.values({ ...provides, ...needs }),
  );
  return [...new Set(tokens.map(({ id }) => id))];
}

export function explainService({ installed }: Booted, id: string): string {
  const having = (key: "provides" | "needs") =>
    installed.filter(({ plugin }) => Object.values(plugin[key] ?? {}).some((own) => own.id === id));
  const providers = having("provides").map(
    (entry) => `${pluginText(installed, entry.plugin.id)}${entry.enabled ? "" : ", off"}`,
  );
  const users = having("needs").map(({ plugin }) => plugin.id);
  return layOut(
    [`service ${id}`],
    [
      ["provided by", providers.join(", ") || "kernel"],
      ["needed by", users.join(", ") || "no plugin"],
    ],
  );
}

export function explainRoute({ registry, installed }: Booted, route: SealedRoute): string {
  const { declaration, kind, schema, mediaTypes, policies, relations } = route;
  return layOut(
    [`${route.method} ${route.path}  ${route.ref}`, declaration.summary],
    [
      ["plugin", pluginText(installed, route.plugin)],
      ["body", [kind, schema, mediaTypes.join(", ")].filter(Boolean).join(", ")],
      ["cache", cacheText(declaration.cache)],
      ...policyKeys(route).map(
        ([key, value]) => [key, typeof value === "string" ? value : show(value)] as const,
      ),
      ["policies", listNames(policies.map(({ policy }) => policy.id))],
      ["relations", listNames(relations.map(({ rel, target }) => `${rel} → ${target.path}`))],
    ],
    [`headers\n${indented(headerRows(route, registry))}`],
  );
}

export function explainHeader({ registry, installed }: Booted, header: string): string {
  const owner = registry.policies.find(({ policy }) => Object.hasOwn(policy.writes ?? {}, header));
  const contributors = registry.routes.flatMap((route) =>
    route.policies
      .filter(({ compiled }) => compiled.contributes?.some((item) => item.header === header))
      .map(({ policy }) => policy.id),
  );
  const entry = installed.find(({ plugin }) => plugin.id === owner?.plugin);
  const values = valueRows(header, registry);
  return layOut(
    [header, owner?.policy.writes?.[header] ?? "Computed by the kernel."],
    [
      ["owner", owner === undefined ? "kernel" : `policy ${owner.policy.id}`],
      ["plugin", owner && pluginText(installed, owner.plugin)],
      ["added to by", [...new Set(contributors)].join(", ")],
    ],
    [
      ...(entry === undefined ? [] : [optionsText(entry)]),
      ...(values.length === 0 ? [] : [`values\n${indented(values)}`]),
    ],
  );
}

export function explainFlag({ registry, installed }: Booted, flag: string): string {
  const owners = flagsOf(installed).filter((entry) => entry.flag === flag);
  const rows = owners.map(({ entry }) => {
    const { plugin, enabled } = entry;
    const [state, other] = enabled ? ["on", "off"] : ["off", "on"];
    return [`plugin ${plugin.id}`, state, `${other} with ${pathOf(entry)}: ${!enabled}`];
  });
  return [`capability ${flag}: ${registry.capabilities[flag] === true}`, "", indented(rows)].join(
    "\n",
  );
}

export function explainPlugin({ registry, installed }: Booted, entry: InstalledPlugin): string {
  const { plugin, enabled } = entry;
  const { needs = {}, provides = {}, policies = [] } = plugin;
  const flags = flagsOf(installed).filter((flag) => flag.entry === entry);
  const routes = registry.routes.filter((route) => route.plugin === plugin.id);
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
    [optionsText(entry), ...(rows.length === 0 ? [] : [`routes\n${indented(rows)}`])],
  );
}

/** The config keys of a plugin with their values. */
function optionsText(entry: InstalledPlugin): string {
  const key = pathOf(entry);
  if (entry.plugin.options === undefined) return `set by\n  ${key}  true or false`;
  const root = toNode(entry.plugin.options);
  const rows = keysOf(root).map((option) => {
    const value = valueAt(withoutSecrets(entry.options, root), [option]);
    return [`${key}.${option}`, showValue(value), propertyOf(root, option)?.node.description ?? ""];
  });
  return `set by\n${indented([[key, String(entry.enabled), ""], ...rows])}`;
}

/** A value without secrets, as text. */
export function showValue(value: unknown): string {
  return value === undefined || value === HIDDEN ? (value ?? "-") : show(value);
}

/** The owner: the kernel, or a plugin with the key that sets it. */
function ownerText(installed: readonly InstalledPlugin[], id: string): string {
  return id === "kernel" ? id : `plugin ${pluginText(installed, id)}`;
}

export function pluginText(installed: readonly InstalledPlugin[], id: string): string {
  const entry = installed.find(({ plugin }) => plugin.id === id);
  return entry === undefined ? id : `${id} (set by ${pathOf(entry)})`;
}

export function pathOf(entry: InstalledPlugin): string {
  return configPath(configKey(entry));
}

function listRefs(routes: readonly SealedRoute[]): string {
  return routes.map(({ ref }) => ref).join(", ");
}

function listNames(names: readonly string[]): string {
  return names.join(", ") || "none";
}

function indented(rows: readonly (readonly string[])[]): string {
  return table(rows).replaceAll(/^(?=.)/gm, "  ");
}
