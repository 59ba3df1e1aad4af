/** Reads the query string of a list, and collects all problems. */
import { show, type FieldError, type SortKey } from "waymark";
import { decodeCursor } from "./cursor.ts";
import { readFilters } from "./filters.ts";
import { LIMITS, notScalar, unknownField, type Report } from "./problems.ts";
import { canonicalSearch, type ItemShape, type Query } from "./query.ts";

/** Problems that one refusal reports. */
const MAX_PROBLEMS = 20;

export interface Rules {
  readonly shape: ItemShape;
  /** Page size without `limit`; undefined for lists that are not paged. */
  readonly defaultLimit: number | undefined;
  readonly maxLimit: number;
  /** By the list's key, which also makes every other sort total. Empty when the items have no key. */
  readonly defaultSort: readonly SortKey[];
}

export interface Request {
  /** Query string with its `?`, or "". */
  readonly search: string;
  /** A cursor is bound to the path, the filters and the sort. */
  readonly path: string;
  /** Refuse unknown parameters and fields (RFC 7240, section 4.4). */
  readonly strict: boolean;
}

export type Parsed = { readonly query: Query } | { readonly problems: readonly FieldError[] };

const SINGLE = ["fields", "sort", "limit", "cursor"] as const;
type Single = (typeof SINGLE)[number];
const isSingle = (name: string): name is Single => SINGLE.some((single) => single === name);
const isFilter = (name: string) => name === "filter" || name.startsWith("filter[");

export function parseQuery({ search, path, strict }: Request, rules: Rules): Parsed {
  const problems: FieldError[] = [];
  const report: Report = (parameter, detail) => {
    if (problems.length < MAX_PROBLEMS) problems.push({ detail, parameter: shorten(parameter) });
  };
  const singles = new Map<Single, string>();
  const filters = new Map<string, string>();
  for (const [name, value] of pairsOf(search, report)) {
    if (isSingle(name)) setOnce(singles, name, value, report);
    else if (isFilter(name)) setOnce(filters, name, value, report);
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
  };
  const cursor = singles.get("cursor");
  if (problems.length > 0) return { problems };
  return cursor === undefined ? { query } : readCursor(cursor, query, path, shape);
}

const PARAMETERS_HINT =
  "a list has fields, filter[field], filter[field][operator], sort, limit and cursor";

/** The part of a query that a cursor is bound to. Fields and page size may change between pages. */
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

function setOnce<Name extends string>(
  values: Map<Name, string>,
  name: Name,
  value: string,
  report: Report,
): void {
  if (values.has(name)) report(name, "this parameter is given more than once; send it once");
  else values.set(name, value);
}

/** The fields of the schema among the names, each once and in the order of the schema. */
function readFields(
  text: string | undefined,
  { names }: ItemShape,
  strict: boolean,
  report: Report,
): readonly string[] | undefined {
  if (text === undefined) return undefined;
  const requested = splitNames(text);
  if (requested.length > LIMITS.fieldNames) {
    report("fields", `at most ${LIMITS.fieldNames} names; received ${requested.length}`);
    return undefined;
  }
  const unique = new Set(requested);
  if (strict) {
    for (const name of unique) {
      if (!names.includes(name)) report("fields", unknownField(name, names));
    }
  }
  return names.filter((name) => unique.has(name));
}

/** The sort of the query, made total by the list's key. Undefined when the query has none. */
function readSort(
  text: string | undefined,
  { shape, defaultSort }: Rules,
  report: Report,
): readonly SortKey[] | undefined {
  const sort = new Map<string, SortKey>();
  const terms = splitNames(text ?? "");
  if (terms.length > LIMITS.sortFields) {
    report("sort", `at most ${LIMITS.sortFields} fields; received ${terms.length}`);
    return undefined;
  }
  for (const term of terms) {
    const descending = term.startsWith("-");
    const field = descending ? term.slice(1) : term;
    if (!shape.scalars.has(field)) {
      report("sort", notScalar(field, shape));
    } else if (sort.has(field)) {
      report("sort", `the field ${show(field)} is given more than once; send it once`);
    } else {
      sort.set(field, { field, descending });
    }
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
  report("limit", `a page has from 1 to ${maxLimit} items; received ${show(text)}`);
  return undefined;
}

/** Called for queries without problems: only these can be compared with the cursor's. */
function readCursor(cursor: string, query: Query, path: string, { scalars }: ItemShape): Parsed {
  const sort = query.sort.map(({ field }) => scalars.get(field));
  const position = decodeCursor(cursor, cursorBinding(path, query), sort);
  if (position === undefined) {
    const detail =
      "the cursor is damaged or belongs to another query; follow the next link of a page, or leave the cursor out to start again";
    return { problems: [{ detail, parameter: "cursor" }] };
  }
  const { after, seen } = position;
  return { query: { ...query, after: after.length === 0 ? undefined : after, seen } };
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
