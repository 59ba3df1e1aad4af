/** Loads and validates the config: overrides over environment over file over defaults. */
import { basename, dirname, resolve } from "node:path";
import { show } from "../../../registry/schema/words.ts";
import type { Finding } from "../../../registry/contract/finding/finding.ts";
import type { WaymarkConfig } from "../define/config.ts";
import { kernelEnv, overlay, variableFor, type Env } from "./env.ts";
import { readConfig } from "./file.ts";
import { KernelKeys, resolveConfig, type ResolvedConfig } from "../define/kernel-keys.ts";
import { isPlainObject, validateValue } from "./validate.ts";

export type { ResolvedConfig } from "../define/kernel-keys.ts";

export interface LoadedConfig {
  /** Config, complete even if there are findings: a refused value is replaced by its default. */
  readonly config: ResolvedConfig;
  /** Absolute path; undefined if there is no file. */
  readonly file: string | undefined;
  /** Hash of the file's text; undefined if it could not be read. */
  readonly content: string | undefined;
  /** True if there is a file and it says nothing: no text, or only comments. */
  readonly isEmpty: boolean;
  /** Folder at which relative paths and package names of plugins start. */
  readonly folder: string;
  readonly env: Env;
  readonly findings: readonly Finding[];
}

/** Sources of the config. */
export interface ConfigInput {
  /** Folder in which to look for the file; plugins that it does not bring are resolved from here. */
  readonly cwd: string;
  /** Environment variables, which go before the file. */
  readonly env: Env;
  /** The command line's flags, which override everything else. `plugins` replaces settings one by one. */
  readonly overrides?: WaymarkConfig;
  /** The place that names the file, for findings. Default: the environment variable. */
  readonly namedBy?: string;
  /** True to look for a file. Default true. */
  readonly file?: boolean;
}

/** Finds and reads the config file. Never throws; every mistake becomes a finding. */
export async function loadConfig(input: ConfigInput): Promise<LoadedConfig> {
  const { cwd, env, overrides = {} } = input;
  const source = input.file === false ? {} : await readConfig(cwd, env, input.namedBy);
  const { file, content, raw, finding } = source;
  // An empty file is null.
  const { config, findings } = await validateConfig(raw ?? {}, {
    env,
    overrides,
    file: file && basename(file),
  });
  return {
    config,
    file,
    content,
    isEmpty: raw === null,
    folder: file === undefined ? resolve(cwd) : dirname(file),
    env,
    findings: finding === undefined ? findings : [finding, ...findings],
  };
}

/** Validates a config as it was read. `file` is its name in findings. */
export async function validateConfig(
  raw: unknown,
  {
    file,
    env = {},
    overrides = {},
  }: { file?: string | undefined; env?: Env; overrides?: WaymarkConfig | undefined } = {},
): Promise<Pick<LoadedConfig, "config" | "findings">> {
  const findings: Finding[] = [];
  const written = isPlainObject(raw) ? raw : {};
  if (written !== raw) {
    findings.push({
      code: "CONFIG_INVALID",
      where: file ?? "the config",
      message: `the config must be an object; received ${show(raw)}`,
      hint: "write keys at the top level, for example port: 3000",
    });
  }
  const fromEnv = kernelEnv(env);
  const merged: Record<string, unknown> = { ...overlay(written, fromEnv.values), ...overrides };
  if (overrides.plugins !== undefined && isPlainObject(written["plugins"])) {
    merged["plugins"] = { ...written["plugins"], ...overrides.plugins };
  }
  const validated = await validateValue(KernelKeys, merged, {
    path: "",
    codes: { unknown: "CONFIG_KEY_UNKNOWN", invalid: "CONFIG_INVALID" },
    origin: (path) =>
      Object.hasOwn(overrides, path[0] ?? "")
        ? "command line"
        : (variableFor(fromEnv, path, written) ?? file ?? "config"),
  });
  for (const finding of validated.findings) {
    const { code, hint } = finding;
    if (finding.where?.startsWith("plugins (") === true) {
      findings.push({ ...finding, ...pluginsHaveKeys(merged["plugins"]) });
      continue;
    }
    // A plugin's option at the top level is a common mistake.
    const isMisplaced = code === "CONFIG_KEY_UNKNOWN" && !hint.startsWith("did you mean");
    const placement = isMisplaced ? "\nOptions of a plugin belong below plugins.<id>." : "";
    findings.push({ ...finding, hint: `${hint}${placement}` });
  }
  for (const key of validated.refused) delete merged[key];
  return { config: resolveConfig(KernelKeys.parse(merged)), findings };
}

/** Returns the finding for a list of plugins, or a plugin's name, in place of settings by name. */
function pluginsHaveKeys(received: unknown): Pick<Finding, "message" | "hint"> {
  const names = [received].flat().filter((name) => typeof name === "string");
  const settings = (names.length === 0 ? ["tide-tables"] : names).map(
    (name) => `${/^\w+$/.test(name) ? name : show(name)}: true`,
  );
  return {
    message: `plugins has a key for each plugin; received ${show(received)}`,
    hint: `write plugins: { ${settings.join(", ")} }; a plugin of the preset is on unless its key is false`,
  };
}
