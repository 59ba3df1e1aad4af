/** Findings about tables: their shapes, their owners, and what they refer to. */
import type { Report } from "./check-references.ts";
import { TableShape } from "./vocabulary.ts";
import type { Owned, TableDeclaration } from "../../contract/plugin/declarations.ts";
import type { InstalledPlugin } from "../../contract/plugin/installed.ts";
import type { Plugin } from "../../contract/plugin/plugin.ts";
import type { Service } from "../../contract/plugin/service.ts";
import { scalarFields } from "../../schema/fields.ts";
import { placed, problemsOf } from "../../schema/issues.ts";
import { SchemaError } from "../../schema/json-schema.ts";
import { isSchema, type Schema } from "../../schema/schema.ts";
import { didYouMean, show } from "../../schema/words.ts";

/** Reports tables that a plugin needs and nothing declares, or that it may not write. */
export function checkTableNeeds(
  { id, needs, policies = [] }: Plugin,
  surroundings: Surroundings,
  report: Report,
): void {
  const { tables } = surroundings;
  const tokens = [needs, ...policies.map((policy) => policy.needs)].flatMap((some) =>
    Object.values<Service>(some ?? {}),
  );
  for (const token of tokens) {
    if (token.table === undefined) continue;
    const { name, writes } = token.table;
    const found = tables.find((one) => one.name === name);
    if (found === undefined) {
      if ("optional" in token) continue;
      report(
        "TABLE_INVALID",
        `needs the table ${show(name)}, which no enabled plugin declares`,
        targetsIn(surroundings).has(name)
          ? "switch on the plugin that declares it, or write optional(…) around the token"
          : didYouMean(
              name,
              tables.map((one) => one.name),
            ),
      );
    } else if (writes && found.plugin !== id && found.value.writableBy?.includes(id) !== true)
      report(
        "TABLE_INVALID",
        `needs to write the table ${show(name)}, and its plugin ${show(found.plugin)} does not let it`,
        `write through the routes of ${found.plugin}, or declare in its table writableBy: [${show(id)}]`,
      );
  }
}

/** The tables that a table may refer to. */
interface Surroundings {
  readonly installed: readonly InstalledPlugin[];
  /** Tables of enabled plugins. */
  readonly tables: readonly Owned<TableDeclaration>[];
}

export function checkTable(
  table: TableDeclaration,
  surroundings: Surroundings,
  report: Report,
): void {
  const problems = problemsOf(TableShape, table, "the table");
  for (const problem of problems) report("TABLE_INVALID", placed(problem), problem.hint);
  const scalars = problems.length === 0 ? scalarsOf(table.of) : undefined;
  if (scalars === undefined) return; // a finding of its own
  if (table.owner !== undefined) checkOwner(scalars, table.owner, report);
  checkReferences(table, scalars, surroundings, report);
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

/** Only a text field can equal the id of a principal. */
function checkOwner(scalars: Scalars, owner: string, report: Report): void {
  if (typeof owner === "string" && Object.hasOwn(scalars, owner)) {
    if (scalars[owner]?.type === "string") return;
  }
  const texts = Object.values(scalars).flatMap(({ name, type }) => (type === "string" ? name : []));
  report(
    "TABLE_INVALID",
    `owner is a text field of the table, with the id of the principal that a row belongs to; received ${show(owner)}`,
    didYouMean(String(owner), texts),
  );
}

/** The database would refuse what leads nowhere with the words of its own, or accept it. */
function checkReferences(
  { references = {}, owner }: TableDeclaration,
  scalars: Scalars,
  surroundings: Surroundings,
  report: Report,
): void {
  if (Object.keys(references).length === 0) return;
  const targets = targetsIn(surroundings);
  for (const [field, { to, onDelete }] of Object.entries(references)) {
    const where = `references.${field}`;
    const refuse = (problem: string, hint: string) =>
      report("TABLE_INVALID", `${where}${problem}`, hint);
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
function targetsIn({ installed, tables }: Surroundings): ReadonlyMap<string, TableDeclaration> {
  const off = installed.flatMap(({ enabled, plugin }) => {
    if (enabled) return [];
    const declared =
      typeof plugin.tables === "function"
        ? plugin.tables(defaultOptions(plugin) as never)
        : plugin.tables;
    return Object.entries(declared ?? {});
  });
  return new Map([...off, ...tables.map(({ name, value }) => [name, value] as const)]);
}

/** Returns the options of a plugin for which none are written: those of a plugin that is off are not read. */
function defaultOptions({ options }: Plugin): unknown {
  const result = options?.["~standard"].validate({});
  return result === undefined || result instanceof Promise || result.issues !== undefined
    ? {}
    : result.value;
}
