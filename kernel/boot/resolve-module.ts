/** Imports the packages and files that a config names, resolved from the config's folder. */
import { isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";

/** The module's namespace, or undefined when there is no such package or file. Throws what the module throws. */
export async function importNamed(
  specifier: string,
  folder: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  // Our own modules come from this copy of the package, wherever the config lies.
  const isWaymark = specifier === "waymark" || specifier.startsWith("waymark/");
  const url = isWaymark ? specifier : await locate(specifier, folder);
  return url === undefined ? undefined : import(/* @vite-ignore */ url);
}

/** Whether a name in the config is a path rather than a plugin id or a package. */
export function isPath(name: string): boolean {
  return (
    name.startsWith("./") || name.startsWith("../") || isAbsolute(name) || name.startsWith("file:")
  );
}

async function locate(specifier: string, folder: string): Promise<string | undefined> {
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
