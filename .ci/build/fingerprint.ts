/** The sources of a build as a short text: one of the same sources need not be made again. */
import { hash } from "node:crypto";
import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** The file in a build that has the fingerprint of its sources. It is not published. */
export const FINGERPRINT = ".fingerprint";

const SOURCES = [
  "{.ci,kernel,plugins,registry,schemas}/**/*.*",
  "{package,package-lock,tsconfig}.json",
  "{CHANGELOG,README}.md",
  "LICENSE",
];

export function fingerprint(root: string): string {
  const paths = globSync(SOURCES, { cwd: root }).toSorted();
  const texts = paths
    .filter((path) => statSync(join(root, path)).isFile())
    .map((path) => `${path}\0${readFileSync(join(root, path), "base64")}`);
  return hash("sha256", texts.join("\0")).slice(0, 16);
}
