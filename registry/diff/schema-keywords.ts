/** Compares what limits values of one type: listed values, steps, formats, patterns, and with them bounds. */
import { isEqual, listed, without } from "./change.ts";
import type { RuleId } from "./rules.ts";
import { BOUNDS, compareBounds, limit, type Found } from "./schema-bounds.ts";
import type { Direction } from "./schemas.ts";
import { ALSO, TEXTS, typeOfValue, valuesOf, type Alternative } from "./schema-node.ts";

/** Keywords that others compare, or that a type, a union or a reference has already told. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  ...BOUNDS,
  ...TEXTS,
  "type",
  "enum",
  "const",
  "format",
  "pattern",
  "multipleOf",
  "uniqueItems",
  "$defs",
  "properties",
  "required",
  "additionalProperties",
  "unevaluatedProperties",
  "items",
  "prefixItems",
  "default",
  "deprecated",
]);

export function compareKeywords(
  before: Alternative,
  after: Alternative,
  direction: Direction,
): readonly Found[] {
  return [
    ...values(before, after, direction),
    ...compareBounds(before, after, direction),
    ...steps(before, after, direction),
    ...format(before, after, direction),
    ...pattern(before, after, direction),
    ...others(before, after),
  ];
}

function values(before: Alternative, after: Alternative, direction: Direction): Found[] {
  const [old, current] = [listedOf(before), listedOf(after)];
  if (old === undefined && current === undefined) return [];
  const added: RuleId = `${direction}-value-added`;
  const removed: RuleId = `${direction}-value-removed`;
  if (old === undefined)
    return [{ rule: removed, message: `is only ${listed(current ?? [])}, and was any value` }];
  if (current === undefined)
    return [{ rule: added, message: `is any value, and was only ${listed(old)}` }];
  const fresh = without(current, old);
  const gone = without(old, current);
  return [
    ...(fresh.length === 0 ? [] : [{ rule: added, message: `may also be ${listed(fresh)}` }]),
    ...(gone.length === 0 ? [] : [{ rule: removed, message: `is never ${listed(gone)} any more` }]),
  ];
}

/** The listed values of the alternative's type, as JSON where they are no scalars. */
function listedOf({ node, type }: Alternative): readonly unknown[] | undefined {
  const all = valuesOf(node)?.filter((value) => {
    const own = typeOfValue(value);
    return own === type || (own === "integer" && type === "number");
  });
  const complete = type === "null" || (type === "boolean" && all?.length === 2);
  return complete
    ? undefined
    : all?.map((value) => (isScalar(value) ? value : JSON.stringify(value)));
}

function isScalar(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}

/** Multiples of 10 are multiples of 5, but 7 has nothing to do with either. */
function steps({ node: before }: Alternative, { node: after }: Alternative, direction: Direction) {
  const found: Found[] = [];
  const [old, current] = [before.multipleOf, after.multipleOf];
  if (old !== current) {
    const isMultiple = (a: number | undefined, b: number | undefined) =>
      b === undefined || (a !== undefined && Number.isInteger(a / b));
    const shown = [old, current] as const;
    if (isMultiple(current, old)) found.push(limit(direction, true, "multipleOf", ...shown));
    else if (isMultiple(old, current)) found.push(limit(direction, false, "multipleOf", ...shown));
    else found.push(otherwise("multipleOf"));
  }
  const [unique, now] = [before.uniqueItems === true, after.uniqueItems === true];
  if (unique !== now) found.push(limit(direction, now, "uniqueItems", unique, now));
  return found;
}

function format({ node: before }: Alternative, { node: after }: Alternative, direction: Direction) {
  const [old, current] = [before.format, after.format];
  if (old === current) return [];
  const message = `has the format ${current ?? "none"}, which was ${old ?? "none"}`;
  if (direction === "input")
    return [
      {
        rule: current === undefined ? "input-format-dropped" : "input-format-changed",
        message,
      } as const,
    ];
  return [
    { rule: old === undefined ? "output-format-added" : "output-format-changed", message } as const,
  ];
}

function pattern(
  { node: before }: Alternative,
  { node: after }: Alternative,
  direction: Direction,
) {
  const [old, current] = [before.pattern, after.pattern];
  if (old === current) return [];
  const message = `has the pattern ${text(current)}, which was ${text(old)}`;
  if (old === undefined) return [{ rule: `${direction}-pattern-added`, message } as const];
  if (current === undefined) return [{ rule: `${direction}-pattern-dropped`, message } as const];
  return [{ rule: "pattern-changed", message } as const];
}

function text(value: string | undefined): string {
  return value === undefined ? "none" : `\`${value}\``;
}

function others({ node: before }: Alternative, { node: after }: Alternative): Found[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names]
    .filter((name) => !ELSEWHERE.has(name))
    .filter((name) => !isEqual(Reflect.get(before, name), Reflect.get(after, name)))
    .map(otherwise);
}

function otherwise(name: string): Found {
  return {
    rule: "schema-keyword-changed",
    message: `has another ${name === ALSO ? "allOf" : name}`,
  };
}
