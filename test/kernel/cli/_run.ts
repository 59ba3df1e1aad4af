import { spawnSync } from "node:child_process";
import { join } from "node:path";

export const BIN: string = join(import.meta.dirname, "../../../kernel/cli/bin.ts");

/** Runs `waymark` in a folder to its end. A text as arguments has spaces between them. */
export function waymark(
  cwd: string,
  args: string | readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  const words = typeof args === "string" ? args.split(" ") : args;
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...words], {
    cwd,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], NO_COLOR: "1", ...env },
  });
  return { status, stdout, stderr };
}
