/**
 * Emits `dist/`, the package that is published (`npm pack ./dist`): what Node runs from the
 * repository by stripping types, as JavaScript with declarations, under the same names.
 *
 * `--out <folder>` emits it elsewhere: a path from the root, from where Node finds our dependencies.
 */
import { cp, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { browserScripts } from "./build/browser.ts";
import { bundle } from "./build/bundle.ts";
import { checkBins, checkExports, checkIdentity } from "./build/checks.ts";
import { declarations } from "./build/declarations.ts";
import { FINGERPRINT, fingerprint } from "./build/fingerprint.ts";
import { licenses } from "./build/licenses.ts";
import { dependenciesOf, emitted, published, readManifest } from "./build/manifest.ts";

const root = join(import.meta.dirname, "..");
const { values } = parseArgs({ options: { out: { type: "string", default: "dist" } } });
const dist = resolve(root, values.out);
const folders = ["chunks", "kernel", "plugins", "registry", "schemas"];
const documents = ["README.md", "LICENSE", "CHANGELOG.md", "docs"];
/** Modules that a process or a thread of their own runs, by their file. */
const processes = [
  "plugins/pages/console/config-worker.ts",
  "plugins/shared/typescript/worker.ts",
  "plugins/tools/dev/worker.ts",
];
/** Sources that `waymark export client` writes into clients. */
const clientRuntime = "plugins/client/runtime";
const foreignLicenses = "THIRD-PARTY-LICENSES.txt";

const sources = fingerprint(root);
const source = await readManifest(root);
const exported = Object.entries(source.exports).filter(([, path]) => path.endsWith(".ts"));

await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
const types = await declarations(
  root,
  dist,
  new Map(
    exported.map(([name, path]) => [name.replace(".", source.name), join(emitted(path, ".d.ts"))]),
  ),
);
const { imported, inlined } = await bundle(source, root, dist, [
  ...Object.values(source.bin),
  ...exported.map(([, path]) => path),
  ...processes,
]);
const inScripts = await browserScripts(root, dist);
await copyAsText(clientRuntime);
for (const document of documents) {
  await cp(join(root, document), join(dist, document), { recursive: true });
}
await writeFile(join(dist, foreignLicenses), await licenses([...inlined, ...inScripts]));

const target = published(
  source,
  [...folders, ...documents, foreignLicenses],
  await dependenciesOf(root, imported, types),
);
await writeFile(join(dist, "package.json"), `${JSON.stringify(target, null, 2)}\n`);

await checkBins(dist, target);
checkExports(dist, target);
checkIdentity(dist, target);
await writeFile(join(dist, FINGERPRINT), sources);
console.log(`${values.out}: ${target.name} ${target.version}`);

/** Copies the sources of a folder, each as a text: `retries.ts` as `retries.ts.txt`. */
async function copyAsText(folder: string): Promise<void> {
  for (const name of await readdir(join(root, folder)))
    await cp(join(root, folder, name), join(dist, folder, `${name}.txt`));
}
