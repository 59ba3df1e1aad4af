/** Writes files into a folder that must be new or empty. */
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { messageOf, show } from "../../../registry/contract/finding.ts";
import { UsageError } from "../command.ts";

/** `folder` is an absolute path, `shown` what messages call it. Throws a UsageError before anything is written. */
export async function writeFiles(
  folder: string,
  shown: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  const found = await entriesOf(folder, shown);
  const [first] = found.toSorted();
  if (first !== undefined)
    throw new UsageError(
      `the folder ${show(shown)} is not empty: it has ${show(first)}${found.length > 1 ? ` and ${found.length - 1} more` : ""}\n  hint: name another one with --into <folder>; nothing was written`,
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
    `nothing can be written to ${show(shown)}: ${reason}\n  hint: name another folder with --into <folder>`,
    { cause: error },
  );
}

const REASONS: Readonly<Record<string, string>> = {
  ENOTDIR: "a file is in the way",
  EEXIST: "a file is in the way",
  EACCES: "it may not be written to",
  EPERM: "it may not be written to",
  EROFS: "it may not be written to",
};
