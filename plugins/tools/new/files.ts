/** The files of a new plugin's package, as templates beside this module. */
import { PLUGIN_API } from "waymark/tools";
import { fill, readTemplates } from "../../shared/template.ts";
import type { PluginNames } from "./names.ts";

const TEMPLATES = {
  "package.json": new URL("./templates/package.json.mustache", import.meta.url),
  "tsconfig.json": new URL("./templates/tsconfig.json.mustache", import.meta.url),
  "waymark.config.yaml": new URL("./templates/waymark.config.yaml.mustache", import.meta.url),
  "src/index.ts": new URL("./templates/index.ts.mustache", import.meta.url),
  "src/index.test.ts": new URL("./templates/index.test.ts.mustache", import.meta.url),
  "README.md": new URL("./templates/README.md.mustache", import.meta.url),
  ".gitignore": new URL("./templates/gitignore.mustache", import.meta.url),
};

/** Returns text by path within the package. `version` is the version of waymark that the plugin is written for. */
export function pluginFiles(names: PluginNames, version: string): Readonly<Record<string, string>> {
  const { id, camel } = names;
  const key = id === camel ? id : JSON.stringify(id);
  const input = {
    templates: readTemplates(TEMPLATES),
    view: { ...names, key, version, api: PLUGIN_API },
  };
  return Object.fromEntries(Object.keys(TEMPLATES).map((path) => [path, fill(path, input)]));
}
