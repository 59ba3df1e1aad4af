/** Bundles the scripts for browsers that the bundle of the server names: they lie in the output as TypeScript. */
import { glob, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundleForBrowsers } from "../../plugins/pages/bundle-script.ts";

/** Puts a script of the same name in place of each. */
export async function browserScripts(root: string, dist: string): Promise<void> {
  for await (const path of glob("plugins/**/browser/*.ts", { cwd: dist })) {
    const script = await bundleForBrowsers(pathToFileURL(join(root, path)));
    await writeFile(join(dist, path.replace(/\.ts$/, ".js")), script);
    await rm(join(dist, path));
  }
}
