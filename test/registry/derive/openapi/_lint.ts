import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { folderOf } from "../../../_folder.ts";

const run = promisify(execFile);
const bin = join(import.meta.dirname, "../../../../node_modules/.bin");

/** The programs that judge a document, with their arguments. */
export const LINTERS: readonly (readonly [program: string, args: readonly string[]])[] = [
  ["redocly", ["lint", "openapi.json"]],
  ["spectral", ["lint", "--fail-severity=error", "-r", ".spectral.yaml", "openapi.json"]],
];

/** Either exits with 1, which rejects, when it finds an error. */
export async function lint(document: unknown, ...[program, args]: (typeof LINTERS)[number]) {
  const cwd = folderOf({
    "openapi.json": JSON.stringify(document, null, 2),
    ".spectral.yaml": 'extends: ["spectral:oas"]\n',
  });
  await run(join(bin, program), args, { cwd, env: { ...process.env, REDOCLY_TELEMETRY: "off" } });
}
