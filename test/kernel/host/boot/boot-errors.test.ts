/**
 * Golden boot errors. Each file of `test/golden/boot-errors` has sections headed by `=== name`: files of the config's
 * folder, `env` (one variable a line), and `expected`, the text of the error. `UPDATE_GOLDEN=1` rewrites the last one.
 */
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { boot } from "../../../../kernel/host/boot/boot.ts";
import { BootError } from "../../../../kernel/host/support/boot-errors.ts";
import { preset } from "./boot-preset.ts";
import { folderOf } from "../../../_folder.ts";

const root = join(import.meta.dirname, "../../../..");
const golden = join(root, "test/golden/boot-errors");
const cases = readdirSync(golden).filter((name) => name.endsWith(".txt"));

const workspace = folderOf({}, afterAll);
mkdirSync(join(workspace, "node_modules"));
symlinkSync(join(root, "node_modules/zod"), join(workspace, "node_modules/zod"));
symlinkSync(root, join(workspace, "node_modules/waymark"));

describe("boot errors", () => {
  it.each(cases)("%s", async (name) => {
    const sections = readSections(name);
    const folder = join(workspace, name.replace(/\.txt$/, ""));
    mkdirSync(folder);
    for (const [file, text] of sections) {
      if (file !== "env" && file !== "expected") writeFileSync(join(folder, file), text);
    }
    const before = readdirSync(folder);
    const error = await bootError(folder, sections);
    const text = `${error.message.replaceAll(folder, "<folder>")}\n`;
    if (process.env["UPDATE_GOLDEN"] === "1") writeCase(name, sections, text);
    else expect(text).toBe(sections.get("expected"));
    expect(error.code).toBe(error.findings[0]?.code);
    expect(readdirSync(folder), "a refused boot creates nothing").toEqual(before);
  });

  it("covers every code that can stop a boot before anything starts", () => {
    // Handlers are made when the plugins start; the cases of declarations are those of author-mistakes.test.ts.
    const elsewhere = new Set(
      "HANDLER_UNKNOWN SETUP_FAILED SETUP_TIMEOUT LISTEN_FAILED DECLARATION_INVALID".split(" "),
    );
    const expected = cases.map((name) => readSections(name).get("expected") ?? "").join("\n");
    const covered = new Set([...expected.matchAll(/^([A-Z_]+):/gm)].map(([, code]) => code));
    const declared = readFileSync(join(root, "registry/contract/finding/finding-codes.ts"), "utf8");
    const codes = [...declared.matchAll(/^ {2}\| "([A-Z_]+)"/gm)].map(([, code = ""]) => code);
    expect(codes).toContain("CONFIG_INVALID");
    codes.push("ATLAS_TOO_MANY"); // one of a plugin
    expect(codes.filter((code) => !elsewhere.has(code) && !covered.has(code))).toEqual([]);
  });
});

function readSections(name: string): ReadonlyMap<string, string> {
  const parts = readFileSync(join(golden, name), "utf8")
    .split(/^=== (.+)\n/m)
    .slice(1);
  return new Map(
    parts.flatMap((part, index) => (index % 2 === 0 ? [[part, parts[index + 1] ?? ""]] : [])),
  );
}

function writeCase(name: string, sections: ReadonlyMap<string, string>, text: string): void {
  const all = [...new Map([...sections, ["expected", text]])];
  writeFileSync(join(golden, name), all.map(([head, body]) => `=== ${head}\n${body}`).join(""));
}

async function bootError(
  folder: string,
  sections: ReadonlyMap<string, string>,
): Promise<BootError> {
  const env = Object.fromEntries(
    (sections.get("env") ?? "")
      .split("\n")
      .filter(Boolean)
      .map((line) => line.split("=")),
  );
  const ownPreset = [...sections.values()].some((text) => text.includes("preset:"));
  try {
    await boot({ cwd: folder, env, ...(ownPreset ? {} : { preset }) });
  } catch (error) {
    if (error instanceof BootError) return error;
    throw error;
  }
  throw new Error("the boot was not refused");
}
