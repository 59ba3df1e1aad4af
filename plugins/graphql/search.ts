/** Arguments as the query string that they stand for. */
import { GraphQLError } from "graphql";

/** Arguments of a field. */
export type Arguments = Readonly<Record<string, unknown>>;

/** Returns the query string with its `?`, or "". `taken` are arguments that are not part of it. */
export function searchOf(args: Arguments, taken: readonly string[]): string {
  const pairs = Object.entries(args)
    .filter(([name]) => !taken.includes(name))
    .flatMap(([name, value]) => pairsOf(name, value));
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`;
}

/** Returns `filter: { name: { contains: "a" } }` as `filter[name][contains]=a`. Null counts as an absent argument. */
function pairsOf(name: string, value: unknown): [string, string][] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value))
    return isFilter(name)
      ? [[name, value.map(withoutComma).join(",")]]
      : value.map((one) => [name, String(one)]);
  if (typeof value !== "object") return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, inner]) => pairsOf(`${name}[${key}]`, inner));
}

/** True for filters: they have their values in one parameter, separated by commas; other lists repeat the parameter. */
const isFilter = (name: string) => name.endsWith("]");

/** Refuses a comma in a value: in a query string, commas separate the values of a list. */
function withoutComma(value: unknown): string {
  const text = String(value);
  if (!text.includes(",")) return text;
  throw new GraphQLError("A value of `in` has a comma, which separates values. Use `eq` for it.", {
    extensions: { code: "bad-request" },
  });
}
