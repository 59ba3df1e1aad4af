/** Checks that a value is a plugin. Its contributions are checked when the registry is sealed. */
import { PLUGIN_API, SECTIONS } from "../../../registry/contract/plugin/api.ts";
import { show } from "../../../registry/schema/words.ts";
import type { Finding, FindingCode } from "../../../registry/contract/finding/finding.ts";
import type { Plugin } from "../../../registry/contract/plugin/plugin.ts";
import {
  isPoint,
  type AnyPlugin,
  type PluginKeys,
} from "../../../registry/contract/plugin/point.ts";
import { isSchema } from "../../../registry/schema/schema.ts";
import { reasonOf } from "../config/file.ts";
import { isPlainObject } from "../config/validate.ts";

type Kind = readonly [fits: (value: unknown) => boolean, form: string];

const object: Kind = [isPlainObject, "an object"];
const isFunction = (value: unknown) => typeof value === "function";
const callable: Kind = [isFunction, "a function"];
const perOptions: Kind = [
  (value) => isPlainObject(value) || isFunction(value),
  "an object or a function of the options",
];

const services: Kind = [
  (value) => isPlainObject(value) && Object.values(value).every((token) => Object(token).id),
  "an object of services, such as needs: { store: Store } with the token from waymark/services",
];

const FORMS: Readonly<Record<Exclude<keyof Plugin, keyof PluginKeys<AnyPlugin>>, Kind>> = {
  id: [
    (value) => typeof value === "string" && /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(value),
    'a kebab-case name such as "tide-tables"',
  ],
  summary: [(value) => typeof value === "string" && value !== "", "a sentence"],
  api: [(value) => Number.isSafeInteger(value) && Number(value) > 0, "a whole number such as 1"],
  section: [
    (value) => SECTIONS.some((section) => section === value),
    `one of ${SECTIONS.join(", ")}`,
  ],
  optional: [(value) => typeof value === "boolean", "true or false"],
  options: [isSchema, "a schema that validates and describes itself, such as z.object({ … })"],
  env: object,
  testOptions: [
    (value) => value === false || isPlainObject(value) || isFunction(value),
    "options for a service that leaves no trace, a function of the options, or false to be off",
  ],
  implementation: [
    (value) => isPlainObject(value) && isFunction(value["load"]),
    "an object with a function load",
  ],
  listeners: callable,
  needs: services,
  provides: services,
  setup: callable,
  routes: perOptions,
  handlers: callable,
  loaders: callable,
  documents: object,
  renderers: object,
  relations: object,
  policies: [Array.isArray, "a list of policies"],
  schemas: perOptions,
  errors: perOptions,
  events: perOptions,
  languages: object,
  validate: [
    (value) => isPlainObject(value) && isFunction(value["run"]),
    "an object with a function run",
  ],
  exports: object,
  points: [
    (value) => Array.isArray(value) && value.every(isPoint),
    "a list of points that definePoint returns",
  ],
  commands: object,
};

/** The keys that every plugin may have. */
export const KERNEL_KEYS: readonly string[] = Object.keys(FORMS);

/** A plugin, or its findings. */
export interface CheckedPlugin {
  /** Id, if that can be read. */
  readonly id?: string | undefined;
  /** The place that names the plugin. */
  readonly where: string;
  readonly plugin?: Plugin;
  readonly findings: readonly Finding[];
  /** Keys that are not the kernel's, and so are a point's or a mistake. */
  readonly foreign: readonly string[];
}

/** A plugin of the preset or the config. */
export interface LoadedPlugin extends CheckedPlugin {
  /** `preset`, or the key below `plugins`. */
  readonly source: string;
}

/** Returns the plugin's key below `plugins`. */
export function keyOf({ source, id = "" }: LoadedPlugin): string {
  return source === "preset" ? id : source;
}

/** Returns the plugin that a module has, or its findings; so does a module that fails. */
export async function checkModule(
  load: () => Promise<unknown>,
  where: string,
  maker?: string,
): Promise<CheckedPlugin> {
  try {
    return checkPlugin(await load(), where, maker);
  } catch (error) {
    return { where, findings: [importFailure(error, where)], foreign: [] };
  }
}

export function importFailure(error: unknown, where: string): Finding {
  const message = `the module failed while it was imported: ${reasonOf(error)}`;
  return { code: "PLUGIN_INVALID", where, message, hint: "fix the module" };
}

/**
 * Returns the plugin, or its findings.
 *
 * @param where the place that names it.
 * @param maker the function that makes such a value. Default: `definePlugin`.
 */
export function checkPlugin(
  value: unknown,
  where: string,
  maker: string = "definePlugin",
): CheckedPlugin {
  const written = isPlainObject(value) ? value["id"] : undefined;
  const id = typeof written === "string" ? written : undefined;
  const findings: Finding[] = [];
  const checked = { id, where, findings, foreign: [] };
  const add = (code: FindingCode, message: string, hint: string) =>
    void findings.push({ code, ...(id !== undefined && { plugin: id }), where, message, hint });
  if (!isPlainObject(value)) {
    const message = `not a plugin; received ${value === undefined ? "nothing" : show(value)}`;
    add("PLUGIN_INVALID", message, `write export default ${maker}({ … })`);
    return checked;
  }
  const { api = PLUGIN_API } = value;
  if (typeof api === "number" && api !== PLUGIN_API) {
    // Its keys belong to another version, so findings about them could only confuse.
    const update = api > PLUGIN_API ? "waymark" : "the plugin";
    add(
      "PLUGIN_INCOMPATIBLE",
      `it is written for version ${api} of the plugin API; this waymark has version ${PLUGIN_API}`,
      `update ${update}, or install a version of the plugin for API ${PLUGIN_API}`,
    );
    return checked;
  }
  for (const [key, [fits, form]] of Object.entries(FORMS)) {
    const held = value[key];
    if (held === undefined && key !== "id" && key !== "summary") continue;
    if (fits(held)) continue;
    const received = held === undefined ? "nothing" : show(held);
    const message = `the value of ${key} does not fit; received ${received}`;
    add("PLUGIN_INVALID", message, `write ${form}`);
  }
  const foreign = Object.keys(value).filter((key) => !KERNEL_KEYS.includes(key));
  if (findings.length > 0) return { ...checked, foreign };
  // Every key has the form that the type requires.
  return { ...checked, plugin: value as unknown as Plugin, foreign };
}
