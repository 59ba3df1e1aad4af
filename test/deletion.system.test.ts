/** A plugin goes by deleting its folder and its line: in a copy of the source, which then compiles and seals. */
import { execFile } from "node:child_process";
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { TSC } from "./package/_project.ts";
import { folderOf } from "./_folder.ts";

const root = join(import.meta.dirname, "..");
const run = promisify(execFile);

it("compiles and seals without the folders and the lines of some plugins", async () => {
  const copy = folderOf();
  for (const name of ["kernel", "registry", "plugins", "schemas", "package.json", "tsconfig.json"])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  const preset = join(copy, "plugins/preset.ts");
  const gone = [
    "bulk",
    "bulkPolicy",
    "idempotency",
    "audit",
    "usage",
    "brains",
    "slo",
    "openapi",
    "files",
  ];
  let text = readFileSync(preset, "utf8");
  for (const name of gone) {
    const [line = "", path = ""] =
      new RegExp(`^import ${name} from "(.+)";\n`, "m").exec(text) ?? [];
    rmSync(join(copy, "plugins", dirname(path)), { recursive: true });
    text = text.replace(line, "").replace(new RegExp(`(?<=[[ ])${name}(?:, ?|(?=]))`), "");
  }
  writeFileSync(preset, text);
  const node = (...args: readonly string[]) => run(process.execPath, args, { cwd: copy });
  await node(...TSC, "--noEmit");
  const { stdout } = await node("kernel/cli/bin.ts", "plugins", "--json");
  const ids = (JSON.parse(stdout) as { readonly id: string }[]).map(({ id }) => id);
  expect(ids).toContain("offices");
  const left = gone.filter((name) =>
    ids.some((id) => id.replaceAll("-", "") === name.toLowerCase()),
  );
  expect(left).toEqual([]);
});
