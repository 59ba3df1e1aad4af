/** Writes files into a new or empty folder. */
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { messageOf, show } from "../../../registry/contract/finding.ts";
import { UsageError } from "../command.ts";

/** `folder` is an absolute path, `shown` its name in messages. Throws a UsageError before anything is written. */
export async function writeFiles(
  folder: string,
  shown: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  const entries = await entriesOf(folder, shown);
  const [first] = entries.toSorted();
  if (first !== undefined)
    throw new UsageError(
      `the folder ${show(shown)} is not empty: it has ${show(first)}${entries.length > 1 ? ` and ${entries.length - 1} more` : ""}\n  hint: choose another folder with --into <folder>; nothing was written`,
    );
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text, { flag: "wx" });
    }
  } catch (error) {
    throw unusable(shown, error);
  }
}

/** Names in a folder; none when there is no folder yet. */
async function entriesOf(folder: string, shown: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw unusable(shown, error);
  }
}

function unusable(shown: string, error: unknown): UsageError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const reason = REASONS[code] ?? messageOf(error);
  return new UsageError(
    `cannot write to ${show(shown)}: ${reason}\n  hint: choose another folder with --into <folder>`,
    { cause: error },
  );
}

const REASONS: Readonly<Record<string, string>> = {
  ENOTDIR: "a file is in the way",
  EEXIST: "a file is in the way",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
};
