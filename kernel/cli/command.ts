/** What commands share: flags, the boot, and how they end. */
import type { ArgsDef } from "citty";
import { didYouMean } from "../../registry/contract/finding.ts";
import { boot, type Booted, type BootInput } from "../boot/boot.ts";
import type { Env } from "../config/env.ts";
import { KernelError } from "../support/boot-errors.ts";

export const configFlag = {
  config: {
    type: "string",
    valueHint: "file",
    description: "Config file to use (also: WAYMARK_CONFIG)",
  },
} as const satisfies ArgsDef;

export const jsonFlag = {
  json: { type: "boolean", description: "Print JSON" },
} as const satisfies ArgsDef;

/** A mistake of the caller: its message is printed without a stack, and the exit code is 1. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export function bootHere(
  config: string | undefined,
  input: Pick<BootInput, "overrides" | "validateLater"> = {},
): Promise<Booted> {
  return boot({ cwd: process.cwd(), env: environment(config), ...input });
}

/** The environment with what the config flag says. */
export function environment(config: string | undefined): Env {
  return config === undefined ? process.env : { ...process.env, WAYMARK_CONFIG: config };
}

interface Context {
  readonly args: Readonly<Record<string, unknown>>;
  readonly cmd: { readonly args?: unknown };
}

/** Runs a command. What was foreseen ends with a message and code 1; anything else keeps its stack. */
export async function run({ args, cmd }: Context, action: () => Promise<void>): Promise<void> {
  return endWell(async () => {
    refuseUnknown(args, (cmd.args ?? {}) as ArgsDef); // the parser also takes promises; no command has one
    await action();
  });
}

/** Does something; what was foreseen ends with a message and code 1. */
export async function endWell(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (!(error instanceof KernelError) && !(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

/** The parser lets unknown flags and surplus words pass. */
function refuseUnknown(args: Readonly<Record<string, unknown>>, defined: ArgsDef): void {
  const names = Object.keys(defined);
  const words = names.filter((name) => defined[name]?.type === "positional");
  const flags = names.filter((name) => !words.includes(name));
  for (const name of Object.keys(args)) {
    if (name === "_" || names.includes(name)) continue;
    const known = flags.map((flag) => `--${flag}`);
    throw new UsageError(`there is no flag --${name}\n  hint: ${didYouMean(`--${name}`, known)}`);
  }
  const surplus = Array.isArray(args["_"]) ? args["_"].slice(words.length) : [];
  if (surplus.length === 0) return;
  const takes = words.length === 0 ? "no words" : `only <${words.join("> <")}>`;
  throw new UsageError(
    `there is no use for ${surplus.map((word) => JSON.stringify(word)).join(" ")}\n  hint: this command takes ${takes}, and flags`,
  );
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value, undefined, 2));
}
