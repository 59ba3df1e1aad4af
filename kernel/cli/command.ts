/** Parts that all commands share: flags, the boot, and their end. */
import type { ArgsDef } from "citty";
import { didYouMean } from "../../registry/schema/words.ts";
import { boot, type Booted, type BootInput } from "../host/boot/boot.ts";
import type { ConfigInput } from "../host/config/config.ts";
import { toNumber, type Env } from "../host/config/env.ts";
import type { WaymarkConfig } from "../host/define/config.ts";
import { BootError } from "../host/support/boot-errors.ts";

export const configFlag = {
  config: {
    type: "string",
    valueHint: "file",
    description: "Config file to use (also: WAYMARK_CONFIG)",
  },
} as const satisfies ArgsDef;

/** Returns the keys of the config that these flags set. */
export function listenOverrides({
  host,
  port,
}: Readonly<{ host?: string | undefined; port?: string | undefined }>): WaymarkConfig {
  return {
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port: toNumber(port) as number }), // a text is left for validation to refuse
  };
}

/** A mistake of the caller: its message is printed without a stack, and the exit code is 1. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Boots the config of a command. Throws a BootError. */
export function bootHere(
  config: string | undefined,
  input: Pick<BootInput, "namedBy" | "overrides" | "validateLater" | "testOptions"> = {},
): Promise<Booted> {
  return boot({ ...configHere(config), ...input });
}

/** Returns the source of a command's config: the file that the config flag names, else the environment's. */
export function configHere(config: string | undefined): ConfigInput {
  const input = { cwd: process.cwd(), env: environment(config) };
  return config === undefined ? input : { ...input, namedBy: "--config" };
}

/** Returns the environment with the file that the config flag names. */
export function environment(config: string | undefined): Env {
  return config === undefined ? process.env : { ...process.env, WAYMARK_CONFIG: config };
}

interface Context {
  readonly args: Readonly<Record<string, unknown>>;
  readonly cmd: { readonly args?: unknown };
}

/**
 * Runs a command's action.
 *
 * @param report prints an error that ends it. Default: {@link printError}.
 * @param failureCode exit code after an error. Default: 1.
 */
export async function run(
  { args, cmd }: Context,
  action: () => Promise<void>,
  report?: (error: unknown) => void | Promise<void>,
  failureCode?: number,
): Promise<void> {
  const act = async () => {
    checkArgs(args, (cmd.args ?? {}) as ArgsDef); // the parser also takes promises; no command has one
    await action();
  };
  return runAndReport(act, report, failureCode);
}

/** Returns the result of an action; undefined if it failed, which is reported. */
export async function runAndReport<T>(
  action: () => Promise<T>,
  report: (error: unknown) => void | Promise<void> = printError,
  failureCode = 1,
): Promise<T | undefined> {
  try {
    return await action();
  } catch (error) {
    process.exitCode = failureCode;
    await report(error);
    return undefined;
  }
}

/** Prints the message of an expected error; throws any other, for its stack. */
export function printError(error: unknown): void {
  if (!(error instanceof BootError) && !(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
}

/** Refuses arguments that the parser lets pass: unknown flags, flags without their value, and too many arguments. */
function checkArgs(args: Readonly<Record<string, unknown>>, defined: ArgsDef): void {
  const names = Object.keys(defined);
  const positionals = names.filter((name) => defined[name]?.type === "positional");
  const flags = names.filter((name) => !positionals.includes(name));
  for (const [key, value] of Object.entries(args)) {
    if (key === "_" || positionals.includes(key)) continue;
    const name = names.includes(key) ? key : key.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);
    const type = defined[name]?.type;
    if (type === undefined) {
      const hint = didYouMean(
        `--${key}`,
        flags.map((flag) => `--${flag}`),
      );
      throw new UsageError(`there is no flag --${key}\n  hint: ${hint}`);
    }
    if (type === "string" && (value === "" || value === false))
      throw new UsageError(`--${name} needs a value\n  hint: write --${name} <value>`);
  }
  const surplus = Array.isArray(args["_"]) ? args["_"].slice(positionals.length) : [];
  if (surplus.length === 0) return;
  const list = surplus.map((text) => JSON.stringify(text)).join(" ");
  const takes = positionals.length === 0 ? "no arguments" : `only <${positionals.join("> <")}>`;
  throw new UsageError(
    `unexpected argument${surplus.length > 1 ? "s" : ""} ${list}\n  hint: this command takes ${takes}, and flags`,
  );
}

/** Returns every value of a flag that may be repeated; the parser keeps the last alone. */
export function valuesIn(rawArgs: readonly string[], flag: string): readonly string[] {
  return rawArgs.flatMap((arg, index) => {
    if (arg === `--${flag}`) return rawArgs[index + 1] ?? [];
    return arg.startsWith(`--${flag}=`) ? arg.slice(flag.length + 3) : [];
  });
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
