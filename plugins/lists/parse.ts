/** Reads the query string of a list, and collects all problems. */
import { show, type Call, type FieldError, type Refusal } from "waymark";
import type { SortKey } from "waymark/advanced";
import { decodeCursor } from "./cursor.ts";
import { readFilters } from "./filters.ts";
import { LIMITS, notScalar, unknownField, type Report } from "./problems.ts";
import { canonicalSearch, pair, type ItemShape, type Query } from "./query.ts";

/** Problems that one refusal reports. */
const MAX_PROBLEMS = 20;

export interface Rules {
  readonly shape: ItemShape;
  /** Page size without `limit`; undefined for lists that are not paged. */
  readonly defaultLimit: number | undefined;
  readonly maxLimit: number;
  /** Sort by the list's key, which also makes every other sort total. Empty if the items have no key. */
  readonly defaultSort: readonly SortKey[];
  /** Names of the parameters that the route itself declares. Default: none. */
  readonly own?: ReadonlySet<string>;
}

const SINGLE: ReadonlySet<string> = new Set(["fields", "sort", "limit", "cursor"]);
const isFilter = (name: string) => name === "filter" || name.startsWith("filter[");

/** Parses a query. Refuses unknown parameters and fields under strict handling (RFC 7240, section 4.4). */
export function parseQuery(
  { search, path, preferences }: Pick<Call, "search" | "path" | "preferences">,
  rules: Rules,
): Query | Refusal {
  const strict = preferences.handling === "strict";
  const problems: FieldError[] = [];
  const report: Report = (parameter, detail) => {
    if (problems.length < MAX_PROBLEMS) problems.push({ detail, parameter: shorten(parameter) });
  };
  const singles = new Map<string, string>();
  const filters = new Map<string, string>();
  const own: (readonly [name: string, value: string])[] = [];
  for (const [name, value] of pairsOf(search, report)) {
    const values = SINGLE.has(name) ? singles : isFilter(name) ? filters : undefined;
    if (values?.has(name)) report(name, "this parameter is given more than once; send it once");
    else if (values !== undefined) values.set(name, value);
    else if (rules.own?.has(name) === true) own.push([name, value]);
    else if (strict) report(name, `there is no such query parameter; ${PARAMETERS_HINT}`);
  }

  const { shape, defaultSort, defaultLimit } = rules;
  const fields = readFields(singles.get("fields"), shape, strict, report);
  const sort = readSort(singles.get("sort"), rules, report);
  const query: Query = {
    fields,
    filters: readFilters(filters, shape, report),
    sort: sort ?? defaultSort,
    limit: readLimit(singles.get("limit"), rules, report) ?? defaultLimit,
    after: undefined,
    unsorted: sort === undefined,
    ...(own.length === 0 ? {} : { own: toSearch(own) }),
  };
  const cursor = singles.get("cursor");
  // Only a query without problems can be compared with the cursor's.
  const complete =
    cursor === undefined || problems.length > 0
      ? query
      : continueAfter(cursor, query, path, shape, report);
  const [first] = problems;
  if (complete !== undefined && first === undefined) return complete;
  const detail =
    problems.length === 1 && first !== undefined
      ? `${first.parameter}: ${first.detail}`
      : `The query has ${problems.length} problems; "errors" lists them.`;
  return { code: "bad-request", detail, errors: problems };
}

const PARAMETERS_HINT =
  "a list has fields, filter[field], filter[field][operator], sort, limit and cursor";

/** Values of one name keep their order. */
function toSearch(own: readonly (readonly [name: string, value: string])[]): string {
  const sorted = own.toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)));
  return sorted.map(([name, value]) => pair(name, value)).join("&");
}

/** Returns the part of a query that a cursor is bound to. Fields and page size may change between pages. */
export function cursorBinding(path: string, query: Query): string {
  return `${path}?${canonicalSearch({ ...query, fields: undefined, limit: undefined })}`;
}

/** Names and values of a query string (WHATWG URL, section 5.1), except that broken escapes are reported. */
function pairsOf(search: string, report: Report): readonly (readonly [string, string])[] {
  return search
    .slice(1)
    .split("&")
    .filter((part) => part !== "")
    .flatMap((part) => {
      const equals = part.indexOf("=");
      const [name, value] =
        equals === -1 ? [part, ""] : [part.slice(0, equals), part.slice(equals + 1)];
      try {
        return [[decode(name), decode(value)] as const];
      } catch {
        report(
          name,
          "% must be followed by two hex digits, and the bytes must be UTF-8; write % itself as %25",
        );
        return [];
      }
    });
}

function decode(text: string): string {
  return decodeURIComponent(text.replaceAll("+", " "));
}

/** Returns the fields of the schema among the names, each once and in the order of the schema. */
function readFields(
  text: string | undefined,
  { names }: ItemShape,
  strict: boolean,
  report: Report,
): readonly string[] | undefined {
  if (text === undefined) return undefined;
  const requested = splitNames(text);
  if (requested.length > LIMITS.fieldNames)
    return report("fields", `at most ${LIMITS.fieldNames} names; received ${requested.length}`);
  const unique = new Set(requested);
  if (strict) {
    for (const name of unique)
      if (!names.includes(name)) report("fields", unknownField(name, names));
  }
  return names.filter((name) => unique.has(name));
}

/** Returns the sort of the query, made total by the list's key. Undefined if the query has none. */
function readSort(
  text: string | undefined,
  { shape, defaultSort }: Rules,
  report: Report,
): readonly SortKey[] | undefined {
  const sort = new Map<string, SortKey>();
  const terms = splitNames(text ?? "");
  if (terms.length > LIMITS.sortFields)
    return report("sort", `at most ${LIMITS.sortFields} fields; received ${terms.length}`);
  for (const term of terms) {
    const descending = term.startsWith("-");
    const field = descending ? term.slice(1) : term;
    if (!shape.scalars.has(field)) report("sort", notScalar(field, shape));
    else if (sort.has(field))
      report("sort", `the field ${show(field)} is given more than once; send it once`);
    else sort.set(field, { field, descending });
  }
  if (sort.size === 0) return undefined;
  return [...sort.values(), ...defaultSort.filter(({ field }) => !sort.has(field))];
}

function readLimit(
  text: string | undefined,
  { maxLimit }: Rules,
  report: Report,
): number | undefined {
  if (text === undefined) return undefined;
  const limit = Number(text);
  if (/^[1-9]\d*$/.test(text) && limit <= maxLimit) return limit;
  return report("limit", `a page has from 1 to ${maxLimit} items; received ${show(text)}`);
}

function continueAfter(
  cursor: string,
  query: Query,
  path: string,
  { scalars }: ItemShape,
  report: Report,
): Query | undefined {
  const sort = query.sort.map(({ field }) => scalars.get(field));
  const position = decodeCursor(cursor, cursorBinding(path, query), sort);
  if (position !== undefined) {
    const { after, seen } = position;
    return { ...query, after: after.length === 0 ? undefined : after, seen };
  }
  const detail =
    "the cursor is damaged or belongs to another query; follow the next link of a page, or leave the cursor out to start again";
  return report("cursor", detail);
}

function splitNames(text: string): readonly string[] {
  return text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

function shorten(name: string): string {
  return name.length > 80 ? `${name.slice(0, 79)}…` : name;
}
