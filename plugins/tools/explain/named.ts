/** Texts of `waymark explain` for what has a name of its own: errors, statuses, types, events, metrics, services, findings. */
import { STATUS_CODES } from "node:http";
import type { Plugin } from "waymark";
import type {
  Audience,
  CatalogEntry,
  EntryExplanation,
  MetricInfo,
  SealedPoint,
  SealedSchema,
} from "waymark/advanced";
import {
  type Contributor,
  FINDINGS,
  type FindingEntry,
  type MeasuredMetric,
  collect,
  successStatus,
} from "waymark/tools";
import type { Booted, InstalledPlugin } from "waymark/server";
import type { OwnedMetric } from "waymark/services";
import { layOut, type Explanation } from "./explanation.ts";
import { RULES, type RuleId } from "../shared/diff/rules.ts";
import { listRefs, ownerText, pluginText } from "./texts.ts";

/** Explains a code of a finding, without a boot, which the finding prevents. */
export function explainCode(code: string, plugins: readonly Plugin[]): Explanation | undefined {
  const tables: readonly Readonly<Record<string, FindingEntry>>[] = [
    FINDINGS,
    ...plugins.map(({ validate }) => validate?.findings ?? {}),
    ...plugins.flatMap(({ points = [] }) => points.map(({ findings = {} }) => findings)),
  ];
  const entry = tables.find((codes) => Object.hasOwn(codes, code))?.[code];
  return entry && layOut([`finding ${code}`, entry.meaning], [["hint", entry.hint]]);
}

/** Explains a rule of `waymark diff`, without a boot, which a breaking change may prevent. */
export function explainRule(target: string): Explanation | undefined {
  if (!Object.hasOwn(RULES, target)) return undefined;
  const { severity, reason } = RULES[target as RuleId]; // it has this key
  return layOut([`rule ${target} of waymark diff: ${severity}`, reason], []);
}

/** Explains an event that clients can follow. */
export function explainEvent({ registry, installed }: Booted, name: string): Explanation {
  const owner = eventsOf(installed).find((event) => event.name === name)?.plugin ?? "";
  const streams = registry.routes.filter(
    ({ declaration: { stream } }) => stream?.contributed === true || stream?.events[name],
  );
  return layOut(
    [`event ${name}`],
    [
      ["owner", ownerText(installed, owner)],
      ["sent by", listRefs(streams) || "no route"],
      ["received by", audienceText(registry.audiences[name])],
    ],
  );
}

function audienceText(audience: Audience | undefined): string | undefined {
  if (typeof audience !== "object") return audience && "callers with a valid credential";
  return `callers with ${audience.scopes.length > 1 ? "the scopes" : "the scope"} ${audience.scopes.join(", ")}`;
}

/** Events of the plugins that are on. */
export function eventsOf(installed: readonly InstalledPlugin[]) {
  const streams = ({ routes }: Contributor) =>
    Object.values(routes).flatMap(({ stream }) => Object.keys(stream?.events ?? {}));
  const { contributors, events } = collect(installed);
  return [
    ...events.map(({ name, plugin }) => ({ name, plugin })),
    ...contributors.flatMap((one) => streams(one).map((name) => ({ name, plugin: one.plugin.id }))),
  ];
}

/** Explains a status: the refusals and the routes that have it. */
export function explainStatus({ registry }: Booted, status: string): Explanation | undefined {
  const codes = registry.errors.filter((entry) => String(entry.status) === status);
  const names = codes.map(({ code }) => code);
  const routes = registry.routes.filter(({ declaration }) => {
    const { errors = [], alwaysFails, statuses = [], redirect } = declaration;
    const own = redirect?.status ?? successStatus(declaration);
    return (
      [own, ...statuses].map(String).includes(status) ||
      [...errors, alwaysFails?.code].some((code) => code !== undefined && names.includes(code))
    );
  });
  if (codes.length === 0 && routes.length === 0) return undefined;
  return layOut(
    [`status ${status} ${STATUS_CODES[status] ?? ""}`.trim()],
    [["errors", names.join(", ")]],
    [["declared by", routes.map(({ method, path, ref }) => [method, path, ref])]],
  );
}

/** Explains a metric, by its name for scrapers. Only a started plugin knows its metrics. */
export function explainMetric({ installed }: Booted, metric: MeasuredMetric): Explanation {
  const { name, plugin, type, help, bounds } = metric;
  return layOut(
    [`metric ${name}: ${type}`, help],
    [
      ["owner", ownerText(installed, plugin)],
      ["buckets up to", bounds?.join(", ")],
    ],
  );
}

/** Returns a metric that a plugin contributes, as scrapers see it: `rate_limit_clients`. */
export function asMeasured(metric: OwnedMetric | MetricInfo): MeasuredMetric {
  const { plugin, name, type, help } = metric;
  const bounds = "of" in metric ? metric.of.bounds : undefined;
  return { name: `${plugin.replaceAll("-", "_")}_${name}`, plugin, type, help, bounds };
}

/** Explains a key of plugins that the kernel or a plugin reads. */
export function explainPoint({ installed }: Booted, point: SealedPoint): Explanation {
  const readers = installed.filter(
    ({ enabled, plugin: { points = [] } }) => enabled && points.some(({ id }) => id === point.id),
  );
  const entries = point.entries().map(({ name, plugin }) => [name, `plugin ${plugin}`]);
  return layOut(
    [`key ${point.id} of plugins`],
    [
      [
        "read by",
        readers.map(({ plugin }) => pluginText(installed, plugin.id)).join(", ") || "kernel",
      ],
    ],
    [["entries", entries]],
  );
}

/** Explains an entry of a point, as the point describes it. */
export function explainEntry({ installed }: Booted, entry: EntryExplanation): Explanation {
  const { title, about = [], plugin, facts = {}, sections = {} } = entry;
  return layOut(
    [title, ...about],
    [["owner", ownerText(installed, plugin)], ...Object.entries(facts)],
    Object.entries(sections),
  );
}

/** Explains an entry of the catalog of errors that answers carry. */
export function explainError(
  { registry, installed }: Booted,
  { code, status, message, cause, remedy, plugin }: CatalogEntry,
): Explanation {
  const declaring = registry.routes.filter(({ declaration: { errors, alwaysFails } }) => {
    return errors?.includes(code) === true || alwaysFails?.code === code;
  });
  return layOut(
    [`error ${code}: ${status}`, message],
    [
      ["cause", cause],
      ["what to do", remedy],
      ["owner", ownerText(installed, plugin)],
      ["declared by", listRefs(declaring)],
    ],
  );
}

/** Explains a published type: a plugin's schema, or the envelope of a list. */
export function explainSchema({ registry, installed }: Booted, schema: SealedSchema): Explanation {
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

export function explainService({ installed }: Booted, id: string): Explanation {
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
