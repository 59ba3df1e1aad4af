/** Secrets in files, as secret stores mount them: `<VARIABLE>_FILE` names a file whose text is the variable's value. */
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { messageOf, show } from "../../../registry/schema/words.ts";

export const FILE_SUFFIX = "_FILE";

/** Hash of each file's text by absolute path; undefined for a file that could not be read. */
export type SecretFiles = ReadonlyMap<string, string | undefined>;

/**
 * Reads the file that a variable names, relative to the working directory. The text lacks the line feed that editors and
 * `echo` leave at the end; the problem of a text that is missing names the path, never the content.
 */
export function readSecret(
  named: string,
): { readonly path: string; readonly content?: string } & (
  | { readonly text: string }
  | { readonly text?: undefined; readonly problem: string }
) {
  const path = resolve(named);
  try {
    const bytes = readFileSync(path);
    const content = hash("sha256", bytes, "hex");
    const text = bytes.toString("utf8").replace(/\r?\n$/, "");
    if (text === "") return { path, content, problem: `the file ${show(named)} is empty` };
    return { path, content, text };
  } catch (error) {
    return { path, problem: `the file ${show(named)} cannot be read: ${messageOf(error)}` };
  }
}
