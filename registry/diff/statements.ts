/**
 * Compares the statements of policies. The name of a member says what it means: limits, windows, what is allowed or
 * exempt. Entries about single paths are left out, since their routes are compared separately.
 */
import { isRecord } from "../schema/json-schema.ts";
import { change, isEqual, listed, pairs, without, type Both, type Change } from "./change.ts";

export function compareStatements({ before, after }: Both): readonly Change[] {
  const stated = (policies: Both["before"]["policies"]) =>
    Object.fromEntries(policies.map(({ id, statement }) => [id, statement ?? undefined]));
  return pairs(stated(before.policies), stated(after.policies)).flatMap(([id, old, current]) => {
    const where = `policy ${id}`;
    if (isEqual(old, current)) return [];
    if (old === undefined) return [change("statement-added", where, "the policy is new")];
    if (current === undefined)
      return [change("statement-removed", where, "the policy no longer states anything")];
    return values(old, current, [], where);
  });
}

function values(before: unknown, after: unknown, path: readonly string[], where: string): Change[] {
  if (isEqual(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) return lists(before, after, path, where);
  if (isRecord(before) && isRecord(after)) {
    return pairs(before, after).flatMap(([key, old, current]) => {
      const name = `\`${[...path, key].join(".")}\``;
      if (old === undefined) return [change("statement-grew", where, `${name} is new`)];
      if (current === undefined) return [change("statement-shrank", where, `${name} is gone`)];
      return values(old, current, [...path, key], where);
    });
  }
  const message = `\`${path.join(".")}\` is now ${listed([after])} (was ${listed([before])})`;
  const stricter = stricterWhen(path);
  if (typeof before !== "number" || typeof after !== "number" || stricter === undefined)
    return [change("statement-changed", where, message)];
  const tighter = stricter === "lower" ? after < before : after > before;
  return [change(tighter ? "limit-tightened" : "limit-loosened", where, message)];
}

/** Ages and advice on retries do not limit requests. */
const NO_LIMIT = /^max(Age|Retries|Attempts|Ms$)/;

function stricterWhen(path: readonly string[]): "lower" | "higher" | undefined {
  const key = path.at(-1) ?? "";
  if (/^window(?![a-z])/.test(key)) return "higher";
  if (NO_LIMIT.test(key)) return undefined;
  return /^(limit|max[A-Z]\w*)$|Limit$/.test(key) || path.includes("limits") ? "lower" : undefined;
}

function lists(
  before: readonly unknown[],
  after: readonly unknown[],
  path: readonly string[],
  where: string,
) {
  const [old, current] = [keyed(before), keyed(after)];
  const name = `\`${path.join(".")}\``;
  const allows = /^(exempt|allowed|accepted)/.test(path.at(-1) ?? "");
  const added = without([...current.keys()], [...old.keys()]);
  const gone = without([...old.keys()], [...current.keys()]);
  return [
    ...added.map((key) => change("statement-grew", where, `${name} now has ${listed([key])}`)),
    ...gone.map((key) =>
      change(
        allows ? "allowance-removed" : "statement-shrank",
        where,
        `${name} no longer has ${listed([key])}`,
      ),
    ),
    ...[...old].flatMap(([key, value]) =>
      current.has(key) ? values(value, current.get(key), [...path, key], where) : [],
    ),
  ];
}

const NAMES = ["name", "id", "code", "header"];

/** Entries of a list by name, without paths and entries about one path. */
function keyed(list: readonly unknown[]): Map<string, unknown> {
  return new Map(
    list.flatMap((entry) => {
      if (isRecord(entry) && "path" in entry) return [];
      if (typeof entry === "string") return entry.startsWith("/") ? [] : [[entry, entry] as const];
      const name = isRecord(entry) ? NAMES.map((key) => entry[key]).find(isString) : undefined;
      return [[name ?? JSON.stringify(entry), entry] as const];
    }),
  );
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}
