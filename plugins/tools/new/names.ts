/** The names that follow from the name of a plugin's package. */
import { isBuiltin } from "node:module";
import { show } from "waymark";
import { UsageError } from "waymark/tools";

export interface PluginNames {
  /** Name of the package at npm: `@acme/tide-tables`. */
  readonly package: string;
  /** The plugin's id, and the folder of the package: `tide-tables`. */
  readonly id: string;
  /** The id within names of the registry: `tideTables`. */
  readonly camel: string;
  /** The id within names of types: `TideTables`. */
  readonly type: string;
}

/** Names that npm accepts for a new package (https://docs.npmjs.com/cli/configuring-npm/package-json#name). */
const PACKAGE_NAME = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;
const PACKAGE_NAME_LENGTH = 214;
const RESERVED = new Set(["node_modules", "favicon.ico"]);
/** Ids that the kernel accepts. */
const ID = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** Throws a UsageError for a name that a plugin's package cannot have. */
export function pluginNames(name: string): PluginNames {
  const form = "a plugin's package has a name such as tide-tables or @acme/tide-tables";
  const refuse = (message: string, hint: string): never => {
    throw new UsageError(`${message}\n  hint: ${hint}`);
  };
  if (!PACKAGE_NAME.test(name) || name.length > PACKAGE_NAME_LENGTH || RESERVED.has(name))
    refuse(`not a valid npm package name: ${show(name)}`, form);
  const id = name.slice(name.indexOf("/") + 1);
  if (!ID.test(id))
    refuse(`the plugin's id would be ${show(id)}, which is not in kebab-case`, form);
  if (isBuiltin(name))
    refuse(
      `${show(name)} is a module of Node, so no npm package can have this name`,
      `choose another name, or add a scope: @acme/${name}`,
    );
  const camel = id.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  return { package: name, id, camel, type: camel.charAt(0).toUpperCase() + camel.slice(1) };
}
