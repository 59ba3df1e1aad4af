/** The databases that the store runs on: its semantics are the same on each. */
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { TableDeclaration } from "waymark";
import { openStore, temporaryFolder, type OpenedStore } from "./_setup.ts";

type Tables = Readonly<Record<string, TableDeclaration>>;

export interface Engine {
  readonly name: string;
  /** Opens an empty database, until the test has finished. */
  open(tables: Tables): Promise<OpenedStore>;
}

const openUntilFinished = async (file: string, tables: Tables): Promise<OpenedStore> => {
  const opened = await openStore(file, tables);
  onTestFinished(opened.close);
  return opened;
};

export const engines: readonly Engine[] = [
  {
    name: "SQLite in a file",
    open: (tables) => openUntilFinished(join(temporaryFolder(), "waymark.db"), tables),
  },
  { name: "SQLite in memory", open: (tables) => openUntilFinished(":memory:", tables) },
];
