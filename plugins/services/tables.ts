/** The point of tables, which the store reads. */
import { definePoint, type PerOptions, type PluginTypes } from "waymark";
import { opaque } from "waymark/advanced";
import { checkTables } from "./table-checks.ts";
import type { SealedTable, TableDeclaration } from "./table-declaration.ts";
import { tableDocument } from "./table-document.ts";

declare module "waymark" {
  interface PluginKeys<C extends PluginTypes> {
    /** Tables of the store, by name. */
    readonly tables?: PerOptions<Readonly<Record<string, TableDeclaration>>, C["options"]>;
  }
}

/** The tables of all plugins. */
export const Tables = definePoint({
  id: "tables",
  noun: "table",
  reader: "store",
  form: "record of options",
  // Its shape is checked with everything else about it, under a code of its own.
  schema: opaque<TableDeclaration>("a table", () => true),
  schemas: ({ of }) => [of],
  conflict: { code: "TABLE_CONFLICT", message: "two plugins declare the same table" },
  check: (entries, _all, installed) => checkTables(entries, installed),
  seal: (entries): readonly SealedTable[] =>
    entries.map(({ name, plugin, value }) => ({ name, plugin, ...value })),
  isPart: true,
  publish: (tables) => Object.fromEntries(tables.map((one) => [one.name, tableDocument(one)])),
});
