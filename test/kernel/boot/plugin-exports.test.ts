/** A third party's plugin with texts and rules of its own, through every place that reads them. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { definePlugin, type ExportChange, type Plugin } from "waymark";
import { createTestServer } from "waymark/testing";
import { violations } from "../../../kernel/check/closure/index.ts";
import { registryDocument } from "../../../registry/derive/export/index.ts";
import { compareRegistries } from "../../../registry/diff/compare.ts";
import { folderOf } from "../cli/_server.ts";

function atlas(title: string, compare?: () => ExportChange[]): Plugin {
  return definePlugin({
    id: "atlas",
    summary: "Lists every route.",
    exports: {
      atlas: {
        derive: ({ routes }) => [title, ...routes.map(({ ref }) => ref)].join("\n"),
        violations: () => (title === "" ? ["it has no title"] : []),
        ...(compare === undefined ? {} : { compare }),
      },
    },
  });
}

async function registryWith(plugin: Plugin) {
  const server = await createTestServer({ plugins: [plugin] });
  onTestFinished(() => server.close());
  return server.registry;
}

it("is part of the registry document", async () => {
  expect(registryDocument(await registryWith(atlas("Atlas"))).exports).toEqual({ atlas: "Atlas" });
});

it("has its violations of the closure law reported", async () => {
  expect(await violations(await registryWith(atlas("Atlas")))).toEqual([]);
  expect(await violations(await registryWith(atlas("")))).toEqual([
    "export atlas: it has no title",
  ]);
});

it("judges its own changes, and is of unknown severity where it does not", async () => {
  const compare = (): ExportChange[] => [
    { severity: "text", kind: "changed", message: "the title changed" },
  ];
  const plain = await registryWith(atlas("Atlas"));
  const after = await registryWith(atlas("Maps", compare));
  const both = [registryDocument(plain), registryDocument(after)] as const;
  const found = async (registry: typeof plain) =>
    (await compareRegistries(...both, async () => registry.exports))
      .filter(({ where }) => where === "export atlas")
      .map(({ rule, message }) => `${rule}: ${message}`);
  expect(await found(after)).toEqual(["export-text-changed: the title changed"]);
  expect(await found(plain)).toEqual(["export-unknown: the text changed"]);
});

it("is printed by the command line, which also explains the plugin's findings", () => {
  const cwd = folderOf({
    "waymark.config.json": JSON.stringify({ preset: "./preset.mjs" }),
    "preset.mjs": `export default [{
      id: "atlas",
      summary: "Lists every route.",
      exports: { atlas: { derive: ({ routes }) => "Atlas of " + routes.length } },
      validate: {
        findings: { ATLAS_FULL: { meaning: "There are too many.", hint: "Remove one." } },
        run: () => [],
      },
    }];`,
  });
  const waymark = (...args: string[]) => {
    const bin = join(import.meta.dirname, "../../../kernel/cli/bin.ts");
    const { stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
      cwd,
      encoding: "utf8",
      env: { PATH: process.env["PATH"] },
    });
    return stdout + stderr;
  };
  expect(waymark("export", "atlas")).toBe("Atlas of 0\n");
  expect(waymark("export", "atlas", "--yaml")).toContain("atlas is a text of its own, not YAML");
  expect(waymark("explain", "ATLAS_FULL")).toBe(
    "finding ATLAS_FULL\nThere are too many.\n\n  hint  Remove one.\n",
  );
});
