/** Finds and reads the one config file. Nothing is fetched, merged or guessed. */
import { hash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { basename, extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { show } from "../../../registry/schema/words.ts";
import type { Finding } from "../../../registry/contract/finding/finding.ts";
import type { Env } from "./env.ts";
import { dataReason, parseJson, parseYaml } from "./parse-data.ts";

interface ConfigFile {
  /** Absolute path; undefined if there is no file. */
  readonly file?: string;
  /** Hash of its text; undefined if it could not be read. */
  readonly content?: string | undefined;
  /** Content as written; undefined if it could not be read. */
  readonly raw?: unknown;
  readonly finding?: Finding;
}

const ENDINGS = [".yaml", ".yml", ".json", ".ts", ".js", ".mjs"] as const;

/** File names, in the order in which findings list them. */
export const CONFIG_FILES: readonly string[] = ENDINGS.map((ending) => `waymark.config${ending}`);

/** Forms that other tools read. Such a file is refused rather than passed over. */
const FOREIGN_FILES: readonly string[] = ["toml", "json5", "jsonc", "cjs", "mts", "cts"].map(
  (ending) => `waymark.config.${ending}`,
);

/** Reads the config file. Never throws; a file that cannot be used becomes a finding. */
export async function readConfig(cwd: string, env: Env, namedBy?: string): Promise<ConfigFile> {
  const located = findConfigFile(cwd, env, namedBy);
  const { file } = located;
  if (file === undefined) return located;
  // Before the file is read: what is written meanwhile is then noticed as a change.
  const content = hashOf(file);
  const ending = extname(file);
  const refused = (message: string, hint: string): ConfigFile => ({
    file,
    content,
    finding: { code: "CONFIG_UNREADABLE", where: basename(file), message, hint },
  });
  if (!ENDINGS.some((one) => one === ending)) {
    return refused(
      `a config file ends in ${ENDINGS.join(", ")}; received ${ending || "no ending"}`,
      "write the config in one of these forms, or remove the file",
    );
  }
  const isData = /^\.(ya?ml|json)$/.test(ending);
  const unreadable = (reason: string) =>
    refused(`the file cannot be read: ${reason}`, "correct the file; nothing of it was used");
  try {
    if (!isData) {
      const raw = await importConfig(file);
      if (raw !== undefined) return { file, content, raw };
      return unreadable(
        "its default export is missing, or returns nothing; write export default { … }",
      );
    }
    const text = readFileSync(file, "utf8");
    return { file, content, raw: await (ending === ".json" ? parseJson(text) : parseYaml(text)) };
  } catch (error) {
    return unreadable(isData ? dataReason(error) : reasonOf(error));
  }
}

/**
 * Finds the file that `WAYMARK_CONFIG` names, else the only config file in the folder.
 *
 * @param namedBy the place whose value the variable was given, for findings. Default: the environment.
 */
export function findConfigFile(
  cwd: string,
  env: Env,
  namedBy?: string,
): Pick<ConfigFile, "file" | "finding"> {
  const named = env["WAYMARK_CONFIG"];
  if (named !== undefined && named !== "") {
    const file = resolve(cwd, named);
    if (existsSync(file)) return { file };
    const message = `there is no file ${show(named)}`;
    const unset = namedBy === undefined ? ", or unset the variable" : "";
    const hint = `correct the path, which starts from the working directory${unset}`;
    const where = namedBy ?? "environment variable WAYMARK_CONFIG";
    return { finding: { code: "CONFIG_UNREADABLE", where, message, hint } };
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

/** Returns a hash of the file's text; undefined if it cannot be read. */
export function hashOf(file: string): string | undefined {
  try {
    return hash("sha256", readFileSync(file), "hex");
  } catch {
    return undefined;
  }
}

/** Imports the default export of a config module, and calls it if it is a function. Undefined if there is none. */
async function importConfig(file: string): Promise<unknown> {
  const module: { readonly default?: unknown } = await import(/* @vite-ignore */ moduleUrl(file));
  const { default: config } = module;
  return typeof config === "function" ? config() : config;
}

/** Hash of each config module's text when it was first imported. */
const imported = new Map<string, string | undefined>();

/** Returns the file's URL; another URL once its text has changed, because a module is evaluated once per URL. */
function moduleUrl(file: string): string {
  const content = hashOf(file);
  const { href } = pathToFileURL(file);
  if (!imported.has(file)) imported.set(file, content);
  return imported.get(file) === content ? href : `${href}?${content}`;
}

/** Folders of our own code, whose frames are left out of a stack as those in `node_modules` are. */
const OWN: readonly string[] = ["kernel", "registry"].map((layer) =>
  join(import.meta.dirname, "../../..", layer),
);

/** Returns an error in one line, with the place in the module where it was thrown. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [message = ""] = error.message.split("\n");
  // A syntax error's stack begins with the place; other errors have frames, and our own do not help.
  const frames = (error.stack ?? "")
    .split("\n")
    .filter((line) => ![...OWN, "node_modules"].some((folder) => line.includes(folder)));
  const place = /[^/\\\s(]+\.[cm]?[jt]s:\d+/.exec(frames.join("\n"))?.[0];
  return place === undefined || message.includes(place) ? message : `${message} (${place})`;
}
