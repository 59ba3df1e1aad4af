import { existsSync } from "node:fs";
import { join, relative } from "node:path";
// kernel/cli/node-version.ts
const NEEDED = [22, 18];
/** Returns a message for a Node that is too old, else undefined. */
function oldNode(version, cwd = process.cwd()) {
	const [major = 0, minor = 0] = version.split(".").map(Number);
	if (major > NEEDED[0] || major === NEEDED[0] && minor >= NEEDED[1]) return void 0;
	const bundled = join("node_modules", ".bin", "node");
	const script = relative(cwd, process.argv[1] ?? "waymark");
	const advice = existsSync(join(cwd, bundled)) ? `this folder has a newer one: run npm start, or ${bundled} ${script}` : `install a newer one from https://nodejs.org, or run npm ci in a folder that depends on waymark`;
	return `waymark needs Node ${NEEDED.join(".")} or newer; this is ${version}\n  hint: ${advice}`;
}
export { oldNode };

//# sourceMappingURL=node-version.js.map