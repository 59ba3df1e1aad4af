/** Findings about tables: their shapes, owners and references. */
import { didYouMean, show, type Plugin, type Registry, type Schema } from "waymark";
import {
  isSchema,
  opaque,
  placed,
  problemsOf,
  scalarFields,
  SchemaError,
  type PointEntry,
  type PluginFinding,
} from "waymark/advanced";
import { z } from "zod";
import type { NeedOfTable, TableDeclaration } from "./table-declaration.ts";

const Text = z.string().min(1);
const Anything = z.unknown().optional();

const TableShape = z.strictObject({
  of: opaque<Schema>("the schema of its rows, such as z.object({ id: z.string() })", isSchema),
  key: Text.describe("the field that identifies a row").meta({ examples: ["id"] }),
  indexes: Anything,
  unique: Anything,
  owner: Anything,
  references: z
    .record(
      z.string(),
      z
        .strictObject({
          to: z
            .string()
            .regex(/^[^.]+\.[^.]+$/, 'expected a table and its key, such as "books.id"'),
          onDelete: z.enum(["restrict", "cascade", "clear"]).optional(),
        })
        .meta({ examples: [{ to: "books.id" }] }),
    )
    .meta({ examples: [{ bookId: { to: "books.id" } }] })
    .optional(),
  writableBy: z
    .array(Text)
    .meta({ examples: [["importer"]] })
    .optional(),
  seed: opaque<URL>(
    'a URL, such as new URL("./rows.json", import.meta.url)',
    (value) => value instanceof URL,
  ).optional(),
  personal: Text.describe("a line for the privacy page")
    .meta({ examples: ["**Letters.** Your letters are stored with your id."] })
    .optional(),
  internal: z.boolean().optional(),
} satisfies Record<keyof TableDeclaration, z.ZodType>);

type Report = (message: string, hint: string) => void;

/** Tables by name. */
type Tables = ReadonlyMap<string, TableDeclaration>;

/** Returns what is wrong with tables, and with the needs of plugins for tables of others. */
export function checkTables(
  tables: readonly PointEntry<TableDeclaration>[],
  installed: Registry["installed"],
): readonly PluginFinding[] {
  const findings: PluginFinding[] = [];
  const reporter =
    (plugin: string, where: string): Report =>
    (message, hint) =>
      void findings.push({ code: "TABLE_INVALID", plugin, where, message, hint });
  const all = allTables(tables, installed);
  for (const { name, plugin, value } of tables)
    checkTable(value, all, reporter(plugin, `table ${name}`));
  for (const { plugin, enabled } of installed)
    if (enabled) checkNeeds(plugin, tables, all, reporter(plugin.id, "needs"));
  return findings;
}

/** Reports tables that a plugin needs and nothing declares, or that it may not write. */
function checkNeeds(
  { id, needs, policies = [] }: Plugin,
  tables: readonly PointEntry<TableDeclaration>[],
  all: Tables,
  report: Report,
): void {
  const tokens = [needs, ...policies.map((policy) => policy.needs)].flatMap((some) =>
    Object.values<object>(some ?? {}),
  );
  for (const { table, optional } of tokens as readonly NeedOfTable[]) {
    if (table === undefined) continue;
    const { name, writes } = table;
    const found = tables.find((one) => one.name === name);
    if (found === undefined) {
      if (optional) continue;
      report(
        `needs the table ${show(name)}, which no enabled plugin declares`,
        all.has(name)
          ? "switch on the plugin that declares it, or write optional(…) around the token"
          : didYouMean(
              name,
              tables.map((one) => one.name),
            ),
      );
    } else if (writes && found.plugin !== id && found.value.writableBy?.includes(id) !== true)
      report(
        `needs to write the table ${show(name)}, and its plugin ${show(found.plugin)} does not let it`,
        `write through the routes of ${found.plugin}, or declare in its table writableBy: [${show(id)}]`,
      );
  }
}

function checkTable(table: TableDeclaration, all: Tables, report: Report): void {
  const problems = problemsOf(TableShape, table, "the table");
  for (const problem of problems) report(placed(problem), problem.hint);
  const scalars = problems.length === 0 ? scalarsOf(table.of) : undefined;
  if (scalars === undefined) return; // a finding of its own
  if (table.owner !== undefined) checkOwner(scalars, table.owner, report);
  checkReferences(table, scalars, all, report);
}

type Scalars = ReturnType<typeof scalarFields>;

function scalarsOf(schema: Schema): Scalars | undefined {
  try {
    return scalarFields(schema);
  } catch (error) {
    if (error instanceof SchemaError) return undefined;
    throw error;
  }
}

/** Checks the owner field: only a text can equal the id of a principal. */
function checkOwner(scalars: Scalars, owner: string, report: Report): void {
  if (typeof owner === "string" && Object.hasOwn(scalars, owner)) {
    if (scalars[owner]?.type === "string") return;
  }
  const texts = Object.values(scalars).flatMap(({ name, type }) => (type === "string" ? name : []));
  report(
    `owner is a text field of the table, with the id of the principal that a row belongs to; received ${show(owner)}`,
    didYouMean(String(owner), texts),
  );
}

/** The database would refuse what leads nowhere with the words of its own, or accept it. */
function checkReferences(
  { references = {}, owner }: TableDeclaration,
  scalars: Scalars,
  targets: Tables,
  report: Report,
): void {
  for (const [field, { to, onDelete }] of Object.entries(references)) {
    const where = `references.${field}`;
    const refuse = (problem: string, hint: string) => report(`${where}${problem}`, hint);
    const [name = "", key] = to.split(".");
    const column = Object.hasOwn(scalars, field) ? scalars[field] : undefined;
    const target = targets.get(name);
    if (column === undefined)
      refuse(" is not a scalar field of the table", didYouMean(field, Object.keys(scalars)));
    if (target === undefined)
      refuse(
        `.to leads to ${show(to)}, which is not a table of an installed plugin`,
        didYouMean(name, [...targets.keys()]),
      );
    else if (target.key !== key)
      refuse(
        `.to leads to ${show(to)}; rows of ${name} have the key ${show(target.key)}`,
        `write to: ${show(`${name}.${target.key}`)}`,
      );
    if (column === undefined) continue;
    const type =
      target && isSchema(target.of) ? scalarsOf(target.of)?.[target.key]?.type : undefined;
    if (type !== undefined && type !== column.type)
      refuse(
        ` holds ${column.type}, and the key of ${name} ${type}`,
        `make the type of the field ${type}, as it holds the key`,
      );
    if (onDelete === "clear" && column.required && !column.nullable)
      refuse(
        '.onDelete is "clear", and the field is required',
        'make the field optional, or write onDelete: "restrict" or "cascade"',
      );
    if (target?.owner !== undefined && owner === undefined)
      refuse(
        `.to leads to ${name}, whose rows have owners, and these have none: callers would see which rows others have`,
        "give this table an owner as well",
      );
  }
}

/** Returns the tables by name, also of plugins that are off: a reference to these waits until they are on. */
function allTables(
  tables: readonly PointEntry<TableDeclaration>[],
  installed: Registry["installed"],
): Tables {
  const off = installed.flatMap((one) => {
    if (one.enabled) return [];
    const { tables: declared, options }: Plugin = one.plugin;
    return Object.entries(
      (typeof declared === "function" ? declared(defaultsOf(options)) : declared) ?? {},
    );
  });
  return new Map([...off, ...tables.map(({ name, value }) => [name, value] as const)]);
}

/** Returns the default options of a plugin: the options of a plugin that is off are not read. */
function defaultsOf(options: Schema | undefined): never {
  const result = options?.["~standard"].validate({});
  return result === undefined || result instanceof Promise || result.issues !== undefined
    ? ({} as never)
    : (result.value as never); // validated with the plugin's own schema
}
