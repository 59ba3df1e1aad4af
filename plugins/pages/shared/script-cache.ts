/** Keeps bundled scripts between runs: large ones take seconds. A script is valid until one of its modules changes. */
import { execFile } from "node:child_process";
import { hash } from "node:crypto";
import { mkdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/** Only the repository bundles; its tools keep here what they can make again. */
const FOLDER = join(import.meta.dirname, "../../../node_modules/.cache/waymark");
// A path instead of a URL, which the package's build would take for a file to ship.
const BUNDLE_PROCESS = join(import.meta.dirname, "bundle-process.ts");
const TIMEOUT_MS = 120_000;
const MOST_BYTES = 2 ** 26;

interface CachedScript {
  readonly code: string;
  /** Size and time of change of each module, by path. */
  readonly modules: Readonly<Record<string, string>>;
}

/** Returns the script of an entry, bundled unless the cache has it. */
export async function cachedScript(entry: URL, folder = FOLDER): Promise<string> {
  const file = join(folder, `${hash("sha256", entry.href, "hex").slice(0, 16)}.json`);
  const cached = await readCache(file);
  if (cached !== undefined && (await isFresh(cached))) return cached.code;
  const { code, modules } = await bundleInChild(entry);
  const states = await Promise.all(modules.map(async (path) => [path, await fileState(path)]));
  await writeCache(folder, file, { code, modules: Object.fromEntries(states) });
  return code;
}

async function bundleInChild(entry: URL): Promise<{ code: string; modules: readonly string[] }> {
  const args = [BUNDLE_PROCESS, entry.href];
  const limits = { timeout: TIMEOUT_MS, maxBuffer: MOST_BYTES };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, limits);
    return JSON.parse(stdout) as Awaited<ReturnType<typeof bundleInChild>>; // of bundle-process.ts
  } catch (error) {
    const { stderr = "", message } = error as Error & { readonly stderr?: string };
    throw new Error(`the script ${entry.pathname} cannot be bundled: ${stderr || message}`, {
      cause: error,
    });
  }
}

async function readCache(file: string): Promise<CachedScript | undefined> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as CachedScript; // only writeCache writes there
  } catch {
    return undefined;
  }
}

async function isFresh({ modules }: CachedScript): Promise<boolean> {
  const states = await Promise.all(
    Object.entries(modules).map(async ([path, state]) => (await fileState(path)) === state),
  );
  return states.every(Boolean);
}

/** Returns the state of a file; empty for a file that does not exist, such as a module that the bundler made. */
async function fileState(path: string): Promise<string> {
  return stat(path).then(
    ({ size, mtimeMs }) => `${size} ${mtimeMs}`,
    () => "",
  );
}

/** Writes a cache entry. Several processes may write at once: each writes its own file, and the last one stays. */
async function writeCache(folder: string, file: string, script: CachedScript): Promise<void> {
  const temporary = `${file}.${process.pid}`;
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(temporary, JSON.stringify(script));
    await rename(temporary, file);
  } catch {
    // Without a cache the next start is slower; nothing else changes.
  }
}
