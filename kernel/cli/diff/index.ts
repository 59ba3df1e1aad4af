import { messageOf } from "../../../registry/contract/finding.ts";
import { readFile } from "node:fs/promises";
import { defineCommand } from "citty";
import type { SealedRegistry } from "../../../registry/contract/installed.ts";
import type { RegistryDocument } from "../../../registry/derive/export/form.ts";
import {
  EXPORT_HINT,
  readRegistryDocument,
  UnreadableDocument,
} from "../../../registry/diff/read.ts";
import { RULES } from "../../../registry/diff/rules.ts";
import type { Booted } from "../../boot/boot.ts";
import { bootHere, configFlag, jsonFlag, print, printJson, run, UsageError } from "../command.ts";
import { table } from "../table.ts";
import { renderChanges, toData } from "./report.ts";

/** Exit codes, for CI. */
const SAME = 0;
const BROKEN = 1;
const NOT_COMPARED = 2;

export const diff = defineCommand({
  meta: {
    name: "diff",
    description: "Compare a file of `export registry` with what is installed, and rate each change",
  },
  args: {
    old: {
      type: "positional",
      required: false,
      description: "File that `waymark export registry` wrote",
    },
    new: {
      type: "positional",
      required: false,
      description: "Another such file. Default: the installed plugins and config",
    },
    ...configFlag,
    strict: { type: "boolean", description: "Exit with 1 for unknown changes too" },
    rules: { type: "boolean", description: "List the rules that rate changes" },
    ...jsonFlag,
  },
  run: async (context) => {
    const { old, new: other, config, strict = false, rules = false, json = false } = context.args;
    let code = NOT_COMPARED;
    const act = async () => {
      if (rules) {
        listRules(json);
        code = SAME;
      } else if (old === undefined) {
        throw new UsageError(
          "there is nothing to compare with\n  hint: name a file that waymark export registry --out <file> wrote",
        );
      } else code = await compare(old, other, { config, strict, json });
    };
    await run(context, act).catch((error: unknown) => {
      // Exit code 2, since a bug here must not look like a breaking change.
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    });
    process.exitCode = code;
  },
});

/** Returns the exit code. */
async function compare(
  old: string,
  other: string | undefined,
  { config, strict, json }: { config: string | undefined; strict: boolean; json: boolean },
): Promise<number> {
  const before = await load(old);
  let booting: Promise<Booted> | undefined;
  const registry = async () => (await (booting ??= bootHere(config))).registry;
  const after = other === undefined ? await documentOf(await registry()) : await load(other);
  const { compareRegistries } = await import("../../../registry/diff/compare.ts");
  const comparers = async () => (await registry()).exports;
  const changes = await compareRegistries(before, after, comparers).catch(
    unlessReadable(other === undefined ? old : `one of ${old} and ${other}`),
  );
  if (json) printJson(toData(before, after, changes));
  else print(renderChanges(changes));
  const failing = strict ? ["breaking", "unknown"] : ["breaking"];
  return changes.some(({ severity }) => failing.includes(severity)) ? BROKEN : SAME;
}

async function documentOf(registry: SealedRegistry): Promise<RegistryDocument> {
  const { registryDocument } = await import("../../../registry/derive/export/index.ts");
  return registryDocument(registry);
}

/** Reads a file as `export` writes it, with `--yaml` or without. */
async function load(file: string): Promise<RegistryDocument> {
  let text: string | undefined;
  let value: unknown;
  try {
    text = await readFile(file, "utf8");
    value = /\.ya?ml$/i.test(file) ? (await import("yaml")).parse(text) : JSON.parse(text);
  } catch (error) {
    const why = text?.trim() === "" ? "it is empty" : messageOf(error);
    throw unreadable(file, why, EXPORT_HINT);
  }
  return readRegistryDocument(value).catch(unlessReadable(file));
}

/** Turns the reason why a document cannot be compared into an error for people. */
function unlessReadable(file: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof UnreadableDocument)) throw error;
    throw unreadable(file, error.message, error.hint);
  };
}

function unreadable(file: string, why: string, hint: string): UsageError {
  return new UsageError(`${file} cannot be compared: ${why}\n  hint: ${hint}`);
}

function listRules(json: boolean): void {
  if (json) return printJson(RULES);
  const rows = Object.entries(RULES).map(([id, { severity, reason }]) => [id, severity, reason]);
  print(table([["RULE", "SEVERITY", "REASON"], ...rows]));
}
