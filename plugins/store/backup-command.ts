/** `waymark store`: backs up, restores and verifies the file of the service. */
import { resolve } from "node:path";
import { didYouMean, show, type CommandContext } from "waymark";
import { Backups, Tables, type BackupPart } from "waymark/services";
import { inspectDatabase, sqliteFile } from "./engine.ts";
import type { Options } from "./options.ts";
import { planMigration } from "./plan.ts";
import { backUp, restore, valuesIn, verifyFile, type Verified } from "./sqlite/backup.ts";
import { tableModels } from "./store.ts";

/** Runs of a backup while the service replaces what belongs to it. */
const ATTEMPTS = 3;
const LACKING = "It lacks what the plugins declare: waymark migrate creates that.";

type Context = CommandContext<Options>;

const ACTIONS: Readonly<Record<string, (file: string, ctx: Context) => Promise<void>>> = {
  backup: runBackup,
  restore: runRestore,
  verify: runVerify,
};

export async function runStore(ctx: Context): Promise<void> {
  const { action: name = "" } = ctx.args;
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (action === undefined)
    throw new Error(
      `the action ${show(name)} is unknown\n  hint: ${didYouMean(name, Object.keys(ACTIONS))}`,
    );
  if (ctx.flags["force"] === true && action !== runBackup)
    throw new Error(`store ${name} has no flag --force\n  hint: only backup replaces a file`);
  await action(sqliteFile(ctx.options), ctx);
}

async function runBackup(file: string, ctx: Context): Promise<void> {
  const to = namedFile(ctx);
  const parts = await partsOf(ctx);
  let force = ctx.flags["force"] === true;
  for (let attempt = 1; ; attempt++) {
    const copied = await backUp(file, to, force);
    try {
      const lines = await forEach(parts, to, "save");
      ctx.print([`${to}: ${sizeOf(copied)}, intact`, ...lines].join("\n"));
      return;
    } catch (error) {
      // Something may have been replaced since the database was copied.
      if (attempt === ATTEMPTS) throw error;
      force = true;
    }
  }
}

/** Returns what belongs to a backup beside the database. */
async function partsOf({ registry }: Context): Promise<readonly BackupPart[]> {
  const parts = await Promise.all(registry.of(Backups).map((load) => load()));
  return parts.filter((part) => part !== undefined);
}

/** Works on each part, in the folder beside the copy of the database. */
async function forEach(
  parts: readonly BackupPart[],
  copy: string,
  work: "save" | "restore" | "verify",
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const part of parts)
    lines.push(await part[work](`${copy}.files`, valuesIn(copy, part.columns)));
  return lines;
}

async function runRestore(file: string, ctx: Context): Promise<void> {
  const from = namedFile(ctx);
  await verifyFile(from); // first, since a plan of a file that is damaged says less
  const steps = await stepsOf(from, ctx);
  // Before the rows that refer to it. Content without a row is removed some time later.
  const lines = await forEach(await partsOf(ctx), from, "restore");
  const { former, ...copied } = await restore(from, file);
  ctx.print([`${file}: ${sizeOf(copied)}, restored from ${from}`, ...lines].join("\n"));
  if (former !== undefined) ctx.note(`The data before it is in ${former}.`);
  if (steps > 0) ctx.note(LACKING);
}

async function runVerify(file: string, ctx: Context): Promise<void> {
  const path = ctx.args["file"] === undefined ? file : namedFile(ctx);
  const verified = sizeOf(await verifyFile(path));
  const lines = path === file ? [] : await forEach(await partsOf(ctx), path, "verify");
  ctx.print([`${path}: ${verified}, intact`, ...lines].join("\n"));
  const steps = await stepsOf(path, ctx);
  if (steps > 0) ctx.note(LACKING);
}

/** Returns the number of steps that a file lacks. Throws if the plugins cannot use it. */
async function stepsOf(file: string, { options, registry, signal }: Context): Promise<number> {
  const models = tableModels(registry.of(Tables));
  const { steps, refusals } = await inspectDatabase(
    { ...options, url: undefined, file },
    signal,
    (opened) => planMigration(opened, models),
  );
  const [refusal] = refusals;
  if (refusal !== undefined) throw refusal;
  return steps.length;
}

function namedFile({ args: { action = "", file } }: Context): string {
  if (file === undefined)
    throw new Error(
      `store ${action} needs a file\n  hint: write waymark store ${action} <file of the backup>`,
    );
  return resolve(file);
}

function sizeOf({ bytes, tables, rows }: Verified): string {
  return [counted(bytes, "byte"), counted(tables, "table"), counted(rows, "row")].join(", ");
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
