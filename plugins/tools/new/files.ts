/** The files of a new package, as templates beside this module. */
import { PLUGIN_API } from "waymark/tools";
import { fill, readTemplates } from "../../shared/template.ts";
import type { PluginNames } from "./names.ts";
import type { Source } from "./source.ts";

const SHARED = {
  "package.json": new URL("./templates/package.json.mustache", import.meta.url),
  "tsconfig.json": new URL("./templates/tsconfig.json.mustache", import.meta.url),
  "waymark.config.yaml": new URL("./templates/waymark.config.yaml.mustache", import.meta.url),
  "src/index.ts": new URL("./templates/index.ts.mustache", import.meta.url),
  "src/index.test.ts": new URL("./templates/index.test.ts.mustache", import.meta.url),
  "README.md": new URL("./templates/README.md.mustache", import.meta.url),
  ".gitignore": new URL("./templates/gitignore.mustache", import.meta.url),
};

/** A new package: of a plugin that others install, or of a service with a plugin of its own. */
export type Kind = "plugin" | "service";

const TEMPLATES: Readonly<Record<Kind, Readonly<Record<string, URL>>>> = {
  plugin: SHARED,
  service: {
    ...SHARED,
    "package.json": new URL("./templates/service/package.json.mustache", import.meta.url),
    "tsconfig.json": new URL("./templates/service/tsconfig.json.mustache", import.meta.url),
    "README.md": new URL("./templates/service/README.md.mustache", import.meta.url),
    Dockerfile: new URL("./templates/service/Dockerfile.mustache", import.meta.url),
    ".dockerignore": new URL("./templates/service/dockerignore.mustache", import.meta.url),
  },
};

/** Returns text by path within the package. */
export function packageFiles(
  kind: Kind,
  names: PluginNames,
  source: Source,
): Readonly<Record<string, string>> {
  const { id, camel } = names;
  const key = id === camel ? id : JSON.stringify(id);
  const isFile = source.dependency.startsWith("file:");
  const input = {
    templates: readTemplates(TEMPLATES[kind]),
    view: { ...names, ...source, key, isFile, api: PLUGIN_API },
  };
  return Object.fromEntries(Object.keys(TEMPLATES[kind]).map((path) => [path, fill(path, input)]));
}
