/** Keeps bundled scripts between runs, as large ones take seconds. A script is good while none of its modules changes. */
import { hash } from "node:crypto";
import { mkdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { VERSION } from "rolldown";
import { bundleForBrowsers } from "./bundle-script.ts";

/** Only the repository bundles; this is where its tools keep what they can make again. */
const FOLDER = join(import.meta.dirname, "../../../node_modules/.cache/waymark");

interface Kept {
  readonly code: string;
  /** Size and time of change of each module, by path. */
  readonly modules: Readonly<Record<string, string>>;
}

/** The script of an entry, bundled unless it is known already. */
export async function cachedScript(entry: URL): Promise<string> {
  const name = hash("sha256", `${VERSION} ${entry.href}`, "hex").slice(0, 16);
  const file = join(FOLDER, `${name}.json`);
  const kept = await readKept(file);
  if (kept !== undefined && (await isFresh(kept))) return kept.code;
  const { code, modules } = await bundleForBrowsers(entry);
  const states = await Promise.all(modules.map(async (path) => [path, await stateOf(path)]));
  await keep(file, { code, modules: Object.fromEntries(states) });
  return code;
}

async function readKept(file: string): Promise<Kept | undefined> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as Kept; // nobody else writes there
  } catch {
    return undefined;
  }
}

async function isFresh({ modules }: Kept): Promise<boolean> {
  const states = await Promise.all(
    Object.entries(modules).map(async ([path, state]) => (await stateOf(path)) === state),
  );
  return states.every(Boolean);
}

/** Empty for what is no file, such as a module that the bundler made, and for what is gone. */
async function stateOf(path: string): Promise<string> {
  return stat(path).then(
    ({ size, mtimeMs }) => `${size} ${mtimeMs}`,
    () => "",
  );
}

/** Several processes may write at once: each writes a file of its own, and the last one stays. */
async function keep(file: string, kept: Kept): Promise<void> {
  const own = `${file}.${process.pid}`;
  try {
    await mkdir(FOLDER, { recursive: true });
    await writeFile(own, JSON.stringify(kept));
    await rename(own, file);
  } catch {
    // A folder that cannot be written makes the next start slower, and nothing else.
  }
}
