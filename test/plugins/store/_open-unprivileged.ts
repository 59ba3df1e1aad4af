/**
 * Opens the database files named on the command line and prints what each refusal says, as a JSON list. The superuser may
 * write everywhere, so it first becomes a user without rights; other users stay who they are.
 */
import { z } from "zod";
import { openStore } from "./_open-store.ts";

/** The user and group which own nothing by convention. */
const UNPRIVILEGED = 65_534;
const tables = { rows: { of: z.object({ id: z.string(), text: z.string() }), key: "id" } };

const [scratch = "", ...files] = process.argv.slice(2);
// Modules are loaded on first use, and a user without rights may not be allowed to read them.
await (await openStore(scratch, tables)).close();
if (process.getuid?.() === 0) {
  process.setgroups?.([]);
  process.setgid?.(UNPRIVILEGED);
  process.setuid?.(UNPRIVILEGED);
}
const said: string[] = [];
for (const file of files) {
  try {
    await (await openStore(file, tables)).close();
    said.push("opened");
  } catch (error) {
    said.push(error instanceof Error ? error.message : String(error));
  }
}
process.stdout.write(JSON.stringify(said));
