/** The changes that bring a database to the declared tables, as data. */
import { needsValue, type Column } from "./columns.ts";
import type { Inspectable } from "./database.ts";
import { METADATA_TABLE, readMetadata, type TableMetadata } from "./table-metadata.ts";
import { tableError, type TableModel } from "./table-model.ts";

const CHANGES = {
  "create-table": ["create the table", "created a table"],
  "add-column": ["add the column", "added a column"],
  "adopt-column": ["take over the column", "took over a column that was there"],
  "fill-column": ["fill with its default the column", "filled a column with its default"],
  "create-index": ["create an index of", "created an index"],
  "drop-unique": ["drop the constraint that no two rows share", "dropped a constraint"],
  "create-unique": ["create the constraint that no two rows share", "created a constraint"],
  "drop-reference": ["drop the reference by", "dropped a reference"],
  "create-reference": ["create the reference by", "created a reference"],
} as const;

export interface Step {
  readonly change: keyof typeof CHANGES;
  readonly table: string;
  readonly plugin: string;
  /** Fields of the step; of a table, all that it has; of a reference, its field and the table that it leads to. */
  readonly fields: readonly string[];
}

export interface Plan {
  /** Steps in the order in which they are made. */
  readonly steps: readonly Step[];
  /** Reasons why the database cannot be migrated to the declared tables. With any, no step is made. */
  readonly refusals: readonly Error[];
}

/** Imports the checks of rows, which a new database does not have. */
export function rowFaults(): Promise<typeof import("./row-faults.ts")> {
  return import("./row-faults.ts");
}

/** Changes nothing. Others may write meanwhile, so that it holds for certain only while they cannot. */
export async function planMigration(
  database: Inspectable,
  models: readonly TableModel[],
): Promise<Plan> {
  const existing = await database.tables();
  const known = existing.has(METADATA_TABLE) ? await readMetadata(database) : new Map();
  const steps: Step[] = missingOwn(database, existing).map((table) => {
    return { change: "create-table", table, plugin: "store", fields: [] };
  });
  const refusals: Error[] = [];
  const names = new Set(models.map(({ name }) => name));
  const references: Step[] = [];
  for (const model of models) {
    const columns = existing.get(model.name.toLowerCase());
    const metadata: TableMetadata | undefined = known.get(model.name);
    const problem = columns && problemOf(model, metadata);
    if (problem !== undefined) {
      refusals.push(tableError(model, problem));
      continue;
    }
    const planned = stepsOf(model, columns, columns && metadata);
    steps.push(...planned);
    // Last, as tables may refer to each other.
    references.push(...referenceSteps(model, columns && metadata, names));
    if (columns === undefined) continue;
    const { lacksValues, missingValues, sharedValues } = await rowFaults();
    for (const { name } of columnsToFill(model, columns, metadata))
      if (await lacksValues(database, model, name))
        steps.push({
          change: "fill-column",
          table: model.name,
          plugin: model.plugin,
          fields: [name],
        });
    for (const { change, fields } of planned) {
      const find =
        change === "add-column"
          ? missingValues
          : change === "create-unique"
            ? sharedValues
            : undefined;
      const parts = fields.map((field) => model.column(field));
      const fault = await find?.(database, model, parts, columns);
      if (fault !== undefined) refusals.push(tableError(model, fault));
    }
  }
  for (const { change, table, fields } of references) {
    const model = models.find(({ name }) => name === table);
    const reference = change === "create-reference" && model?.references.get(fields.join(">"));
    if (!model || !reference || !existing.has(table.toLowerCase())) continue;
    const { rowsWithoutTarget } = await rowFaults();
    const fault = await rowsWithoutTarget(database, reference, existing);
    if (fault !== undefined) refusals.push(tableError(model, fault));
  }
  return { steps: [...steps, ...references], refusals };
}

/** The references to tables that are there, or will be: to another one, there is nothing to refer to. */
function referenceSteps(
  { name: table, plugin, references }: TableModel,
  metadata: TableMetadata | undefined,
  tables: ReadonlySet<string>,
): readonly Step[] {
  const before = metadata?.references ?? [];
  const step = (change: Step["change"]) => (name: string) => {
    return { change, table, plugin, fields: name.split(">") }; // no name has the sign in it
  };
  const isDue = (name: string) =>
    !before.includes(name) && tables.has(references.get(name)?.target ?? "");
  return [
    ...before.filter((name) => !references.has(name)).map(step("drop-reference")),
    ...[...references.keys()].filter(isDue).map(step("create-reference")),
  ];
}

/** Returns the tables of its own that a database lacks. */
export function missingOwn(
  { own = [] }: Inspectable,
  existing: ReadonlyMap<string, unknown>,
): readonly string[] {
  return own.filter((table) => !existing.has(table));
}

/** Checks that plugins that run without this step find less than they declare. */
export function isNeeded({ change }: Step): boolean {
  return !isTaking({ change }) && change !== "adopt-column" && change !== "fill-column";
}

/** Checks that a step takes something that other revisions may still declare. */
export function isTaking({ change }: Pick<Step, "change">): boolean {
  return change === "drop-unique" || change === "drop-reference";
}

/**
 * The columns whose rows may lack a value that the schema has a default for. One that was created with its default lacks
 * them only where another revision made it optional, which means what it writes.
 */
function columnsToFill(
  { columns }: TableModel,
  existing: ReadonlySet<string>,
  metadata: TableMetadata | undefined,
): readonly Column[] {
  return columns.filter(
    (column) =>
      existing.has(column.name) &&
      needsValue(column) &&
      column.preset !== undefined &&
      metadata?.filled?.includes(column.name) !== true,
  );
}

/** Returns a clause: "add the column "tag" to the table "notes"". */
export function describeStep({ change, table, fields }: Step): string {
  const [text] = CHANGES[change];
  if (change === "create-table") return `${text} "${table}"`;
  if (change === "create-reference" || change === "drop-reference")
    return `${text} "${fields[0]}" of the table "${table}" to the table "${fields[1]}"`;
  const preposition = change === "add-column" ? "to" : "of";
  return `${text} ${fields.map((field) => `"${field}"`).join(" and ")} ${preposition} the table "${table}"`;
}

/** Returns a step that was made, as the log says it. */
export function logStep({ change }: Step): string {
  return CHANGES[change][1];
}

function stepsOf(
  model: TableModel,
  columns: ReadonlySet<string> | undefined,
  metadata: TableMetadata | undefined,
): readonly Step[] {
  const { name: table, plugin, uniques } = model;
  const step = (change: Step["change"], fields: readonly string[]): Step => {
    return { change, table, plugin, fields };
  };
  const each = (change: Step["change"], some: readonly Column[]) =>
    some.map(({ name }) => step(change, [name]));
  const unique = metadata?.unique ?? [];
  const constraints = [
    ...unique
      .filter((fields) => !uniques.has(fields))
      .map((fields) => step("drop-unique", fields.split(","))), // no name has a comma in it
    ...[...uniques]
      .filter(([fields]) => !unique.includes(fields))
      .map(([, parts]) =>
        step(
          "create-unique",
          parts.map(({ name }) => name),
        ),
      ),
  ];
  const indexes = model.indexes.filter(({ name }) => metadata?.indexes?.includes(name) !== true);
  const isNoted = ({ name }: Column) => metadata && Object.hasOwn(metadata.columns, name);
  return [
    ...(columns === undefined
      ? [
          step(
            "create-table",
            model.columns.map(({ name }) => name),
          ),
        ]
      : [
          ...each(
            "add-column",
            model.columns.filter(({ name }) => !columns.has(name)),
          ),
          ...each(
            "adopt-column",
            model.columns.filter((column) => columns.has(column.name) && !isNoted(column)),
          ),
        ]),
    ...each("create-index", indexes),
    ...constraints,
  ];
}

/** Returns why a table that exists cannot become the declared table. */
function problemOf(model: TableModel, metadata: TableMetadata | undefined): string | undefined {
  if (metadata === undefined)
    return "exists already and was not created by this service: rename or drop it, or use another database";
  const changes = model.columns.flatMap(({ name, kind }) => {
    const before = Object.hasOwn(metadata.columns, name) ? metadata.columns[name] : undefined;
    return before === undefined || before === kind
      ? []
      : [`the field "${name}" held ${before} and now holds ${kind}`];
  });
  if (metadata.key !== model.key.name)
    changes.push(`the key was "${metadata.key}" and is now "${model.key.name}"`);
  if (changes.length === 0) return undefined;
  return (
    `has data that no longer fits its schema: ${changes.join("; ")}. ` +
    "Data is never converted: rename the field, convert the data by hand, or use another database"
  );
}
