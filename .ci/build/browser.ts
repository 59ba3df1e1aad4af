/** Bundles the scripts for browsers that the bundle of the server names: they lie in the output as TypeScript. */
import { glob, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundleForBrowsers } from "../../plugins/pages/shared/bundle-script.ts";
import { packageFolder } from "./bundle.ts";

/** Puts a script of the same name in place of each. Returns the folders of the packages that the scripts contain. */
export async function browserScripts(root: string, dist: string): Promise<readonly string[]> {
  const inlined = new Set<string>();
  for await (const path of glob("plugins/**/browser/*.ts", { cwd: dist })) {
    const { code, used } = await bundleForBrowsers(pathToFileURL(join(root, path)));
    for (const folder of used.flatMap((id) => packageFolder(id) ?? [])) inlined.add(folder);
    await writeFile(join(dist, path.replace(/\.ts$/, ".js")), code);
    await rm(join(dist, path));
  }
  return [...inlined];
}
