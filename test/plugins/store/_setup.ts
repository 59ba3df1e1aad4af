import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { onTestFinished } from "vitest";

export { openStore, type OpenedStore, type StoreOptions } from "./_open-store.ts";

/** A folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "waymark-store-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A seed file with this content. */
export function seedFile(content: unknown): URL {
  const path = join(temporaryFolder(), "seed.json");
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return pathToFileURL(path);
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
