/** Writes the config file, and keeps the text before: the last switch can be undone byte for byte. */
import { readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { UsageError } from "waymark/tools";
import { z } from "zod";

/** A switch that was written. */
const Applied = z.strictObject({
  /** Text of the file before; null if there was no file. */
  before: z.string().nullable(),
  after: z.string(),
});

const recordOf = (file: string) => `${file}.undo`;

/** Writes the text unless the file has another one by now. */
export async function applyText(
  file: string,
  before: string | undefined,
  after: string,
): Promise<void> {
  const now = await textOf(file);
  if (now !== before)
    throw new UsageError(`${file} was changed meanwhile\n  hint: look at the preview again`);
  const record = JSON.stringify({ before: before ?? null, after } satisfies z.input<
    typeof Applied
  >);
  // For its owner alone: the config may hold what only the service may read.
  await writeFile(recordOf(file), record, { mode: 0o600 });
  await replace(file, after);
}

/** Restores the file. Throws a UsageError if there is nothing to restore, or if the file was changed since. */
export async function undoText(file: string): Promise<void> {
  const record = await textOf(recordOf(file));
  if (record === undefined)
    throw new UsageError(
      `there is nothing to undo\n  hint: waymark plugins disable <plugin> --apply writes ${recordOf(file)}`,
    );
  const { before, after } = Applied.parse(JSON.parse(record));
  if ((await textOf(file)) !== after)
    throw new UsageError(
      `${file} was changed after the switch: undo would lose that\n  hint: ${recordOf(file)} has the text before`,
    );
  if (before === null) await rm(file);
  else await replace(file, before);
  await rm(recordOf(file));
}

async function textOf(file: string): Promise<string | undefined> {
  return readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
}

/** Replaces the text at once, so that a server that watches the file never reads half of it. */
async function replace(file: string, text: string): Promise<void> {
  const target = await realpath(file).catch(() => file);
  const mode = await stat(target).then(
    (found) => found.mode,
    () => undefined,
  );
  const beside = `${target}.${process.pid}.tmp`;
  await writeFile(beside, text, mode === undefined ? {} : { mode });
  await rename(beside, target);
}
