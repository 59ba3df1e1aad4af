/** Programs of other makers, which come as packages. Apart from the tests, so that benchmarks can run them. */
import { globSync } from "node:fs";
import { join } from "node:path";

const installed = join(import.meta.dirname, "node_modules");

/** Returns the path of a program that comes as a package of a scope for each system; the name of it where none is installed. */
export function opinionBinary(scope: string, name: string): string {
  const [found] = globSync(`${scope}/*/{bin/,}${name}`, { cwd: installed });
  return found === undefined ? name : join(installed, found);
}
