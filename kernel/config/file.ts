/** Finds and reads one config file, through c12, without anything that would fetch, merge or guess. */
import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { LoadConfigOptions } from "c12";
import { show, type Finding } from "../../registry/contract/finding.ts";
import type { Env } from "./env.ts";
import { dataReason, parseJson, untangled } from "./parse.ts";

export interface ReadConfig {
  /** As written; undefined when it could not be read. */
  readonly raw?: unknown;
  readonly finding?: Finding;
}

/** File names, in the order in which findings list them. */
export const CONFIG_FILES: readonly string[] = ["yaml", "yml", "json", "ts", "js", "mjs"].map(
  (end) => `waymark.config.${end}`,
);

/** Forms that other tools read. A file of one of these is refused rather than passed over. */
const FOREIGN_FILES: readonly string[] = ["toml", "json5", "jsonc", "cjs", "mts", "cts"].map(
  (end) => `waymark.config.${end}`,
);

/** The file that `WAYMARK_CONFIG` names, else the only one in the folder. */
export function findConfigFile(
  cwd: string,
  env: Env,
): { readonly file?: string; readonly finding?: Finding } {
  const named = env["WAYMARK_CONFIG"];
  if (named !== undefined && named !== "") {
    const file = resolve(cwd, named);
    if (existsSync(file)) return { file };
    const message = `there is no file ${show(named)}`;
    const hint = "correct the path, which starts from the working directory, or unset the variable";
    return {
      finding: {
        code: "CONFIG_UNREADABLE",
        where: "environment variable WAYMARK_CONFIG",
        message,
        hint,
      },
    };
  }
  const [first, ...others] = [...CONFIG_FILES, ...FOREIGN_FILES].filter((name) =>
    existsSync(resolve(cwd, name)),
  );
  if (first === undefined) return {};
  if (others.length === 0) return { file: resolve(cwd, first) };
  return {
    finding: {
      code: "CONFIG_AMBIGUOUS",
      where: [first, ...others].join(", "),
      message: `${others.length + 1} config files lie side by side`,
      hint: `keep one of them, or name one: WAYMARK_CONFIG=${first}`,
    },
  };
}

const ENDINGS = [".yaml", ".yml", ".json", ".ts", ".js", ".mjs"];

export async function readConfigFile(file: string): Promise<ReadConfig> {
  if (!ENDINGS.includes(extname(file))) {
    return refused(
      file,
      `a config file ends in ${ENDINGS.join(", ")}; received ${extname(file) || "no ending"}`,
      "write the config in one of these forms, or remove the file",
    );
  }
  try {
    return { raw: await read(file) };
  } catch (error) {
    return refused(
      file,
      `the file cannot be read: ${/\.(ya?ml|json)$/.test(file) ? dataReason(error) : reasonOf(error)}`,
      "correct the file; nothing of it was used",
    );
  }
}

function refused(file: string, message: string, hint: string): ReadConfig {
  return { finding: { code: "CONFIG_UNREADABLE", where: basename(file), message, hint } };
}

async function read(file: string): Promise<unknown> {
  // c12 reads a property of what it parsed, which fails on an empty document.
  if (/\.ya?ml$/.test(file) && saysNothing(await readFile(file, "utf8"))) return {};
  if (file.endsWith(".json")) return parseJson(await readFile(file, "utf8"));
  const { loadConfig } = await import("c12");
  const { config } = await loadConfig({
    cwd: dirname(file),
    configFile: file,
    rcFile: false,
    globalRc: false,
    packageJson: false,
    dotenv: false,
    envName: false,
    extend: false,
    giget: false,
    jiti: nativeImporter,
    // There is one source. The default would copy objects deeply, and a plugin in the config would lose its identity.
    merger: (...sources) => sources.find((source) => source !== undefined && source !== null) ?? {},
  });
  // Only YAML has aliases; a module may well hold objects that know each other.
  return /\.ya?ml$/.test(file) ? untangled(config) : config;
}

/** Stands in for jiti, which would give a TypeScript config a second copy of `waymark`. */
const nativeImporter = {
  async import(file: string): Promise<unknown> {
    const url = await moduleUrl(file);
    const module: { readonly default?: unknown } = await import(/* @vite-ignore */ url);
    if (module.default === undefined)
      throw new TypeError("it has no default export; write export default { … }");
    return module.default;
  },
} as unknown as NonNullable<LoadConfigOptions["jiti"]>; // c12 calls nothing of jiti but this

/** Text of each config module when it was first imported. */
const imported = new Map<string, string>();

/** The file's URL; another one once its text has changed, as a module is evaluated once a URL. */
async function moduleUrl(file: string): Promise<string> {
  const text = await readFile(file, "utf8");
  const { href } = pathToFileURL(file);
  const first = imported.get(file);
  if (first === undefined) imported.set(file, text);
  return first === undefined || first === text ? href : `${href}?${hash("sha256", text, "hex")}`;
}

function saysNothing(text: string): boolean {
  return text.split("\n").every((line) => /^\s*(#.*|---|null|~)?\s*$/.test(line));
}

const KERNEL = join(import.meta.dirname, "..");

/** An error in one line, with the place in the module where it was thrown. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [message = ""] = error.message.split("\n");
  // The first line of a syntax error's stack is the place; other errors have frames, of which the kernel's say nothing.
  const frames = (error.stack ?? "")
    .split("\n")
    .filter((line) => !line.includes(KERNEL) && !line.includes("node_modules"));
  const place = /[^/\\\s(]+\.[cm]?[jt]s:\d+/.exec(frames.join("\n"))?.[0];
  return place === undefined || message.includes(place) ? message : `${message} (${place})`;
}
