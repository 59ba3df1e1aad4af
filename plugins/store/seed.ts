/** The first rows of a new table, from a JSON file of its plugin. */
import { messageOf } from "waymark";
import { ContributionError } from "waymark/advanced";
import { readFile } from "node:fs/promises";
import type { Kysely } from "kysely";
import type { Rows } from "./database.ts";
import { titleOf, type TableModel } from "./table-model.ts";
import { insertQuery } from "./row-sql.ts";
import { encodeRow } from "./rows.ts";

/** Validates the seed with the table's schema, inserts it, and returns the number of rows. */
export async function insertSeed(sql: Kysely<Rows>, model: TableModel): Promise<number> {
  const { seed, of } = model;
  if (seed === undefined) return 0;
  const refuse = (problem: string, cause?: unknown) =>
    new ContributionError(model.plugin, `the seed ${seed.href} of ${titleOf(model)} ${problem}`, {
      cause,
    });
  const rows = await readRows(seed, refuse);
  const insert = insertQuery(sql, model);
  for (const [index, row] of rows.entries()) {
    try {
      const result = await of["~standard"].validate(row);
      if (result.issues !== undefined) throw new Error(result.issues.map(readIssue).join("; "));
      const parameters = encodeRow(model, { ...Object(row), ...Object(result.value) });
      await sql.executeQuery({ ...insert, parameters });
    } catch (cause) {
      throw refuse(`has a bad row at index ${index}: ${messageOf(cause)}`, cause);
    }
  }
  return rows.length;
}

async function readRows(
  seed: URL,
  refuse: (problem: string, cause?: unknown) => Error,
): Promise<readonly unknown[]> {
  let rows: unknown;
  try {
    rows = JSON.parse(await readFile(seed, "utf8"));
  } catch (cause) {
    throw refuse(`cannot be read: ${messageOf(cause)}`, cause);
  }
  if (!Array.isArray(rows)) throw refuse("is not a list of rows");
  return rows;
}

type Issue = {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
};

function readIssue({ message, path }: Issue): string {
  const at = (path ?? [])
    .map((segment) => String(typeof segment === "object" ? segment.key : segment))
    .join(".");
  return at === "" ? message : `${at}: ${message}`;
}
