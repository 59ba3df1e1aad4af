/** Writes new files, and nothing over others. */
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { messageOf, show } from "waymark";
import { UsageError } from "waymark/tools";

/** Files allowed in the folder: none, any except those to write, or these, too, which are then replaced. */
export type Room = "empty" | "beside" | "over";

/** Writes into a folder; `shown` is its name in messages. Throws a UsageError before anything is written. */
export async function writeFiles(
  folder: string,
  shown: string,
  files: Readonly<Record<string, string>>,
  room: Room,
): Promise<void> {
  const unusable = (error: unknown): never => {
    const reason = REASONS[codeOf(error)] ?? messageOf(error);
    throw new UsageError(
      `cannot write to ${show(shown)}: ${reason}\n  hint: choose another folder with --into <folder>`,
      { cause: error },
    );
  };
  const entries = await readdir(folder).catch((error: unknown) =>
    codeOf(error) === "ENOENT" ? [] : unusable(error),
  );
  const taken = room === "over" ? [] : entries.filter((one) => room === "empty" || one in files);
  const [first] = taken.toSorted();
  if (first !== undefined) {
    const others = taken.length > 1 ? ` and ${taken.length - 1} more` : "";
    throw new UsageError(
      room === "empty"
        ? `the folder ${show(shown)} is not empty: it has ${show(first)}${others}\n  hint: choose another folder with --into <folder>; nothing was written`
        : `the folder ${show(shown)} already has ${show(first)}${others}\n  hint: replace them with --force, or choose another folder with --into <folder>; nothing was written`,
    );
  }
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text, { flag: room === "over" ? "w" : "wx" });
    }
  } catch (error) {
    unusable(error);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

const REASONS: Readonly<Record<string, string>> = {
  ENOTDIR: "a file is in the way",
  EEXIST: "a file is in the way",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
};
