import { n as fixedClock, r as fixedIds, t as createTestServer } from "../chunks/server2.js";
import { r as importNamed } from "../chunks/boot.js";
// kernel/testing/vitest.ts
/**
* Imports vitest from the project at `folder`, because tests must be registered with the copy that runs them. Throws an
* Error when it is not installed.
*
* @param caller the function that needs it, for the message.
*/
async function loadVitest(caller, folder = process.cwd()) {
	const vitest = await importNamed("vitest", folder);
	if (vitest === void 0) throw new Error(`${caller} registers tests with vitest, which is not installed at ${folder}\n  hint: npm install --save-dev vitest, or run the checks of pluginChecks() with another runner`);
	return vitest;
}
// kernel/testing/snapshot-registry.ts
/**
* Compares the server with the files of its snapshots, within a vitest test; `vitest run -u` writes them: one file for
* each route that reads, with status, headers and body, and one for each derived document. Start the server with a fixed
* clock, fixed ids and a base URL, so that answers are the same in each run. Throws what `snapshotsOf` throws.
*/
async function snapshotRegistry(server, options = {}) {
	const [{ expect }, { snapshotsOf }] = await Promise.all([loadVitest("snapshotRegistry"), import("./testing/snapshots.js")]);
	const { folder = "__snapshots__" } = options;
	for await (const { file, text } of snapshotsOf(server, options)) await expect.soft(text).toMatchFileSnapshot(`${folder}/${file}`);
}
// kernel/testing/plugin-test.ts
/** Time for one check, in milliseconds: the first of a group starts a server and sends all requests. */
const TIMEOUT_MS = 6e4;
/**
* The checks of a plugin, to be run in this order: isolated, with the preset, switched off, failing in setup, stopped,
* reloaded. Listing them starts nothing.
*/
async function* pluginChecks(plugin, options = {}) {
	const { checksOf } = await import("./testing/checks/index.js");
	yield* checksOf(plugin, options);
}
/** Registers the checks of a plugin with vitest, as tests of `plugin <id>`: `await testPlugin(plugin)` in a test file. */
async function testPlugin(plugin, options = {}) {
	const { describe, it } = await loadVitest("testPlugin");
	const checks = await Array.fromAsync(pluginChecks(plugin, options));
	describe(`plugin ${plugin.id}`, () => {
		for (const { name, run } of checks) it(name, run, TIMEOUT_MS);
	});
}
export { createTestServer, fixedClock, fixedIds, pluginChecks, snapshotRegistry, testPlugin };

//# sourceMappingURL=testing.js.map