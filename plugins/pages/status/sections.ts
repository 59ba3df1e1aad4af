/** The systems as clients see them: the sections of the API, each with the checks that its operations depend on. */
import type { Registry } from "waymark";
import type { CheckRecord, CheckResult, HealthReport, HistoryPart } from "waymark/services";
import { type Section, SECTIONS } from "waymark/advanced";
import { worse } from "../../shared/states.ts";
import { oncePerRegistry } from "../../shared/once-per-registry.ts";
import { sectionOf } from "../shared/operations/sections.ts";
import { SECTION, subjectOf } from "./names.ts";

/** State of a part, or of the service, as people see it. */
export type ShownState = HealthReport["status"] | "maintenance";

/** Times of a system in each state, and the worst state. */
export type Times = Pick<CheckRecord, "status" | "coveredMs" | "degradedMs" | "downMs">;

/** System as it is now: a section of the API, or what one check looks at. */
export interface CheckInfo {
  /** `section:resources`, or `plugin:check`. */
  readonly subject: string;
  readonly status: ShownState;
  /** Time when it took this state, in milliseconds since 1970; undefined if no change is recorded. */
  readonly since: number | undefined;
  /** Subjects of the checks that it depends on. */
  readonly parts: readonly string[];
  /** Times in a part of the history; undefined without a record. */
  times(part: HistoryPart): Times | undefined;
}

/** The plugins with operations in each section. */
const membersOf = oncePerRegistry((registry): ReadonlyMap<Section, readonly string[]> => {
  const plugins = new Set(registry.routes.flatMap(({ site, plugin }) => (site ? [] : plugin)));
  const members = Map.groupBy(plugins, (plugin) => sectionOf(plugin, registry));
  return new Map(
    SECTIONS.flatMap((one) => (members.has(one) ? [[one, members.get(one) ?? []]] : [])),
  );
});

/** The plugins that each plugin cannot work without, itself among them. */
const neededBy = oncePerRegistry((registry): ((plugin: string) => ReadonlySet<string>) => {
  const enabled = registry.installed.filter((one) => one.enabled);
  const providers = new Map(
    enabled.flatMap(({ plugin }) =>
      Object.values(plugin.provides ?? {}).map(({ id }) => [id, plugin.id] as const),
    ),
  );
  const needs = new Map(enabled.map(({ plugin }) => [plugin.id, plugin.needs ?? {}]));
  const found = new Map<string, Set<string>>();
  const find = (plugin: string): Set<string> => {
    const known = found.get(plugin);
    if (known !== undefined) return known;
    const all = new Set([plugin]);
    found.set(plugin, all);
    for (const need of Object.values(needs.get(plugin) ?? {})) {
      const provider = "optional" in need ? undefined : providers.get(need.id);
      for (const one of provider === undefined ? [] : find(provider)) all.add(one);
    }
    return all;
  };
  return find;
});

/** Returns the sections as systems; a check that only some operations depend on impairs its section at most. */
export function sectionsOf(
  registry: Registry,
  results: readonly CheckResult[],
  checks: readonly CheckInfo[],
): readonly CheckInfo[] {
  const needs = neededBy(registry);
  return [...membersOf(registry)].map(([section, members]): CheckInfo => {
    const share = (plugin: string) =>
      members.filter((member) => needs(member).has(plugin)).length / members.length;
    const shares = new Map(results.map((one) => [subjectOf(one), share(one.plugin)]));
    const parts = [...shares].flatMap(([subject, part]) => (part > 0 ? [subject] : []));
    const soften = <T extends CheckInfo["status"]>(subject: string, status: T) =>
      status === "down" && shares.get(subject) !== 1 ? "degraded" : status;
    const own = checks.filter(({ subject }) => parts.includes(subject));
    const first = own.find(({ status }) => status !== "ok");
    const states = own.map(({ subject, status }) => soften(subject, status));
    const status = states.every((one) => one === "ok" || one === "maintenance")
      ? (states.find((one) => one === "maintenance") ?? "ok")
      : states.reduce<"ok" | "degraded" | "down">(
          (one, other) => worse(one, other === "maintenance" ? "ok" : other),
          "ok",
        );
    return {
      subject: `${SECTION}${section}`,
      status,
      since: first?.since,
      parts,
      times: (part) => timesIn(part, parts, soften),
    };
  });
}

/** Returns the times of the checks together: where none was recorded, the service answered. */
function timesIn(
  part: HistoryPart,
  subjects: readonly string[],
  soften: (subject: string, status: CheckRecord["status"]) => CheckRecord["status"],
): Times | undefined {
  if (part.status === undefined) return undefined;
  const whole: Times = { status: "ok", coveredMs: part.coveredMs, degradedMs: 0, downMs: 0 };
  return subjects.reduce<Times>((all, subject) => {
    const record = part.checks[subject];
    if (record === undefined) return all;
    const isHard = soften(subject, "down") === "down";
    const soft = record.degradedMs + (isHard ? 0 : record.downMs);
    return {
      status: worse(all.status, soften(subject, record.status)),
      coveredMs: Math.max(all.coveredMs, record.coveredMs),
      degradedMs: Math.max(all.degradedMs, soft),
      downMs: Math.max(all.downMs, isHard ? record.downMs : 0),
    };
  }, whole);
}
