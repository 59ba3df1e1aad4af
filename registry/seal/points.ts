/** Points at sealing: collects their entries, checks them, and makes what readers get. */
import { byKernel, byName, conflicts, RENAME } from "./check/check-conflicts.ts";
import { checkTarget, type Report } from "./check/check-references.ts";
import type { Collected, Contributor } from "./collect.ts";
import { qualifyRef } from "./compile/relations.ts";
import { memoize } from "../schema/memoize.ts";
import { problemsOf } from "../schema/issues.ts";
import { show } from "../schema/words.ts";
import type { Finding, FindingCode, PluginFinding } from "../contract/finding/finding.ts";
import type { Point, PointEntry, StartedEntry } from "../contract/plugin/point.ts";
import type { InstalledPlugin } from "../contract/plugin/installed.ts";
import type { PointRates, SealedPoint } from "../contract/plugin/point-token.ts";
import type { Registry } from "../contract/plugin/registry.ts";
import type { Route } from "../contract/route/route.ts";
import { hasParameters, parsePath } from "../contract/route/path.ts";
import { isRecord } from "../schema/json-schema.ts";

/** Finds what is wrong with the entries of points, of one point at each step. */
export function* checkPoints(
  installed: readonly InstalledPlugin[],
  collected: Collected,
): Generator<Finding | undefined, void> {
  const { contributors, points, routes } = collected;
  const owners = new Map(contributors.map((one) => [one.plugin.id, one]));
  const byRef = new Map(routes.map(({ name, plugin, value }) => [`${plugin}.${name}`, value]));
  for (const point of points) {
    yield undefined;
    const shapes = contributors.flatMap((one) => checkShape(point, one));
    yield* shapes;
    if (shapes.length > 0) continue;
    const entries = entriesOf(point, contributors);
    const { conflict } = point;
    if (conflict !== undefined)
      yield* conflicts(codeOf(conflict), conflict.message, RENAME, [
        ...byKernel(conflict.reserved ?? []),
        ...byName(entries.filter(({ value }) => conflict.mayRepeat?.(value) !== true)),
      ]);
    for (const entry of entries)
      yield* checkEntryTarget(point, entry, { installed, owners, byRef });
    for (const finding of point.check?.(entries, collected, installed) ?? [])
      yield toFinding(finding);
  }
}

/** The point declares its codes, as a plugin does under `validate`. */
function codeOf({ code }: Pick<PluginFinding, "code">): FindingCode {
  return code as FindingCode;
}

function toFinding(finding: PluginFinding): Finding {
  return { ...finding, code: codeOf(finding) };
}

/** Plugins and routes to which entries may lead. */
interface Targets {
  readonly installed: readonly InstalledPlugin[];
  readonly owners: ReadonlyMap<string, Contributor>;
  /** Routes by `plugin.routeId`. */
  readonly byRef: ReadonlyMap<string, Route>;
}

/** Finds an entry that leads to a route that does not exist, or that needs parameters. The entry is unchecked. */
function checkEntryTarget(
  { noun, target }: Point,
  { name, plugin, value, route }: PointEntry,
  { installed, owners, byRef }: Targets,
): Finding[] {
  const to: unknown = target?.(Object(value));
  const owner = owners.get(plugin);
  if (typeof to !== "string" || owner === undefined) return [];
  const where = route === undefined ? `${noun} ${name}` : `route ${route}`;
  const findings: Finding[] = [];
  const report: Report = (code, message, hint) =>
    void findings.push({ code, plugin, where, message, hint });
  checkTarget(`${noun} ${name}`, to, owner, installed, report);
  const found = byRef.get(qualifyRef(to, plugin));
  if (found !== undefined && hasParameters(found))
    report(
      "RELATION_UNBOUND",
      `${noun} ${name} leads to ${to}, and nothing fills {${parsePath(found.path).params.join("}, {")}}`,
      "link a route without parameters, such as the list that it belongs to",
    );
  return findings;
}

/** Checks the form of the key first, as an entry of a wrong form has no name. */
function checkShape(point: Point, owner: Contributor): Finding[] {
  const { id, noun, form = "record" } = point;
  const { plugin } = owner;
  const declared = declaredBy(point, owner);
  if (declared === undefined) return [];
  const misfit = (hint: string): Finding => ({
    code: "PLUGIN_INVALID",
    plugin: plugin.id,
    where: id,
    message: `the value of ${id} does not fit; received ${show(declared)}`,
    hint,
  });
  if (form === "record of services")
    return typeof declared === "function" ? [] : [misfit("write a function")];
  if (form !== "value" && !isRecord(declared))
    return [misfit(`write an object with each ${noun} under its name`)];
  return checkEntries(point, entriesOf(point, [owner]));
}

function checkEntries({ noun, schema }: Point, entries: readonly PointEntry[]): Finding[] {
  return entries.flatMap(({ name, plugin, value }) =>
    problemsOf(schema, value, name).map(({ path, message, hint }) => ({
      code: "PLUGIN_INVALID",
      plugin,
      where: `${noun} ${[name, ...path].map(String).join(".")}`,
      message,
      hint,
    })),
  );
}

/** Finds what is wrong with the entries of one plugin that has started. */
export function checkStarted(point: Point, entries: readonly StartedEntry[]): readonly Finding[] {
  const shapes = checkEntries(point, entries);
  if (shapes.length > 0) return shapes;
  return [...(point.checkStarted?.(entries) ?? [])].map(toFinding);
}

type Owner = Pick<Contributor, "plugin" | "options" | "routes">;

/** Returns the value under the point's key, which may be anything before it is checked. */
function declaredBy({ id, form }: Point, { plugin, options }: Owner): unknown {
  const value: unknown = Reflect.get(plugin, id);
  return form === "record of options" && typeof value === "function" ? value(options) : value;
}

/** Checks that sealing has one value of each plugin, under the plugin's id. */
function isValue({ form }: Point): boolean {
  return form === "value" || form === "record of services";
}

/** Returns the entries of a point: what a plugin declares, then what its routes announce. */
export function entriesOf(point: Point, owners: readonly Owner[]): readonly PointEntry[] {
  return owners.flatMap((owner) => {
    const { id, provides = {} } = owner.plugin;
    const options = owner.options as never; // validated with the plugin's own schema
    const declared = declaredBy(point, owner);
    const values = isValue(point) ? { [id]: declared } : Object(declared ?? {});
    const own = Object.entries<unknown>(values).flatMap(([name, value]) =>
      value === undefined ? [] : [{ name, value }],
    );
    return [...own, ...announcedBy(point, owner)].map((entry) => ({
      ...entry,
      plugin: id,
      options,
      provides,
    }));
  });
}

/** Returns the entries of routes that announce themselves. The routes are unchecked: a declaration may lack anything. */
function announcedBy({ fromRoutes }: Point, { routes }: Owner) {
  if (fromRoutes === undefined) return [];
  const { key, entry } = fromRoutes;
  return Object.entries<Partial<Route> | null>(routes).flatMap(([route, declaration]) => {
    const name = declaration?.listener === undefined ? declaration?.publish?.[key] : undefined;
    return name === undefined ? [] : [{ name, route, value: entry(route) }];
  });
}

/** Returns the schemas of the entries of points. Unchecked: an entry may be anything, as may its schemas. */
export function schemasOfEntries({
  contributors,
  points,
}: Pick<Collected, "contributors" | "points">) {
  return points.flatMap((point) =>
    entriesOf(point, contributors).flatMap(({ name, plugin, value }) =>
      (point.schemas?.(Object(value)) ?? []).map(
        (schema) => [`${point.noun} ${name}`, plugin, schema] as const,
      ),
    ),
  );
}

/** Returns the declared entries of points that publish some, for the revision; undefined if none does. */
export function publishedEntries({ contributors, points }: Collected): unknown {
  const published = points.filter(({ publish }) => publish !== undefined);
  if (published.length === 0) return undefined;
  return published.map((point) => [
    point.id,
    entriesOf(point, contributors).map(({ name, plugin, value }) => [plugin, name, value]),
  ]);
}

const RATES: PointRates = { added: "non-breaking", removed: "unknown", changed: "unknown" };

/**
 * Seals the points, each when somebody first reads it.
 *
 * @param registry returns the registry, which is not complete yet when this is called.
 */
export function sealPoints(
  { contributors, points }: Collected,
  registry: () => Registry,
): Pick<Registry, "of" | "points"> {
  const sealed = new Map(
    points.map((point) => [
      point.id,
      memoize(() => point.seal(entriesOf(point, contributors), registry())),
    ]),
  );
  const of = (point: Point): unknown => {
    const read = sealed.get(point.id);
    return read === undefined ? point.seal([], registry()) : read();
  };
  return {
    // Every token is a point, and seals to the type that it carries.
    of: of as Registry["of"],
    points: points.map((point): SealedPoint => ({
      id: point.id,
      noun: point.noun,
      rates: { ...RATES, ...point.rates },
      isPart: point.isPart === true,
      entries: () => entriesOf(point, contributors),
      published: () => point.publish?.(of(point)),
      explained: () => point.explain?.(of(point)) ?? [],
    })),
  };
}
