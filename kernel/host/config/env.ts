/** The environment as a source of config, and the keys of the kernel in it. Empty variables count as absent. */
import { isPlainObject } from "./validate.ts";

/** Environment variables, as `process.env` has them. */
export type Env = Readonly<Record<string, string | undefined>>;

/** Values from the environment. */
export interface EnvValues {
  /** Values by key, or by the path of a member: `log.level`. */
  readonly values: Record<string, unknown>;
  /** Variables that set them, by the same. */
  readonly origins: Map<string, string>;
}

/** The key that each variable sets, as a path. */
export const KERNEL_VARIABLES = {
  PORT: "port",
  HOST: "host",
  WAYMARK_BASE_URL: "baseUrl",
  WAYMARK_SERVICE: "service",
  // WAYMARK_VERSION switches the plugin of that name.
  WAYMARK_SERVICE_VERSION: "version",
  WAYMARK_INSTANCE: "instance",
  WAYMARK_TRUSTED_PROXIES: "trustedProxies",
  WAYMARK_LOG_LEVEL: "log.level",
} as const;

/** Reads the kernel's own keys. */
export function kernelEnv(env: Env): EnvValues {
  const { values, origins }: EnvValues = { values: {}, origins: new Map() };
  for (const [variable, path] of Object.entries(KERNEL_VARIABLES)) {
    const text = env[variable];
    if (text === undefined || text === "") continue;
    values[path] =
      path === "port" ? toNumber(text) : path === "trustedProxies" ? toList(text) : text;
    origins.set(path, variable);
  }
  return { values, origins };
}

/** Returns the option of a path: `admin` of `admin.port`. */
export function optionOf(path: string): string {
  return path.split(".", 1)[0] ?? path;
}

/**
 * Returns the variable that a finding about a path concerns: it set the value there or the option around it or, unless the
 * option is written elsewhere, a part of it.
 */
export function variableFor(
  { origins }: EnvValues,
  path: readonly PropertyKey[],
  written: Readonly<Record<string, unknown>>,
): string | undefined {
  const [option = "", member] = path.map(String);
  const around = origins.get(`${option}.${member}`) ?? origins.get(option);
  if (around !== undefined || Object.hasOwn(written, option)) return around;
  return [...origins].find(([set]) => optionOf(set) === option)?.[1];
}

/** Returns what was written with the environment's values over it; the path of a member changes that alone. */
export function overlay(
  written: Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...written };
  const isMember = (path: string) => Number(path.includes("."));
  const paths = Object.keys(values).toSorted((a, b) => isMember(a) - isMember(b));
  for (const path of paths) {
    const [key = path, member] = path.split(".");
    const beneath = isPlainObject(merged[key]) ? merged[key] : {};
    merged[key] = member === undefined ? values[path] : { ...beneath, [member]: values[path] };
  }
  return merged;
}

/** Returns a whole number, or the text itself, for validation to refuse. */
export function toNumber(text: string): number | string {
  return /^\d+$/.test(text) ? Number(text) : text;
}

function toList(text: string): readonly string[] {
  return text.split(",").map((item) => item.trim());
}
