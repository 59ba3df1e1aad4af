import { messageOf, type ToolContext } from "waymark";
import {
  Exports,
  UsageError,
  bootHere,
  type RegistryDocument,
  registryDocument,
} from "waymark/tools";
import { compareRegistries } from "../../shared/diff/compare.ts";
import { EXPORT_HINT, UnreadableDocument, readRegistryDocument } from "../../shared/diff/read.ts";
import { RULES } from "../../shared/diff/rules.ts";
import type { Booted } from "waymark/server";
import { readFile } from "node:fs/promises";
import { renderChanges, toData } from "../../shared/diff/report.ts";

/** Exit codes, for CI; a failure has a third one (index.ts). */
const SAME = 0;
const BROKEN = 1;

/** Compares, and sets the exit code. */
export async function run({ config, args, flags, ...output }: ToolContext): Promise<void> {
  const { old, new: other } = args;
  const json = flags["json"] === true;
  if (flags["rules"] === true) return listRules(json, output);
  if (old === undefined)
    throw new UsageError(
      "there is nothing to compare with\n  hint: name a file that waymark export registry --out <file> wrote",
    );
  const strict = flags["strict"] === true;
  process.exitCode = await compare(old, other, { config, strict, json, print: output.print });
}

/** Returns the exit code. */
async function compare(
  old: string,
  other: string | undefined,
  {
    config,
    strict,
    json,
    print,
  }: Pick<ToolContext, "config" | "print"> & Record<"strict" | "json", boolean>,
): Promise<number> {
  const before = await load(old);
  let booting: Promise<Booted> | undefined;
  const registry = async () => (await (booting ??= bootHere(config))).registry;
  const after = other === undefined ? await registryDocument(await registry()) : await load(other);
  const comparers = async () => (await registry()).of(Exports);
  const changes = await compareRegistries(before, after, comparers).catch(
    unlessReadable(other === undefined ? old : `one of ${old} and ${other}`),
  );
  print(
    json ? JSON.stringify(toData(before, after, changes), undefined, 2) : renderChanges(changes),
  );
  const failing = strict ? ["breaking", "unknown"] : ["breaking"];
  return changes.some(({ severity }) => failing.includes(severity)) ? BROKEN : SAME;
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
  try {
    return readRegistryDocument(value);
  } catch (error) {
    return unlessReadable(file)(error);
  }
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

function listRules(
  json: boolean,
  { print, printTable }: Pick<ToolContext, "print" | "printTable">,
): void {
  if (json) return print(JSON.stringify(RULES, undefined, 2));
  const rows = Object.entries(RULES).map(([id, { severity, reason }]) => [id, severity, reason]);
  printTable([["RULE", "SEVERITY", "REASON"], ...rows]);
}
