/** The source of this waymark for a new package: the registry, or the file or folder that it was installed from. */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve, sep } from "node:path";

/** The lock file that npm keeps beside the packages that it has installed. */
interface InstalledLock {
  readonly packages?: Readonly<Record<string, { readonly resolved?: string } | undefined>>;
}

export interface Source {
  readonly version: string;
  /** The dependency in package.json of the new folder: a range, or `file:` and a path from there. */
  readonly dependency: string;
}

/** @param folder the new package's. */
export function sourceFor(folder: string): Source {
  const manifest = createRequire(import.meta.url).resolve("waymark/package.json");
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly version: string };
  const own = dirname(manifest);
  const file = fileOf(own);
  return {
    version,
    dependency:
      file === undefined ? `^${version}` : `file:${relative(folder, file).split(sep).join("/")}`,
  };
}

/** Returns the tarball or folder that a package was installed from; undefined if that was the registry. */
function fileOf(own: string): string | undefined {
  const modules = dirname(own);
  const lock = join(modules, ".package-lock.json");
  if (!existsSync(lock)) return own; // the source, or a build of it
  const { packages = {} } = JSON.parse(readFileSync(lock, "utf8")) as InstalledLock;
  const resolved = packages["node_modules/waymark"]?.resolved ?? "";
  if (!resolved.startsWith("file:")) return undefined;
  const file = resolve(dirname(modules), resolved.slice("file:".length));
  return existsSync(file) ? file : own;
}
