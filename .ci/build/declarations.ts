/** Emits the declarations, and keeps those that consumers can reach. */
import { execFileSync } from "node:child_process";
import { glob, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { packageName } from "./bundle.ts";

/** Emits what `entries` (names in the package to paths such as `kernel/index.d.ts`) need; returns the packages they name. */
export async function declarations(
  root: string,
  dist: string,
  entries: ReadonlyMap<string, string>,
): Promise<ReadonlySet<string>> {
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const project = join(root, ".ci/tsconfig.build.json");
  execFileSync(process.execPath, [tsc, "-p", project], { stdio: "inherit" });
  await keepAugmentations(root, dist, "plugins/preset");

  const packages = new Set<string>();
  const reached = new Set(entries.values());
  for (const file of reached) {
    for (const specifier of specifiersOf(await readFile(join(dist, file), "utf8"))) {
      const target = specifier.startsWith(".")
        ? join(dirname(file), specifier.replace(/\.ts$/, ".d.ts"))
        : entries.get(specifier);
      if (target !== undefined) reached.add(target);
      else if (!specifier.startsWith("node:")) packages.add(packageName(specifier));
    }
  }
  for await (const file of glob("**/*.d.ts", { cwd: dist })) {
    if (!reached.has(file)) await rm(join(dist, file));
  }
  return packages;
}

/**
 * The compiler leaves out imports whose types a declaration does not mention. Those of the preset still matter: plugins
 * add their route keys to `waymark`.
 */
async function keepAugmentations(root: string, dist: string, module: string): Promise<void> {
  const source = await readFile(join(root, `${module}.ts`), "utf8");
  const imports = specifiersOf(source).filter((specifier) => specifier.startsWith("."));
  const lines = imports.map((specifier) => `import ${JSON.stringify(specifier)};\n`);
  const emitted = join(dist, `${module}.d.ts`);
  await writeFile(emitted, `${await readFile(emitted, "utf8")}${lines.join("")}`);
}

function specifiersOf(text: string): readonly string[] {
  const found = text.matchAll(/(?:\bfrom |\bimport\(|^import )"([^"]+)"/gm);
  return [...found].flatMap(([, specifier]) => specifier ?? []);
}
