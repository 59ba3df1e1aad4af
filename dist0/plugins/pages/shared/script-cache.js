import { promisify } from "node:util";
import { mkdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { hash } from "node:crypto";
import { join } from "node:path";
import { execFile } from "node:child_process";
// plugins/pages/shared/script-cache.ts
/** Keeps bundled scripts between runs: large ones take seconds. A script is valid until one of its modules changes. */
/** Only the repository bundles; its tools keep here what they can make again. */
const FOLDER = join(import.meta.dirname, "../../../node_modules/.cache/waymark");
const BUNDLE_PROCESS = join(import.meta.dirname, "bundle-process.ts");
const TIMEOUT_MS = 12e4;
const MOST_BYTES = 2 ** 26;
/** The script of an entry, bundled unless the cache has it. */
async function cachedScript(entry, folder = FOLDER) {
	const file = join(folder, `${hash("sha256", entry.href, "hex").slice(0, 16)}.json`);
	const cached = await readCache(file);
	if (cached !== void 0 && await isFresh(cached)) return cached.code;
	const { code, modules } = await bundleInChild(entry);
	const states = await Promise.all(modules.map(async (path) => [path, await fileState(path)]));
	await writeCache(folder, file, {
		code,
		modules: Object.fromEntries(states)
	});
	return code;
}
async function bundleInChild(entry) {
	const args = [BUNDLE_PROCESS, entry.href];
	const limits = {
		timeout: TIMEOUT_MS,
		maxBuffer: MOST_BYTES
	};
	try {
		const { stdout } = await promisify(execFile)(process.execPath, args, limits);
		return JSON.parse(stdout);
	} catch (error) {
		const { stderr = "", message } = error;
		throw new Error(`the script ${entry.pathname} cannot be bundled: ${stderr || message}`, { cause: error });
	}
}
async function readCache(file) {
	try {
		return JSON.parse(await readFile(file, "utf8"));
	} catch {
		return;
	}
}
async function isFresh({ modules }) {
	return (await Promise.all(Object.entries(modules).map(async ([path, state]) => await fileState(path) === state))).every(Boolean);
}
/** Empty for a file that does not exist, such as a module that the bundler made. */
async function fileState(path) {
	return stat(path).then(({ size, mtimeMs }) => `${size} ${mtimeMs}`, () => "");
}
/** Several processes may write at once: each writes a file of its own, and the last one stays. */
async function writeCache(folder, file, script) {
	const temporary = `${file}.${process.pid}`;
	try {
		await mkdir(folder, { recursive: true });
		await writeFile(temporary, JSON.stringify(script));
		await rename(temporary, file);
	} catch {}
}
export { cachedScript };

//# sourceMappingURL=script-cache.js.map