/** Options that hold secrets, as a deployment brings them: each in a file, never in a text of its own. */
import { configKey, configPath } from "waymark/advanced";
import {
  HIDDEN,
  holdsSecret,
  keysOf,
  optionVariable,
  propertyOf,
  readSettings,
  toNode,
  withoutSecrets,
} from "waymark/tools";
import type { Plugin } from "waymark";
import type { Booted, InstalledPlugin } from "waymark/server";

/** A value that no file of the deployment contains. */
export interface Secret {
  readonly variable: string;
  /** Name of the file that brings it: `database-url`. */
  readonly file: string;
  /** The config key that it sets, and its last part. */
  readonly key: string;
  readonly option: string;
}

/** Returns the environment variable of an option. */
export function variableOf({ id, env = {} }: Pick<Plugin, "id" | "env">, option: string): string {
  return env[option] ?? optionVariable(id, option);
}

/** Returns every option of a plugin that holds a secret, set or not. */
export function secretsOf(entry: InstalledPlugin): readonly Secret[] {
  const root = entry.plugin.options && toNode(entry.plugin.options);
  return keysOf(root).flatMap((option) => {
    const schema = propertyOf(root, option);
    if (schema === undefined || !holdsSecret(schema)) return [];
    const variable = variableOf(entry.plugin, option);
    const file = variable
      .replace(/^WAYMARK_/, "")
      .toLowerCase()
      .replaceAll("_", "-");
    return [{ variable, file, key: `${configPath(configKey(entry))}.${option}`, option }];
  });
}

/** Returns the secrets that the config file has, which goes into the image. */
export function exposedIn({ config, installed }: Booted): readonly Secret[] {
  const { settings } = readSettings(config.plugins, "");
  return installed.flatMap((entry) => {
    const options = settings.get(configKey(entry))?.options ?? {};
    const root = entry.plugin.options && toNode(entry.plugin.options);
    const hidden = Object(withoutSecrets(options, root)) as typeof options; // of the same form
    return secretsOf(entry).filter(({ option }) => {
      const value = options[option];
      const isOpen = typeof value === "string" && isOpenAddress(value);
      return !isOpen && (JSON.stringify(hidden[option]) ?? "").includes(HIDDEN);
    });
  });
}

/** The address of an engine without a password is open, although others of its kind are secrets. */
function isOpenAddress(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    !url.protocol.startsWith("http") &&
    url.password === "" &&
    !/pass/i.test(url.search)
  );
}
