/** The list engine of one route: reads its queries and makes its pages. */
import type { Route, Schema } from "waymark";
import type { ListEngine, ListResult } from "waymark/advanced";
import { encodeCursor, type Position } from "./cursor.ts";
import { pageOf } from "./evaluate.ts";
import { listParameters } from "./parameters.ts";
import { cursorBinding, parseQuery, type Rules } from "./parse.ts";
import { canonicalSearch, pair, shapeOf, type Query } from "./query.ts";

export interface EngineOptions {
  readonly defaultPageSize: number;
  readonly maxPageSize: number;
  /** The list is not paged, and has its own order, unless the client asks for less. */
  readonly whole: boolean;
  /** Puts the last key first if the query has no sort. Default: false. */
  readonly latestFirst?: boolean;
  /** Fields that can be filtered and sorted by, beside the key. Default: all that hold one value. */
  readonly queryable?: readonly string[] | undefined;
  /** Names of the parameters that the route itself declares. Default: none. */
  readonly own?: readonly string[];
}

/** Engines by schema and options. They are shared by all revisions, as schemas are. */
const engines = new WeakMap<Schema, Map<string, ListEngine>>();

/** Returns the engine for lists of these items, created at its first use because describing a schema delays a start. */
export function engineFor(item: Schema, options: EngineOptions): ListEngine {
  const { defaultPageSize, maxPageSize, whole, latestFirst = false, own = [], queryable } = options;
  const key = JSON.stringify([defaultPageSize, maxPageSize, whole, latestFirst, own, queryable]);
  let created: ListEngine | undefined;
  const engine = (): ListEngine => {
    if (created !== undefined) return created;
    const byOptions = engines.get(item) ?? new Map<string, ListEngine>();
    created = byOptions.get(key) ?? createEngine(item, options);
    engines.set(item, byOptions.set(key, created));
    return created;
  };
  return {
    get parameters() {
      return engine().parameters;
    },
    get meta() {
      return engine().meta;
    },
    trimmedBy: ["fields"],
    parse: (call) => engine().parse(call),
    finish: (result, query, call) => engine().finish(result, query, call),
  };
}

/** @param item the schema of the list's items. */
export function createEngine(item: Schema, options: EngineOptions): ListEngine {
  const shape = shapeOf(item, options.queryable);
  const rules: Rules = {
    shape,
    defaultLimit: options.whole ? undefined : options.defaultPageSize,
    maxLimit: options.maxPageSize,
    defaultSort:
      shape.key === undefined
        ? []
        : [{ field: shape.key, descending: options.latestFirst === true }],
    own: new Set(options.own),
  };
  const emptyQuery = parseQuery({ search: "", path: "", preferences: {} }, rules);

  return {
    parameters: listParameters(rules),
    meta: {
      type: "object",
      properties: {
        count: { type: "integer", minimum: 0, description: "Number of items in this response." },
      },
      required: ["count"],
    },

    parse: (call) => (call.search.length > 1 ? parseQuery(call, rules) : emptyQuery),

    finish(result, query: Query, call): ListResult {
      const page =
        "items" in result ? { items: result.items, next: result.next } : pageOf(result, query);
      const next = nextPath(page, query, call.path);
      const minimal = query.fields === undefined && call.preferences.return === "minimal";
      const strict = call.preferences.handling === "strict";
      const applied = [
        ...(minimal ? ["return=minimal"] : []),
        ...(strict ? ["handling=strict"] : []),
      ];
      const names = minimal ? shape.required : query.fields;
      return {
        items: names === undefined ? page.items : page.items.map((one) => pick(one, names)),
        meta: { count: page.items.length },
        facts: {
          ...(next === undefined ? {} : { next }),
          ...(applied.length === 0 ? {} : { applied }),
        },
      };
    },
  };
}

function nextPath(
  page: { readonly next?: unknown; readonly seen?: number | undefined },
  query: Query,
  path: string,
): string | undefined {
  if (!Array.isArray(page.next)) return undefined;
  const position: Position = { after: page.next, seen: page.seen };
  const parameters = [
    canonicalSearch(query),
    pair("cursor", encodeCursor(position, cursorBinding(path, query))),
  ];
  return `${path}?${parameters.filter((part) => part !== "").join("&")}`;
}

/** Returns the named fields of an item, in the order of the names. */
function pick(item: unknown, names: readonly string[]): unknown {
  if (typeof item !== "object" || item === null) return item;
  const picked: Record<string, unknown> = {};
  for (const name of names) {
    if (Object.hasOwn(item, name)) picked[name] = Reflect.get(item, name);
  }
  return picked;
}

/** Sizes of the pages of a list. */
interface PageSizes {
  readonly defaultPageSize: number;
  readonly maxPageSize: number;
}

/** Returns the page sizes of a list: the usual sizes, unless it declares a smaller one. */
export function pageSizesOf(list: Route["list"], sizes: PageSizes): PageSizes {
  const maxPageSize = Math.min(sizes.maxPageSize, list?.maxPageSize ?? Infinity);
  return { maxPageSize, defaultPageSize: Math.min(sizes.defaultPageSize, maxPageSize) };
}
