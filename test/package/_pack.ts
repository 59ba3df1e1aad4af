/** Packs what is published: the package, once for all tests, and packages of plugins. */
import { hash } from "node:crypto";
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { mustRun, root } from "./_project.ts";

/** The input of the build. */
const SOURCES = [
  "{.ci,kernel,plugins,registry,schemas}/**/*.*",
  "{package,package-lock,tsconfig}.json",
  "{CHANGELOG,README}.md",
  "LICENSE",
];
const CACHE = join(root, "node_modules/.waymark-packed");
/** Milliseconds after which the holder of the lock cannot still be at work. */
const STALE_MS = 120_000;

/**
 * Path of the package's tarball. The first test that asks builds and packs it; the others, of this run and of later ones,
 * get the same one for as long as its sources say the same.
 */
export async function packedWaymark(): Promise<string> {
  const folder = join(CACHE, fingerprint());
  const lock = `${folder}.lock`;
  while (!existsSync(folder)) {
    if (!take(lock)) {
      await setTimeout(100);
      continue;
    }
    try {
      if (!existsSync(folder)) await packInto(folder);
    } finally {
      rmSync(lock, { recursive: true });
    }
  }
  return join(folder, globSync("*.tgz", { cwd: folder })[0] ?? "");
}

function fingerprint(): string {
  const paths = globSync(SOURCES, { cwd: root }).toSorted();
  const texts = paths
    .filter((path) => statSync(join(root, path)).isFile())
    .map((path) => `${path}\0${readFileSync(join(root, path), "base64")}`);
  return hash("sha256", texts.join("\0")).slice(0, 16);
}

/** Whether the lock is ours now. */
function take(lock: string): boolean {
  mkdirSync(CACHE, { recursive: true });
  try {
    mkdirSync(lock);
    return true;
  } catch {
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - since > STALE_MS) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}

async function packInto(folder: string): Promise<void> {
  for (const other of globSync("*", { cwd: CACHE }))
    if (isOld(join(CACHE, other))) rmSync(join(CACHE, other), { recursive: true, force: true });
  const work = mkdtempSync(join(CACHE, "work-"));
  // The build tries what it made, so it has to lie where Node finds the dependencies.
  const dist = join(work, "dist");
  try {
    await mustRun(root, process.execPath, ".ci/build.ts", "--out", dist);
    mkdirSync(join(work, "packed"));
    await packFolders([dist], join(work, "packed"));
    renameSync(join(work, "packed"), folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Another run may still read what was made a moment ago. */
function isOld(path: string): boolean {
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > 10 * STALE_MS;
}

/** Packs packages into a folder; returns the tarballs in their order. */
export async function packFolders(
  folders: readonly string[],
  into: string,
): Promise<readonly string[]> {
  const flags = ["--json", "--ignore-scripts", "--pack-destination", into];
  const packed = await mustRun(into, "npm", "pack", ...flags, ...folders);
  return tarballsOf(packed).map((name) => join(into, name));
}

/** Output of `npm pack --json`: a list, or an object by package in newer versions. */
function tarballsOf(json: string): readonly string[] {
  const packed = JSON.parse(json) as Readonly<Record<string, { readonly filename: string }>>;
  return Object.values(packed).map(({ filename }) => filename);
}
