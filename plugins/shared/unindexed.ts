/** Lists of tables that clients can query by fields without an index: each such query reads the whole table. */
import type { Registry } from "waymark";
import { Tables, type SealedTable } from "waymark/services";

/** The fields of one list. */
export interface UnindexedList {
  /** The ref of its route. */
  readonly list: string;
  readonly table: string;
  readonly fields: readonly string[];
}

/** Returns lists whose items are the rows of a table, except lists that only the author has filled, which stay small. */
export function unindexedLists({
  routes,
  of,
}: Pick<Registry, "routes" | "of">): readonly UnindexedList[] {
  const isWritten = ({ plugin, seed }: SealedTable) =>
    seed === undefined || routes.some((route) => route.plugin === plugin && route.method !== "GET");
  const tables = of(Tables);
  return routes.flatMap(({ ref, engine, declaration: { list } }) => {
    const table = tables.find((one) => one.of === list?.of && isWritten(one));
    if (table === undefined) return [];
    const { name, key, owner, indexes = [], unique = [] } = table;
    const indexed = new Set([
      key,
      owner,
      ...indexes,
      ...unique.map((fields) => [fields].flat()[0]),
    ]);
    const filter = engine?.parameters.find((parameter) => parameter.name === "filter");
    const fields = Object.keys(filter?.schema.properties ?? {}).filter((one) => !indexed.has(one));
    return fields.length === 0 ? [] : [{ list: ref, table: name, fields }];
  });
}

/** Describes an unindexed list for operators. */
export function describeUnindexed({ list, table, fields }: UnindexedList): string {
  const names = fields.map((field) => `"${field}"`).join(", ");
  return (
    `${list} can be filtered and sorted by ${names} of the table "${table}" without an index, which reads all of its rows: ` +
    `add them to the table's indexes, or name the fields that clients may use below queryable of the plugin lists`
  );
}
