/** The test runner of whoever tests. Only what registers tests or compares snapshots loads it. */
import { importNamed } from "../boot/resolve-module.ts";

/** What this kit uses of vitest. */
export interface Vitest {
  describe(name: string, define: () => void): unknown;
  it(name: string, run: () => Promise<void>, timeoutMs: number): unknown;
  readonly expect: {
    soft(value: string): { toMatchFileSnapshot(path: string): Promise<void> };
  };
}

/**
 * The vitest that runs the tests: the one of the project at `folder`, as another copy knows nothing of the run. Throws an
 * Error when there is none.
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
  // Its own types would be a dependency of everybody who has none of this.
  return vitest as unknown as Vitest;
}
