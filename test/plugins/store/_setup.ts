import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { onTestFinished } from "vitest";

export { openStore, type OpenedStore } from "./_open-store.ts";

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
