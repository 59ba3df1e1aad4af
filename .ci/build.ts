/**
 * Emits `dist/`, the package that is published (`npm pack ./dist`): what Node runs from the
 * repository by stripping types, as JavaScript with declarations, under the same names.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, copyFile, cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { extname, join, relative } from "node:path";

const root = join(import.meta.dirname, "..");
const dist = join(root, "dist");
const folders = ["schemas", "registry", "kernel", "plugins"];
const documents = ["README.md", "LICENSE", "CHANGELOG.md"];

/** What the build reads of package.json. */
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly keywords?: readonly string[];
  readonly license: string;
  readonly type: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, unknown>>;
}

const source = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as Manifest;
const target = publishedManifest(source);

await rm(dist, { recursive: true, force: true });
await mkdir(dist);
compile();
for (const folder of folders) {
  await cp(join(root, folder), join(dist, folder), { recursive: true, filter: isData });
}
for (const document of documents) {
  await copyFile(join(root, document), join(dist, document));
}
await writeFile(join(dist, "package.json"), `${JSON.stringify(target, null, 2)}\n`);
await checkBins();
checkExports();
console.log(`dist: ${target.name} ${target.version}`);

function compile(): void {
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const project = join(import.meta.dirname, "tsconfig.build.json");
  execFileSync(process.execPath, [tsc, "-p", project], { stdio: "inherit" });
}

/** Folders, and every file in them that the compiler does not read. */
function isData(path: string): boolean {
  return ![".ts", ".tsbuildinfo"].includes(extname(path));
}

function publishedManifest(from: Manifest) {
  const optional = Object.entries(from.optionalDependencies ?? {}).filter(
    // The Node binaries serve those who work in the repository.
    ([name]) => !/^node-(bin-)?(linux|darwin|win)-/.test(name),
  );
  return {
    name: from.name,
    version: from.version,
    description: from.description,
    keywords: from.keywords,
    license: from.license,
    type: from.type,
    engines: { node: ">=22.18" },
    bin: Object.fromEntries(
      Object.entries(from.bin).map(([name, path]) => [name, emitted(path, ".js")]),
    ),
    exports: Object.fromEntries(
      Object.entries(from.exports).map(([name, path]) => [
        name,
        path.endsWith(".ts")
          ? { types: emitted(path, ".d.ts"), default: emitted(path, ".js") }
          : path,
      ]),
    ),
    files: [...folders, ...documents],
    dependencies: from.dependencies,
    optionalDependencies: optional.length > 0 ? Object.fromEntries(optional) : undefined,
    peerDependencies: from.peerDependencies,
    peerDependenciesMeta: from.peerDependenciesMeta,
  };
}

function emitted(path: string, extension: ".js" | ".d.ts"): string {
  return path.replace(/\.ts$/, extension);
}

async function checkBins(): Promise<void> {
  for (const path of Object.values(target.bin)) {
    const file = join(dist, path);
    const text = await readFile(file, "utf8");
    if (!text.startsWith("#!/usr/bin/env node\n")) {
      throw new Error(`${relative(root, file)} has no shebang; it is a bin of package.json`);
    }
    await chmod(file, 0o755);
  }
}

/** Every export has its declarations, and loads by its public name. */
function checkExports(): void {
  const names = [];
  for (const [name, entry] of Object.entries(target.exports)) {
    if (typeof entry === "string") continue;
    names.push(name.replace(".", target.name));
    for (const path of [entry.types, entry.default]) {
      if (!existsSync(join(dist, path))) {
        throw new Error(`package.json exports "${name}", but the build made no ${path}`);
      }
    }
  }
  const script = names.map((name) => `await import(${JSON.stringify(name)});`).join("\n");
  execFileSync(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: dist,
    stdio: "inherit",
  });
}
