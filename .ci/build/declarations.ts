/** Emits the declarations, and keeps those that consumers can reach. */
import { execFileSync } from "node:child_process";
import { appendFile, glob, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { packageName } from "./bundle.ts";

/** Emits what `entries` (names in the package to paths such as `kernel/index.d.ts`) need; returns the packages they name. */
export async function declarations(
  root: string,
  dist: string,
  entries: ReadonlyMap<string, string>,
): Promise<ReadonlySet<string>> {
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const project = join(root, ".ci/tsconfig.build.json");
  execFileSync(process.execPath, [tsc, "-p", project, "--outDir", dist], { stdio: "inherit" });
  await keepAugmentations(dist, entries);

  const packages = new Set<string>();
  const reached = new Set(entries.values());
  for (const file of reached) {
    const text = await readFile(join(dist, file), "utf8");
    for (const specifier of specifiersOf(text)) {
      const target = specifier.startsWith(".")
        ? join(dirname(file), specifier.replace(/\.ts$/, ".d.ts"))
        : entries.get(specifier);
      if (target !== undefined) reached.add(target);
      else if (!specifier.startsWith("node:")) packages.add(packageName(specifier));
    }
    await writeFile(join(dist, file), text.replace(SPECIFIER, toJavaScript));
  }
  for await (const file of glob("**/*.d.ts", { cwd: dist })) {
    if (!reached.has(file)) await rm(join(dist, file));
  }
  return packages;
}

/**
 * Plugins of the package add their route keys and events to its entries (`declare module "waymark"`). Nothing that an
 * entry declares leads there, so its declarations import those plugins, and importing the entry brings the additions.
 */
async function keepAugmentations(
  dist: string,
  entries: ReadonlyMap<string, string>,
): Promise<void> {
  const files = await Array.fromAsync(glob("plugins/**/*.d.ts", { cwd: dist }));
  for (const file of files.toSorted()) {
    const text = await readFile(join(dist, file), "utf8");
    for (const [, name = ""] of text.matchAll(/^declare module "([^"]+)"/gm)) {
      const entry = entries.get(name);
      if (entry === undefined) throw new Error(`${file} augments ${name}, which is not an export`);
      const path = relative(dirname(entry), file).replace(/\.d\.ts$/, ".ts");
      await appendFile(join(dist, entry), `import "./${path}";\n`);
    }
  }
}

const SPECIFIER = /(\bfrom |\bimport\(|^import )"([^"]+)"/gm;

function specifiersOf(text: string): readonly string[] {
  return [...text.matchAll(SPECIFIER)].flatMap(([, , specifier]) => specifier ?? []);
}

/** The compiler leaves `./plugin.ts` in declarations; the package has a `plugin.js`, or at least its declarations. */
function toJavaScript(text: string, before: string, specifier: string): string {
  return specifier.startsWith(".") ? `${before}"${specifier.replace(/\.ts$/, ".js")}"` : text;
}
