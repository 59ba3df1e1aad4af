/** The licenses of the packages that the bundle contains. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

/** One text of the license files in these folders of packages. Throws for a package without one. */
export async function licenses(folders: readonly string[]): Promise<string> {
  const parts = await Promise.all(
    folders.map(async (folder) => {
      const { name, version, license } = JSON.parse(
        await readFile(join(folder, "package.json"), "utf8"),
      ) as Readonly<Record<string, string>>;
      const texts = await licenseTexts(folder);
      if (texts.length === 0)
        throw new Error(`${name} ${version} is bundled and has no license file`);
      return [`${name} ${version} (${license})`, ...texts].join("\n\n");
    }),
  );
  const head = "This package contains code of the following packages, under these licenses.";
  return `${[head, ...parts].join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

/** A package's own license, and those of what it bundles in turn. */
async function licenseTexts(folder: string): Promise<readonly string[]> {
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
