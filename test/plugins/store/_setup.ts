import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { folderOf } from "../../_folder.ts";

export { openStore, type OpenedStore, type StoreOptions } from "./_open-store.ts";

/** A seed file with this content. */
export function seedFile(content: unknown): URL {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  return pathToFileURL(join(folderOf({ "seed.json": text }), "seed.json"));
}

/** Returns the ids of the notes in a file, read beside the store. */
export function idsIn(file: string): readonly unknown[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database
      .prepare("select id from notes order by id")
      .all()
      .map(({ id }) => id);
  } finally {
    database.close();
  }
}
