/** The package.json of the published package, made from the repository's and from what was emitted. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { packageFolder, type Bundle } from "./bundle.ts";

/** The part of package.json that the build reads. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly license: string;
  readonly type: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  /** All of them optional: packages of plugins that their users install. */
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

export type Published = ReturnType<typeof published>;

export async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Manifest;
}

export function published(
  source: Manifest,
  files: readonly string[],
  dependencies: Readonly<Record<string, string>>,
) {
  const peers = { "@types/node": ">=22", vitest: ">=3", ...source.peerDependencies };
  return {
    name: source.name,
    version: source.version,
    description: source.description,
    keywords: source.keywords,
    license: source.license,
    type: source.type,
    engines: { node: ">=22.18" },
    bin: mapValues(source.bin, (path) => emitted(path, ".js")),
    exports: mapValues(source.exports, (path) =>
      path.endsWith(".ts")
        ? { types: emitted(path, ".d.ts"), default: emitted(path, ".js") }
        : path,
    ),
    files,
    // Importing a file has no effect, but for the command line.
    sideEffects: Object.values(source.bin).map((path) => emitted(path, ".js")),
    // zod among them, and not as a peer: a service without plugins of its own, or with plugins that describe their
    // payloads by other means, should not have to install it. A plugin that uses zod 4 gets the copy that the declarations name.
    dependencies,
    // The declarations name Node's types, and consumers compile against their own version of those; testPlugin
    // registers its tests with the vitest of the project.
    peerDependencies: peers,
    peerDependenciesMeta: mapValues(peers, () => ({ optional: true })),
  };
}

/**
 * Exactly the packages that the emitted files import, in the ranges of their importers: this package, or one that
 * was inlined. Optional peers are not among them.
 */
export async function dependenciesOf(
  root: string,
  imported: Bundle["imported"],
  types: ReadonlySet<string>,
): Promise<Readonly<Record<string, string>>> {
  const { peerDependencies: peers = {} } = await readManifest(root);
  const importers = new Map([...[...types].map((name) => [name, root] as const), ...imported]);
  const needed = [...importers].filter(([name]) => !Object.hasOwn(peers, name));
  const entries = needed.map(async ([name, importer]) => {
    const { dependencies } = await readManifest(packageFolder(importer) ?? root);
    const range = dependencies[name];
    if (range === undefined)
      throw new Error(`${name}, imported by ${importer}, is not a dependency`);
    return [name, range] as const;
  });
  const found = await Promise.all(entries);
  return Object.fromEntries(found.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

export function emitted(path: string, ending: ".js" | ".d.ts"): string {
  return path.replace(/\.ts$/, ending);
}

function mapValues<T>(
  record: Readonly<Record<string, string>>,
  map: (value: string) => T,
): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
