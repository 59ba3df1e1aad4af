/** Checks of plugins and snapshots of servers, as tests of vitest. */
import { toMilliseconds, type Plugin } from "waymark";
import { importNamed } from "waymark/tools";
import type { PluginCheck, PluginTestOptions } from "./plugin-check.ts";
import type { TestServer } from "./server.ts";
import type { SnapshotOptions } from "./snapshots.ts";
import type { StoreMaker } from "../shared/store/index.ts";

/** The part of vitest that this kit uses. Its own types would make it a dependency of every plugin. */
interface Vitest {
  describe(name: string, define: () => void): unknown;
  it(name: string, run: () => Promise<void>, timeoutMs: number): unknown;
  readonly expect: {
    soft(value: string): { toMatchFileSnapshot(path: string): Promise<void> };
  };
}

/**
 * Imports vitest from the project at `folder`, because tests must be registered with the copy that runs them. Throws an
 * Error if it is not installed.
 *
 * @param caller the function that needs it, for the message.
 */
export async function loadVitest(caller: string, folder = process.cwd()): Promise<Vitest> {
  const vitest = await importNamed("vitest", folder);
  if (vitest === undefined) {
    throw new Error(
      `${caller} registers tests with vitest, which is not installed at ${folder}\n  hint: npm install --save-dev vitest, or run the checks of pluginChecks() with another runner`,
    );
  }
  return vitest as unknown as Vitest;
}

/**
 * The checks of a plugin, to be run in this order: isolated, with the preset, switched off, stopped, reloaded. Listing them starts nothing.
 */
export async function* pluginChecks(
  plugin: Plugin,
  options: PluginTestOptions = {},
): AsyncGenerator<PluginCheck> {
  const { checksOf } = await import("./checks.ts");
  yield* checksOf(plugin, options);
}

/**
 * The checks that each store has to pass, for one that a plugin provides in place of the preset's: rows, unique fields,
 * lists, owners, transactions and versions. Each opens a store of its own.
 */
export async function* storeChecks(makeStore: StoreMaker): AsyncGenerator<PluginCheck> {
  const { checksOfStore } = await import("../shared/store/index.ts");
  yield* checksOfStore(makeStore);
}

/** Registers the checks of a plugin with vitest, as tests of `plugin <id>`: `await testPlugin(plugin)` in a test file. */
export async function testPlugin(plugin: Plugin, options: PluginTestOptions = {}): Promise<void> {
  const { describe, it } = await loadVitest("testPlugin");
  const checks = await Array.fromAsync(pluginChecks(plugin, options));
  describe(`plugin ${plugin.id}`, () => {
    for (const { name, run } of checks) it(name, run, toMilliseconds(options.timeout ?? "5m"));
  });
}

/**
 * Compares the server with the files of its snapshots, within a vitest test; `vitest run -u` writes them: one file for
 * each route that reads, with status, headers and body, and one for each derived document. Start the server with a fixed
 * clock, fixed ids and a base URL, so that answers are the same in each run. Throws what `snapshotsOf` throws.
 */
export async function snapshotRegistry(
  server: TestServer,
  options: SnapshotOptions = {},
): Promise<void> {
  const [{ expect }, { snapshotsOf }] = await Promise.all([
    loadVitest("snapshotRegistry"),
    import("./snapshots.ts"),
  ]);
  const { folder = "__snapshots__" } = options;
  for await (const { file, text } of snapshotsOf(server, options))
    await expect.soft(text).toMatchFileSnapshot(`${folder}/${file}`);
}
