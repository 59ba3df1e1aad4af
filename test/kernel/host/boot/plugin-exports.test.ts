/** A third party's plugin with texts and rules of its own, through every place that reads them. */
import { expect, it } from "vitest";
import { definePlugin, type Plugin } from "waymark";
import type { ExportChange } from "waymark/advanced";
import { Exports } from "waymark/tools";
import { violations } from "../../../../plugins/tools/shared/closure/index.ts";
import { registryDocument } from "../../../../registry/derive/export/index.ts";
import { compareRegistries } from "../../../../plugins/shared/diff/compare.ts";
import { folderOf } from "../../../_folder.ts";
import { startServer } from "../../../_setup.ts";
import { waymark } from "../../cli/_run.ts";

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
  const server = await startServer({ plugins: [plugin] });
  return server.registry;
}

it("is part of the registry document", async () => {
  const document = await registryDocument(await registryWith(atlas("Atlas")));
  expect(document.exports).toEqual({ atlas: "Atlas" });
});

it("has its violations of the closure law reported", async () => {
  expect(await violations(await registryWith(atlas("Atlas")))).toEqual([]);
  expect(await violations(await registryWith(atlas("")))).toEqual([
    "export atlas: it has no title",
  ]);
});

it("judges its own changes, and is of unknown severity where it does not", async () => {
  const compare = (): ExportChange[] => [
    { severity: "non-breaking", kind: "changed", message: "the title changed" },
  ];
  const plain = await registryWith(atlas("Atlas"));
  const after = await registryWith(atlas("Maps", compare));
  const both = [await registryDocument(plain), await registryDocument(after)] as const;
  const found = async (registry: typeof plain) =>
    (await compareRegistries(...both, async () => registry.of(Exports)))
      .filter(({ where }) => where === "export atlas")
      .map(({ rule, message }) => `${rule}: ${message}`);
  expect(await found(after)).toEqual(["export-safe: the title changed"]);
  expect(await found(plain)).toEqual(["export-unknown: the text changed"]);
});

it("is printed by the command line", async () => {
  const cwd = folderOf({
    "waymark.config.json": JSON.stringify({ preset: "./preset.mjs" }),
    "preset.mjs": `export default [{
      id: "atlas",
      summary: "Lists every route.",
      exports: { atlas: { derive: ({ routes }) => "Atlas of " + routes.length } },
    }];`,
  });
  const shown = async (...args: string[]) => {
    const { stdout, stderr } = await waymark(cwd, args);
    return stdout + stderr;
  };
  expect(await shown("export", "atlas")).toBe("Atlas of 0\n");
  expect(await shown("export", "atlas", "--yaml")).toContain(
    "atlas is a text of its own, not YAML",
  );
});
