/** Compares response headers on every outcome. */
import type { RegistryDocument, RouteDocument } from "../derive/export/form.ts";
import { change, isEqual, listed, pairs, without, type Both, type Change } from "./change.ts";
import type { RuleId } from "./rules.ts";

type Headers = RouteDocument["headers"];
/** Whether a header's value follows from something that is compared by itself. */
type Follows = (header: string) => boolean;
type Value = string | null | undefined;

export function compareRouteHeaders(
  before: RouteDocument,
  after: RouteDocument,
  where: string,
  both: Both,
): readonly Change[] {
  const said = ({ cache, settings }: RouteDocument, key: string) =>
    key === "cache" ? cache : settings[key];
  const follows = (header: string) => {
    const key = ownerOf(header, both.after)?.key ?? null;
    const declared = key !== null && !isEqual(said(before, key), said(after, key));
    return declared || isStatedOtherwise(header, both);
  };
  return compareHeaders(before.headers, after.headers, where, follows);
}

/** Headers of answers to requests that no route takes. */
export function compareUnmatched(both: Both): readonly Change[] {
  const { before, after } = both;
  return compareHeaders(before.unmatched, after.unmatched, "requests without a route", (header) =>
    isStatedOtherwise(header, both),
  );
}

function ownerOf(header: string, { policies }: RegistryDocument) {
  return policies.find(({ writes }) => writes.includes(header));
}

function isStatedOtherwise(header: string, { before, after }: Both): boolean {
  const [old, current] = [ownerOf(header, before), ownerOf(header, after)];
  const known = old !== undefined && current !== undefined;
  return known && !isEqual(old.statement, current.statement);
}

/** One change a header and value, however many outcomes it has. */
function compareHeaders(
  before: Headers,
  after: Headers,
  where: string,
  follows: Follows,
): readonly Change[] {
  const found = pairs(before, after).flatMap(([outcome, old, current]) =>
    // An outcome that only one of both has is told by what makes it possible.
    old === undefined || current === undefined
      ? []
      : pairs(old, current).flatMap(([header, from, to]) => {
          const rule = judge(header, from, to, follows);
          const text = rule === undefined ? "" : textOf(rule, from, to);
          return rule === undefined ? [] : [{ header, rule, outcome, text }];
        }),
  );
  const alike = Map.groupBy(found, ({ header, rule, text }) => `${header} ${rule} ${text}`);
  return [...alike.values()].flatMap(([first, ...rest]) => {
    if (first === undefined) return [];
    const outcomes = [first, ...rest].map(({ outcome }) => outcome);
    const everywhere = outcomes.length === Object.keys(after).length;
    const on = everywhere ? "" : ` (on ${outcomes.join(", ")})`;
    return [change(first.rule, where, `the header ${first.header} ${first.text}${on}`)];
  });
}

function judge(header: string, before: Value, after: Value, follows: Follows): RuleId | undefined {
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
  return `is ${show(after)}, and was ${show(before)}`;
}

/** What is in one of two lists only, where both are lists of at least two. */
function difference(before: Value, after: Value): string | undefined {
  const [old, current] = [before, after].map((value) => value?.split(", ") ?? []);
  if (old === undefined || current === undefined || old.length < 2 || current.length < 2) return;
  const [fresh, gone] = [without(current, old), without(old, current)];
  if (fresh.length === 0 && gone.length === 0) return "has another order";
  const parts = [
    ...(fresh.length === 0 ? [] : [`has ${listed(fresh)} too`]),
    ...(gone.length === 0 ? [] : [`has ${listed(gone)} no longer`]),
  ];
  return parts.join(", and ");
}
