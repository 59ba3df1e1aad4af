/** The licenses of the packages that the bundle contains. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

/** The part of their package.json that the build reads. */
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly author?: string | { readonly name: string };
}

/** Joins the licenses of the packages in these folders. Throws if a package has none. */
export async function licenses(folders: readonly string[]): Promise<string> {
  const parts = await Promise.all(
    [...new Set(folders)].toSorted().map(async (folder) => {
      const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Manifest;
      const { name, version, license } = manifest;
      const texts = await licenseTexts(folder);
      if (texts.length === 0) texts.push(withoutFile(manifest));
      return [`${name} ${version} (${license})`, ...texts].join("\n\n");
    }),
  );
  const head = "This package contains code of the following packages, under these licenses.";
  return `${[head, ...parts].join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

/** Some packages only name their license. The MIT License is the same for all but the name of the holder. */
function withoutFile({ name, version, license, author }: Manifest): string {
  if (license !== "MIT") throw new Error(`${name} ${version} is bundled and has no license file`);
  const holder = typeof author === "object" ? author.name : author;
  return `The MIT License\n\nCopyright (c) ${holder ?? `the authors of ${name}`}\n\n${MIT}`;
}

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/** A package's own license, and those of what it bundles in turn. */
async function licenseTexts(folder: string): Promise<string[]> {
  const names = [
    ...(await readdir(folder)).filter((name) => /^(?:licen[cs]e|notice)\b/i.test(name)),
    ...(await readdir(join(folder, "dist")).catch(() => []))
      .filter((name) => name.startsWith("THIRD-PARTY-LICENSES"))
      .map((name) => join("dist", name)),
  ];
  return Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(join(folder, name));
      return (name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8").trim();
    }),
  );
}
