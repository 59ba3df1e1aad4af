/** Imports the packages and files that a config names, resolved from the config's folder. */
import { isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";

/** Returns the module's namespace; undefined if there is no such package or file. Throws the module's errors. */
export async function importNamed(
  specifier: string,
  folder: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const url = isWaymark(specifier) ? specifier : await locateModule(specifier, folder);
  return url === undefined ? undefined : import(/* @vite-ignore */ url);
}

/** Checks that a name in the config is a path rather than a plugin id or a package. */
export function isPath(name: string): boolean {
  return (
    name.startsWith("./") || name.startsWith("../") || isAbsolute(name) || name.startsWith("file:")
  );
}

/** Checks that a module is our own. Our modules come from this copy of the package, wherever the config lies. */
export function isWaymark(specifier: string): boolean {
  return specifier === "waymark" || specifier.startsWith("waymark/");
}

/** Returns the URL of the package or file that a config names; undefined if there is none. */
export async function locateModule(specifier: string, folder: string): Promise<string | undefined> {
  const { resolveModuleURL } = await import("exsolve");
  const target = isAbsolute(specifier) ? pathToFileURL(specifier).href : specifier;
  const attempts = isPath(specifier)
    ? { suffixes: ["", "/index"], extensions: [".ts", ".js", ".mjs"] }
    : {};
  return resolveModuleURL(target, {
    from: pathToFileURL(`${folder}/`),
    try: true,
    cache: false,
    ...attempts,
  });
}
