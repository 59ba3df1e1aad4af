/** Compares the keywords that limit values of one type. */
import { isDeepStrictEqual } from "node:util";
import type { JsonSchema } from "waymark";
import { typeOfValue } from "waymark/advanced";
import { listed, without } from "./change.ts";
import type { RuleId } from "./rules.ts";
import {
  covers,
  TEXTS,
  valuesOf,
  type Type,
  type Variant,
  type Direction,
} from "./schema-variants.ts";

/** A difference of one keyword; the message continues a sentence that begins with the schema's name. */
interface Difference {
  readonly rule: RuleId;
  readonly message: string;
}

/** Strictness of each keyword: the higher the number, the fewer values match. */
const STRICTNESS: Readonly<Record<string, (node: JsonSchema, type: Type) => number>> = {
  minLength: ({ minLength = 0 }) => minLength,
  maxLength: ({ maxLength = Infinity }) => -maxLength,
  minItems: ({ minItems = 0 }) => minItems,
  maxItems: ({ maxItems = Infinity }) => -maxItems,
  minProperties: ({ minProperties = 0 }) => minProperties,
  maxProperties: ({ maxProperties = Infinity }) => -maxProperties,
  uniqueItems: ({ uniqueItems = false }) => Number(uniqueItems),
  minimum: ({ minimum = -Infinity, exclusiveMinimum = -Infinity }, type) =>
    Math.max(least(minimum, type), leastAbove(exclusiveMinimum, type)),
  maximum: ({ maximum = Infinity, exclusiveMaximum = Infinity }, type) =>
    Math.max(least(-maximum, type), leastAbove(-exclusiveMaximum, type)),
};

/** Returns the smallest number of the type that is not below `bound`. */
function least(bound: number, type: Type): number {
  return type === "integer" ? Math.ceil(bound) : bound;
}

function leastAbove(bound: number, type: Type): number {
  if (!Number.isFinite(bound)) return bound;
  if (type === "integer") return Math.floor(bound) + 1;
  return bound + Math.max(Number.MIN_VALUE, Math.abs(bound) * Number.EPSILON);
}

/** The rules of keywords whose values have no order. */
const RULES_OF: Readonly<
  Record<string, (before: unknown, after: unknown, direction: Direction) => RuleId>
> = {
  format: (before, after, direction) => {
    if (direction === "input")
      return after === undefined ? "input-format-dropped" : "input-format-changed";
    return before === undefined ? "output-format-added" : "output-format-changed";
  },
  pattern: (before, after, direction) => {
    if (before === undefined) return `${direction}-pattern-added`;
    return after === undefined ? `${direction}-pattern-dropped` : "pattern-changed";
  },
  multipleOf: (before, after, direction) => {
    if (isMultiple(after, before)) return `${direction}-limit-tightened`;
    return isMultiple(before, after) ? `${direction}-limit-loosened` : "schema-keyword-changed";
  },
};

/** Multiples of 10 are multiples of 5; every number is a multiple if no step is set. */
function isMultiple(step: unknown, of: unknown): boolean {
  return of === undefined || Number.isInteger(Number(step) / Number(of));
}

/** Keywords that are compared elsewhere. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  ...TEXTS,
  "type",
  "enum",
  "const",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "$defs",
  "properties",
  "required",
  "additionalProperties",
  "unevaluatedProperties",
  "items",
  "prefixItems",
  "allOf",
  "anyOf",
  "oneOf",
  "default",
  "deprecated",
]);

export function compareKeywords(
  before: Variant,
  after: Variant,
  direction: Direction,
): readonly Difference[] {
  const nodes = [before.node, after.node].flatMap((node) => Object.keys(node));
  const keywords = [...new Set([...Object.keys(STRICTNESS), ...nodes])];
  return [
    ...compareValues(before, after, direction),
    ...keywords
      .filter((keyword) => !ELSEWHERE.has(keyword))
      .flatMap((keyword) => compareKeyword(keyword, before, after, direction)),
  ];
}

function compareKeyword(
  keyword: string,
  before: Variant,
  after: Variant,
  direction: Direction,
): readonly Difference[] {
  const message = `now has the ${keyword} ${textOf(after, keyword)} (was ${textOf(before, keyword)})`;
  const strictness = STRICTNESS[keyword];
  if (strictness !== undefined) {
    const change = strictness(after.node, after.type) - strictness(before.node, before.type);
    if (Number.isNaN(change) || change === 0) return []; // both infinite, or the same
    return [{ rule: `${direction}-limit-${change > 0 ? "tightened" : "loosened"}`, message }];
  }
  const [old, current] = [valueOf(before, keyword), valueOf(after, keyword)];
  if (isDeepStrictEqual(old, current)) return [];
  const rule = RULES_OF[keyword]?.(old, current, direction) ?? "schema-keyword-changed";
  return [{ rule, message }];
}

function valueOf({ node }: Variant, keyword: string): unknown {
  return Object.hasOwn(node, keyword) ? Reflect.get(node, keyword) : undefined;
}

function textOf(variant: Variant, keyword: string): string {
  const exclusive = valueOf(variant, keyword.replace(/^m(in|ax)imum$/, "exclusiveM$1imum"));
  const value = valueOf(variant, keyword);
  if (exclusive !== value && exclusive !== undefined) return `${listed([exclusive])} (exclusive)`;
  return value === undefined ? "none" : listed([value]);
}

function compareValues(before: Variant, after: Variant, direction: Direction): Difference[] {
  const [old, current] = [listedValues(before), listedValues(after)];
  if (old === undefined && current === undefined) return [];
  const added = (message: string) => ({ rule: `${direction}-value-added`, message }) as const;
  const removed = (message: string) => ({ rule: `${direction}-value-removed`, message }) as const;
  if (old === undefined) return [removed(`is only ${listed(current ?? [])} (was any value)`)];
  if (current === undefined) return [added(`is any value (was only ${listed(old)})`)];
  const [fresh, gone] = [without(current, old), without(old, current)];
  return [
    ...(fresh.length === 0 ? [] : [added(`may also be ${listed(fresh)}`)]),
    ...(gone.length === 0 ? [] : [removed(`is no longer ${listed(gone)}`)]),
  ];
}

/** Returns the listed values of the variant's type, objects and lists as JSON; undefined if every value matches. */
function listedValues({ node, type }: Variant): readonly unknown[] | undefined {
  const values = valuesOf(node)?.filter((value) => covers([type], typeOfValue(value)));
  if (type === "null" || (type === "boolean" && values?.length === 2)) return undefined;
  return values?.map((value) =>
    typeof value === "object" && value !== null ? JSON.stringify(value) : value,
  );
}
