import { importNamed } from "waymark/tools";

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
