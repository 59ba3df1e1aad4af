/**
 * Packages of other makers that judge our answers. They bring more packages than all others together, so this folder
 * has a lock for them. On our own machines their tests are skipped without them; CI installs them and skips nothing.
 */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { beforeEach } from "vitest";

const installed = join(import.meta.dirname, "node_modules");

/** False only on a machine that may do without them. */
export const hasOpinions = existsSync(installed) || process.env["CI"] !== undefined;

/** Skips the tests of a file or suite where the packages are not installed, and says how to get them. */
export function needsOpinions(): void {
  beforeEach(({ skip }) =>
    skip(!hasOpinions, "needs test/opinions (npm ci --ignore-scripts --prefix test/opinions)"),
  );
}

/** Imports a module of the packages. The caller writes down its types, which the compiler may not find. */
export async function importOpinion<T>(specifier: string): Promise<T> {
  return (await import(specifier)) as T;
}

/** Resolves a file of a package; of a package that another one imports, after the name of that one. */
export function opinionFile(...names: readonly string[]): string {
  return names.reduce(
    (from, name) => createRequire(from).resolve(name),
    join(import.meta.dirname, "index.ts"),
  );
}

/** Returns the path of a package's program. */
export function opinionProgram(name: string): string {
  return join(installed, ".bin", name);
}
