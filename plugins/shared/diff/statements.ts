/**
 * Compares the statements of policies. The name of a member says what it means: limits, windows, what is allowed or
 * exempt. Entries about single paths or routes are left out, since routes are compared separately.
 */
import { isDeepStrictEqual } from "node:util";
import { isRecord } from "waymark/tools";
import { listed, pairs, without, type Report } from "./change.ts";

export function compareStatements(report: Report): void {
  const [before = {}, after = {}] = [report.before, report.after].map(({ policies }) =>
    Object.fromEntries(policies.map(({ id, statement }) => [id, statement ?? undefined])),
  );
  for (const [id, old, current] of pairs(before, after)) {
    const at = report.at(`policy ${id}`);
    if (isDeepStrictEqual(old, current)) continue;
    if (old === undefined) at.add("statement-added", "the policy is new");
    else if (current === undefined)
      at.add("statement-removed", "the policy no longer states anything");
    else compareValues(at, old, current, []);
  }
}

function compareValues(
  report: Report,
  before: unknown,
  after: unknown,
  path: readonly string[],
): void {
  if (isDeepStrictEqual(before, after)) return;
  if (Array.isArray(before) && Array.isArray(after))
    return compareLists(report, before, after, path);
  if (isRecord(before) && isRecord(after)) {
    for (const [key, old, current] of pairs(before, after)) {
      const name = `\`${[...path, key].join(".")}\``;
      if (old === undefined) report.add("statement-grew", `${name} is new`);
      else if (current === undefined) report.add("statement-shrank", `${name} is gone`);
      else compareValues(report, old, current, [...path, key]);
    }
    return;
  }
  const message = `\`${path.join(".")}\` is now ${listed([after])} (was ${listed([before])})`;
  const stricter = stricterWhen(path);
  if (typeof before !== "number" || typeof after !== "number" || stricter === undefined)
    return report.add("statement-changed", message);
  const tighter = stricter === "lower" ? after < before : after > before;
  report.add(tighter ? "limit-tightened" : "limit-loosened", message);
}

/** Ages and advice on retries do not limit requests. */
const NO_LIMIT = /^max(Age|Retries|Attempts|Ms$)/;

function stricterWhen(path: readonly string[]): "lower" | "higher" | undefined {
  const key = path.at(-1) ?? "";
  if (/^window(?![a-z])/.test(key)) return "higher";
  if (NO_LIMIT.test(key)) return undefined;
  return /^(limit|max[A-Z]\w*)$|Limit$/.test(key) || path.includes("limits") ? "lower" : undefined;
}

function compareLists(
  report: Report,
  before: readonly unknown[],
  after: readonly unknown[],
  path: readonly string[],
): void {
  const [old, current] = [byName(before), byName(after)];
  const name = `\`${path.join(".")}\``;
  const allows = /^(exempt|allowed|accepted)/.test(path.at(-1) ?? "");
  for (const key of without([...current.keys()], [...old.keys()]))
    report.add("statement-grew", `${name} now has ${listed([key])}`);
  for (const key of without([...old.keys()], [...current.keys()]))
    report.add(
      allows ? "allowance-removed" : "statement-shrank",
      `${name} no longer has ${listed([key])}`,
    );
  for (const [key, value] of old)
    if (current.has(key)) compareValues(report, value, current.get(key), [...path, key]);
}

const NAMES = ["name", "id", "code", "header"];

/** Entries of a list by name, without paths and entries about one path or route. */
function byName(list: readonly unknown[]): Map<string, unknown> {
  return new Map(
    list.flatMap((entry) => {
      if (isRecord(entry) && ("path" in entry || "route" in entry)) return [];
      if (typeof entry === "string") return entry.startsWith("/") ? [] : [[entry, entry] as const];
      const names = isRecord(entry) ? NAMES.map((key) => entry[key]) : [];
      const name = names.find((value) => typeof value === "string");
      return [[name ?? JSON.stringify(entry), entry] as const];
    }),
  );
}
