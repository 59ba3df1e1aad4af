/** A list as a table: heads sort, cells filter, the key leads to the item, and columns are chosen. */
import { type Html, html, type JsonSchema, type Registry, type SealedRoute } from "waymark";
import {
  fieldNames,
  fillRelation,
  type ResolvedRelation,
  toJsonSchema,
  writeOnlyNames,
} from "waymark/advanced";
import { sharedMessages } from "../messages.ts";
import { type Column, type DataView, isRow, type Row } from "./data-view.ts";
import type { PageOf } from "./addresses.ts";
import type { AddressQuery } from "./query.ts";
import { Shape } from "./shape.ts";

/** Column of items that are texts or numbers. */
const VALUE = "value";
const MOST_COLUMNS = 50;
const LONGEST_FILTER = 100;

export interface ListOnPage {
  readonly route: SealedRoute;
  readonly registry: Registry;
  readonly language: string;
  readonly items: readonly unknown[];
  /** Values of the path's parameters. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: AddressQuery;
  /** Pages that items and their relations lead to. Default: their addresses. */
  readonly pageOf?: PageOf | undefined;
}

export function listTable(list: ListOnPage, view: DataView): Html {
  const { route, registry, language, items, params } = list;
  const rows = items.every(isRow) ? items : items.map((item) => ({ [VALUE]: item }));
  const others = route.itemRelations.filter(({ rel }) => rel !== "item");
  const chips = (row: Row) =>
    others.flatMap((relation) => {
      const href = related(relation, row, list);
      return href === undefined ? [] : html`<a class="chip" href="${href}">${relation.rel}</a> `;
    });
  const isRelated = rows.some((row) => others.some((one) => fillRelation(one, row, params)));
  const { data } = sharedMessages(registry, language);
  return view.table(
    rows,
    columnsOf(rows, list),
    route.declaration.list?.as ?? "",
    isRelated ? { title: data.related, of: chips } : undefined,
  );
}

/** Returns the page of what a row is related to. */
function related(relation: ResolvedRelation, row: Row, { params, pageOf }: ListOnPage) {
  const href = fillRelation(relation, row, params);
  return href === undefined ? undefined : (pageOf?.(href) ?? href);
}

/** Returns the columns of the fields that an item has; an empty list has all of them. */
function columnsOf(rows: readonly Row[], list: ListOnPage): readonly Column[] {
  const { route } = list;
  const found = new Set(rows.flatMap((row) => Object.keys(row)));
  const declared = fieldsOfItems(route).filter((name) => rows.length === 0 || found.has(name));
  const names = [...new Set([...declared, ...found])].slice(0, MOST_COLUMNS);
  const members =
    route.declaration.list && new Shape(toJsonSchema(route.declaration.list.of)).members;
  return names.map((name) => {
    const shape = members?.get(name);
    return { name, shape, ...sortOf(name, list), ...leadsTo(name, shape, list) };
  });
}

/** Returns the fields of a list's items in the order of the schema. */
export function fieldsOfItems({ declaration: { list } }: SealedRoute): readonly string[] {
  if (list === undefined) return [];
  const unread = writeOnlyNames(list.of);
  return fieldNames(list.of).filter((name) => !unread.includes(name));
}

/** Returns the schemas of conditions on fields, by the field. */
const filtersOf = ({ engine }: SealedRoute): JsonSchema["properties"] =>
  engine?.parameters.find(({ name }) => name === "filter")?.schema.properties;

/** Returns the head of a column that the list can be sorted by: a second click turns the order around. */
function sortOf(name: string, { route, query }: ListOnPage): Pick<Column, "head" | "sorted"> {
  if (filtersOf(route)?.[name] === undefined) return {};
  const [first = ""] = (query.get("sort") ?? "").split(",", 1);
  const sorted = first === name ? "ascending" : first === `-${name}` ? "descending" : undefined;
  const href = query.with("sort", sorted === "ascending" ? `-${name}` : name);
  return { head: html`<a href="${href}">${name}</a>`, sorted };
}

/** Returns where the values of a column lead: to the item, or to the items with the same value. */
function leadsTo(
  name: string,
  shape: Shape | undefined,
  list: ListOnPage,
): Pick<Column, "isKey" | "hrefOf"> {
  const { route, query } = list;
  const item = route.itemRelations.find(({ rel }) => rel === "item");
  if (item !== undefined && Object.values(item.bindings).includes(name))
    return { isKey: true, hrefOf: (_value, row) => related(item, row, list) };
  const parameter = `filter[${name}]`;
  const [exact] = filtersOf(route)?.[name]?.anyOf ?? [];
  if (exact === undefined || query.get(parameter) !== undefined) return {};
  const filtered = query.each(parameter);
  return {
    hrefOf: (value) => (isFilter(value, exact, shape) ? filtered(String(value)) : undefined),
  };
}

/** Checks that the list engine accepts a value as a condition. */
function isFilter(
  value: unknown,
  { type, enum: values }: JsonSchema,
  shape: Shape | undefined,
): boolean {
  if (values !== undefined && !values.some((one) => one === value)) return false;
  if (typeof value === "number") return type === "number" || Number.isSafeInteger(value);
  if (typeof value !== "string") return typeof value === type;
  const kind = shape?.kind;
  if ((kind === "time" || kind === "date") && Number.isNaN(Date.parse(value))) return false;
  // Times of other zones are not compared.
  if (kind === "time" && !value.endsWith("Z")) return false;
  return value.length <= LONGEST_FILTER && value.isWellFormed() && !value.includes("\0");
}
