/** Compares bounds: sizes, and the ends of ranges. */
import type { RuleId } from "./rules.ts";
import type { Alternative } from "./schema-node.ts";
import type { Direction } from "./schemas.ts";

/** A change of one value, as a part of a sentence that begins with what it is about. */
export interface Found {
  readonly rule: RuleId;
  readonly message: string;
}

/** Sizes, by the number that limits nothing; absent ones are that. */
const SIZES: Readonly<Record<string, number>> = {
  minLength: 0,
  maxLength: Number.POSITIVE_INFINITY,
  minItems: 0,
  maxItems: Number.POSITIVE_INFINITY,
  minProperties: 0,
  maxProperties: Number.POSITIVE_INFINITY,
};

/** The ends of a range: the keyword whose number is in it, and the one whose number is not. */
const ENDS = {
  lower: ["minimum", "exclusiveMinimum"],
  upper: ["maximum", "exclusiveMaximum"],
} as const;

export const BOUNDS: readonly string[] = [...Object.keys(SIZES), ...Object.values(ENDS).flat()];

export function compareBounds(
  before: Alternative,
  after: Alternative,
  direction: Direction,
): readonly Found[] {
  return [
    ...sizes(before, after, direction),
    ...end("lower", before, after, direction),
    ...end("upper", before, after, direction),
  ];
}

/** What is said of a keyword whose value says how much fits. */
export function limit(
  direction: Direction,
  tighter: boolean,
  keyword: string,
  old: unknown,
  current: unknown,
): Found {
  const show = (value: unknown) =>
    value === undefined || value === Number.POSITIVE_INFINITY ? "none" : String(value);
  return {
    rule: `${direction}-limit-${tighter ? "tightened" : "loosened"}`,
    message: `has the ${keyword} ${show(current)}, which was ${show(old)}`,
  };
}

function sizes({ node: before }: Alternative, { node: after }: Alternative, direction: Direction) {
  return Object.entries(SIZES).flatMap(([keyword, none]): Found[] => {
    const [old = none, current = none] = [numberAt(before, keyword), numberAt(after, keyword)];
    if (old === current) return [];
    return [limit(direction, none === 0 ? current > old : current < old, keyword, old, current)];
  });
}

type Side = keyof typeof ENDS;

/** One end of a range. */
interface End {
  readonly keyword: string;
  readonly value: number | undefined;
  /** The more, the less fits. */
  readonly reach: number;
  /** Whether the number itself does not fit. */
  readonly excluded: boolean;
}

/** `exclusiveMinimum` 0 leaves out more than `minimum` 0, and of whole numbers just what `minimum` 1 does. */
function end(side: Side, before: Alternative, after: Alternative, direction: Direction): Found[] {
  const [old, current] = [endOf(side, before), endOf(side, after)];
  const difference = byReach(current, old);
  if (difference === 0) return [];
  const keyword = current.value === undefined ? old.keyword : current.keyword;
  const renamed = old.value !== undefined && old.keyword !== keyword;
  const was = renamed ? `the ${old.keyword} ${old.value}` : old.value;
  return [limit(direction, difference > 0, keyword, was, current.value)];
}

/** The end that counts where both keywords are there. */
function endOf(side: Side, { node, type }: Alternative): End {
  const sign = side === "lower" ? 1 : -1;
  const [first, ...others] = ENDS[side].flatMap((keyword, index): End[] => {
    const value = numberAt(node, keyword);
    if (value === undefined) return [];
    const [reach, excluded] = [sign * value, index === 1];
    if (type !== "integer") return [{ keyword, value, reach, excluded }];
    const whole = excluded ? Math.floor(reach) + 1 : Math.ceil(reach);
    return [{ keyword, value, reach: whole, excluded: false }];
  });
  if (first === undefined) {
    const reach = Number.NEGATIVE_INFINITY;
    return { keyword: ENDS[side][0], value: undefined, reach, excluded: false };
  }
  return others.reduce((most, one) => (byReach(one, most) > 0 ? one : most), first);
}

function byReach(one: End, other: End): number {
  if (one.reach !== other.reach) return one.reach > other.reach ? 1 : -1;
  return Number(one.excluded) - Number(other.excluded);
}

function numberAt(node: object, keyword: string): number | undefined {
  const value: unknown = Reflect.get(node, keyword);
  return typeof value === "number" ? value : undefined;
}
