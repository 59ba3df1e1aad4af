/** Loads and checks the config: environment over file over defaults. */
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { basename, dirname, resolve } from "node:path";
import { z } from "zod";
import { show, type Finding } from "../../registry/contract/finding.ts";
import type { ServiceFacts } from "../../registry/contract/registry.ts";
import { kernelEnv, type Env } from "./env.ts";
import { findConfigFile, readConfigFile } from "./file.ts";
import type { WaymarkConfig } from "../define/config.ts";
import { checkValue, isPlainObject, type Place } from "./validate.ts";

/** The kernel's part of the config, complete. */
export interface ResolvedConfig {
  readonly service: ServiceFacts;
  /** Scheme and authority without a trailing slash; undefined: the listening origin. */
  readonly baseUrl: string | undefined;
  readonly host: string;
  readonly port: number;
  readonly trustedProxies: readonly string[];
  readonly preset: string;
  readonly plugins: Readonly<Record<string, unknown>>;
}

export interface LoadedConfig {
  /** Complete even where there are findings: what was refused has its default. */
  readonly config: ResolvedConfig;
  /** Absolute path; undefined when there is no file. */
  readonly file: string | undefined;
  /** Hash of what the file said; undefined when it could not be read. */
  readonly content: string | undefined;
  /** Where relative paths and package names of plugins start. */
  readonly folder: string;
  readonly env: Env;
  readonly findings: readonly Finding[];
}

/** Where the config comes from. */
export interface ConfigInput {
  /** Where to look for the file; plugins that it does not bring are resolved from here. */
  readonly cwd: string;
  /** Goes before the file. */
  readonly env: Env;
  /** Overrides everything else: the command line's flags. `plugins` replaces settings one by one. */
  readonly overrides?: WaymarkConfig;
  /** Whether to look for a file. Default true. */
  readonly file?: boolean;
}

/** Finds and reads the config file. Never throws; what is wrong becomes findings. */
export async function loadConfig({
  cwd,
  env,
  overrides = {},
  file: lookForFile = true,
}: ConfigInput): Promise<LoadedConfig> {
  const found = lookForFile ? findConfigFile(cwd, env) : {};
  const file = found.file;
  const content = file === undefined ? undefined : contentOf(file);
  const read = file === undefined ? { raw: {} } : await readConfigFile(file);
  const checked = await checkConfig(read.raw ?? {}, {
    env,
    overrides,
    ...(file === undefined ? {} : { file: basename(file) }),
  });
  const early = [found.finding, read.finding].filter((finding) => finding !== undefined);
  return {
    config: checked.config,
    file,
    content,
    folder: file === undefined ? resolve(cwd) : dirname(file),
    env,
    findings: [...early, ...checked.findings],
  };
}

/** A hash of the file's content; undefined when it cannot be read. */
export function contentOf(file: string): string | undefined {
  try {
    return hash("sha256", readFileSync(file), "hex");
  } catch {
    return undefined;
  }
}

const BaseUrl = z
  .url({ protocol: /^https?$/, error: "this is no http or https URL", abort: true })
  .refine((text) => text.replace(/\/$/, "").toLowerCase() === new URL(text).origin, {
    error: "only scheme, host and port can be set, without a default port, a path or a query",
  })
  // Examples of what goes in stand before the transformation, or the JSON Schema of the input lacks them.
  .meta({ examples: ["https://api.example.com"] })
  .transform((text) => new URL(text).origin);

const Network = z
  .string()
  .refine(isNetwork, { error: "this is neither an IP address nor a network" })
  .meta({ description: "An IP address, or a network such as 10.0.0.0/8." });

/** Every top-level key of the config. */
export const KernelKeys = z.strictObject({
  $schema: z.string().optional().meta({ description: "Address of a JSON Schema, for editors." }),
  service: z
    .string()
    .min(1)
    .default("waymark")
    .meta({ description: "Name of the service.", examples: ["brain-atlas"] }),
  version: z
    .string()
    .min(1)
    .default("0.1.0")
    .meta({ description: "Version of the service.", examples: ["1.4.0"] }),
  description: z
    .string()
    .default("An API server that describes itself.")
    .meta({ description: "One sentence about the service." }),
  baseUrl: BaseUrl.optional().meta({ description: "Scheme and authority of absolute URLs." }),
  host: z
    .string()
    .min(1)
    .default("127.0.0.1")
    .meta({ description: "Address or name to listen at.", examples: ["0.0.0.0"] }),
  port: z
    .int()
    .min(0)
    .max(65_535)
    .default(3000)
    .meta({ description: "Port to listen at; 0 takes a free one." }),
  trustedProxies: z
    .array(Network)
    .default([])
    .meta({
      description: "Proxies whose forwarding headers count.",
      examples: [["127.0.0.1", "10.0.0.0/8"]],
    }),
  preset: z
    .string()
    .min(1)
    .default("waymark/preset")
    .meta({ description: "Module with the list of plugins to begin with." }),
  plugins: z
    .record(z.string(), z.unknown())
    .default({})
    .meta({
      description: "Settings by plugin id, package name or relative path.",
      examples: [{ cors: false }],
    }),
});

/** Checks a config as it was read. `file` is its name in findings. */
export async function checkConfig(
  raw: unknown,
  {
    file,
    env = {},
    overrides = {},
  }: { readonly file?: string; readonly env?: Env; readonly overrides?: WaymarkConfig } = {},
): Promise<{ readonly config: ResolvedConfig; readonly findings: readonly Finding[] }> {
  const findings: Finding[] = [];
  const written = isPlainObject(raw) ? raw : {};
  if (written !== raw) {
    findings.push({
      code: "CONFIG_INVALID",
      where: file ?? "the config",
      message: `the config is no object of keys; received ${show(raw)}`,
      hint: "write keys at the top level, for example port: 3000",
    });
  }
  const fromEnv = kernelEnv(env);
  const place: Place = {
    path: "",
    codes: { unknown: "CONFIG_KEY_UNKNOWN", invalid: "CONFIG_INVALID" },
    origin(key) {
      if (Object.hasOwn(overrides, key)) return "command line";
      const variable = Object.hasOwn(fromEnv.origins, key) ? fromEnv.origins[key] : undefined;
      return variable ?? file ?? "config";
    },
  };
  const merged: Record<string, unknown> = { ...written, ...fromEnv.values, ...overrides };
  if (overrides.plugins !== undefined && isPlainObject(written["plugins"])) {
    merged["plugins"] = { ...written["plugins"], ...overrides.plugins };
  }
  const checked = await checkValue(KernelKeys, merged, place);
  findings.push(...checked.findings.map(addPlacement));
  for (const key of checked.refused) delete merged[key];
  return { config: toResolved(KernelKeys.parse(merged)), findings };
}

/** Whoever writes a plugin's option at the top level is told where it goes. */
function addPlacement(finding: Finding): Finding {
  const { code, hint } = finding;
  if (code !== "CONFIG_KEY_UNKNOWN" || hint.startsWith("did you mean")) return finding;
  return { ...finding, hint: `${hint}\nOptions of a plugin belong below plugins.<id>.` };
}

function toResolved(keys: z.output<typeof KernelKeys>): ResolvedConfig {
  const {
    service: name,
    version,
    description,
    baseUrl,
    host,
    port,
    trustedProxies,
    preset,
    plugins,
  } = keys;
  return {
    service: { name, version, description },
    baseUrl,
    host,
    port,
    trustedProxies,
    preset,
    plugins,
  };
}

function isNetwork(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
  );
}
