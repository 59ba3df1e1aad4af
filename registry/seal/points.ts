/** Points at sealing: collects their entries, checks them, and makes what readers get. */
import { byKernel, byName, conflicts, RENAME } from "./check/check-conflicts.ts";
import type { Collected, Contributor } from "./collect.ts";
import { memoize } from "./memoize.ts";
import { problemsOf } from "../schema/issues.ts";
import { show } from "../schema/words.ts";
import type { Finding, FindingCode } from "../contract/finding/finding.ts";
import type { Point, PointEntry, PointFinding } from "../contract/plugin/point.ts";
import type { PointRates, SealedPoint } from "../contract/plugin/point-token.ts";
import type { Registry } from "../contract/plugin/registry.ts";
import { isRecord } from "../schema/json-schema.ts";

/** Finds what is wrong with the entries of points. */
export function checkPoints(collected: Collected): Finding[] {
  const { contributors, points } = collected;
  return points.flatMap((point): Finding[] => {
    const shapes = contributors.flatMap((one) => checkShape(point, one));
    if (shapes.length > 0) return shapes;
    const entries = entriesOf(point, contributors);
    const { conflict } = point;
    return [
      ...(conflict === undefined
        ? []
        : conflicts(codeOf(conflict), conflict.message, RENAME, [
            ...byKernel(conflict.reserved ?? []),
            ...byName(entries),
          ])),
      ...[...(point.check?.(entries, collected) ?? [])].map((finding) => ({
        ...finding,
        code: codeOf(finding),
      })),
    ];
  });
}

/** The point declares its codes, as a plugin does under `validate`. */
function codeOf({ code }: Pick<PointFinding, "code">): FindingCode {
  return code as FindingCode;
}

/** Checks the form of the key first, as an entry of a wrong form has no name. */
function checkShape(point: Point, { plugin, options }: Contributor): Finding[] {
  const { id, noun, schema, form = "record" } = point;
  const declared = declaredBy(point, { plugin, options });
  if (declared === undefined) return [];
  const about = { code: "PLUGIN_INVALID", plugin: plugin.id } as const;
  if (form !== "value" && !isRecord(declared))
    return [
      {
        ...about,
        where: id,
        message: `the value of ${id} does not fit; received ${show(declared)}`,
        hint: `write an object with each ${noun} under its name`,
      },
    ];
  return entriesOf(point, [{ plugin, options }]).flatMap(({ name, value }) =>
    problemsOf(schema, value, name).map(({ path, message, hint }) => ({
      ...about,
      where: `${noun} ${[name, ...path].map(String).join(".")}`,
      message,
      hint,
    })),
  );
}

type Owner = Pick<Contributor, "plugin" | "options">;

/** Returns the value under the point's key, which may be anything before it is checked. */
function declaredBy({ id, form }: Point, { plugin, options }: Owner): unknown {
  const value: unknown = Reflect.get(plugin, id);
  return form === "record of options" && typeof value === "function" ? value(options) : value;
}

function entriesOf(point: Point, owners: readonly Owner[]): readonly PointEntry[] {
  return owners.flatMap((owner) => {
    const { id, provides = {} } = owner.plugin;
    const options = owner.options as never; // validated with the plugin's own schema
    const declared = declaredBy(point, owner);
    if (declared === undefined) return [];
    const values = point.form === "value" ? { [id]: declared } : Object(declared);
    return Object.entries<unknown>(values).flatMap(([name, value]) =>
      value === undefined ? [] : [{ name, plugin: id, value, options, provides }],
    );
  });
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
      entries: () => entriesOf(point, contributors),
      published: () => point.publish?.(of(point)),
      explained: () => point.explain?.(of(point)) ?? [],
    })),
  };
}
