/** Packs what is published: the package, once for all tests, and packages of plugins. */
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
import { FINGERPRINT, fingerprint } from "../../.ci/build/fingerprint.ts";
import { mustRun, root } from "./_project.ts";

const CACHE = join(root, "node_modules/.waymark-packed");
/** Milliseconds after which the holder of the lock cannot still be at work. */
const STALE_MS = 120_000;

/**
 * Path of the package's tarball. The first test that asks builds and packs it; the others, of this run and of later ones,
 * get the same one for as long as its sources say the same.
 */
export async function packedWaymark(): Promise<string> {
  const folder = join(CACHE, fingerprint(root));
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

/** Tries to take the lock. */
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
  try {
    const dist = await built(work);
    mkdirSync(join(work, "packed"));
    await packFolders([dist], join(work, "packed"));
    renameSync(join(work, "packed"), folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The build of these sources: that of `npm run build`, or one that is made in the folder. */
async function built(work: string): Promise<string> {
  const ready = join(root, "dist");
  const file = join(ready, FINGERPRINT);
  if (existsSync(file) && readFileSync(file, "utf8") === fingerprint(root)) return ready;
  // The build tries what it made, so it has to lie where Node finds the dependencies.
  const dist = join(work, "dist");
  await mustRun(root, process.execPath, ".ci/build.ts", "--out", dist);
  return dist;
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
