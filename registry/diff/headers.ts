/** Compares response headers on every outcome. */
import type { RegistryDocument, RouteDocument } from "../derive/export/form.ts";
import { change, isEqual, listed, pairs, without, type Both, type Change } from "./change.ts";
import type { RuleId } from "./rules.ts";

type Headers = RouteDocument["headers"];
/** Whether a header's value follows from a setting or statement, which is compared separately. */
type Follows = (header: string) => boolean;
type Value = string | null | undefined;

export function compareRouteHeaders(
  before: RouteDocument,
  after: RouteDocument,
  where: string,
  both: Both,
): readonly Change[] {
  const settingOf = ({ cache, settings }: RouteDocument, key: string) =>
    key === "cache" ? cache : settings[key];
  const follows = (header: string) => {
    const key = ownerOf(header, both.after)?.key ?? null;
    const declared = key !== null && !isEqual(settingOf(before, key), settingOf(after, key));
    return declared || hasNewStatement(header, both);
  };
  return compareHeaders(before.headers, after.headers, where, follows);
}

/** Headers of answers to requests that match no route. */
export function compareUnmatched(both: Both): readonly Change[] {
  const { before, after } = both;
  return compareHeaders(before.unmatched, after.unmatched, "requests without a route", (header) =>
    hasNewStatement(header, both),
  );
}

function ownerOf(header: string, { policies }: RegistryDocument) {
  return policies.find(({ writes }) => writes.includes(header));
}

function hasNewStatement(header: string, { before, after }: Both): boolean {
  const [old, current] = [ownerOf(header, before), ownerOf(header, after)];
  if (old === undefined || current === undefined) return false;
  return !isEqual(old.statement, current.statement);
}

/** Returns one change for each header and value, with the outcomes it is on. */
function compareHeaders(
  before: Headers,
  after: Headers,
  where: string,
  follows: Follows,
): readonly Change[] {
  const differences = pairs(before, after).flatMap(([outcome, old, current]) =>
    // The cause of an outcome that only one document has is reported instead.
    old === undefined || current === undefined
      ? []
      : pairs(old, current).flatMap(([header, from, to]) => {
          const rule = ruleFor(header, from, to, follows);
          const text = rule === undefined ? "" : textOf(rule, from, to);
          return rule === undefined ? [] : [{ header, rule, outcome, text }];
        }),
  );
  const groups = Map.groupBy(differences, ({ header, rule, text }) => `${header} ${rule} ${text}`);
  return [...groups.values()].flatMap(([first, ...rest]) => {
    if (first === undefined) return [];
    const outcomes = [first, ...rest].map(({ outcome }) => outcome);
    const everywhere = outcomes.length === Object.keys(after).length;
    const on = everywhere ? "" : ` (on ${outcomes.join(", ")})`;
    return [change(first.rule, where, `the header ${first.header} ${first.text}${on}`)];
  });
}

function ruleFor(
  header: string,
  before: Value,
  after: Value,
  follows: Follows,
): RuleId | undefined {
  if (before === after) return undefined;
  if (before === undefined) return "header-added";
  if (after === undefined) return "header-removed";
  if (header === "Vary") return "vary-changed";
  return follows(header) ? "header-follows" : "header-value-changed";
}

function textOf(rule: RuleId, before: Value, after: Value): string {
  if (rule === "header-added") return "is new";
  if (rule === "header-removed") return "is gone";
  const list = difference(before, after);
  if (list !== undefined) return list;
  const show = (value: Value) =>
    value === null || value === undefined ? "different on each request" : `\`${value}\``;
  return `is now ${show(after)} (was ${show(before)})`;
}

/** The difference of two lists with at least two entries each. */
function difference(before: Value, after: Value): string | undefined {
  const [old, current] = [before, after].map((value) => value?.split(", ") ?? []);
  if (old === undefined || current === undefined || old.length < 2 || current.length < 2) return;
  const [fresh, gone] = [without(current, old), without(old, current)];
  if (fresh.length === 0 && gone.length === 0) return "has a new order";
  const parts = [
    ...(fresh.length === 0 ? [] : [`now has ${listed(fresh)}`]),
    ...(gone.length === 0 ? [] : [`no longer has ${listed(gone)}`]),
  ];
  return parts.join(", and ");
}
