/** README's reference is made from the registry. UPDATE_GOLDEN=1 rewrites it. Its examples are as it says. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Plugin, Registry } from "waymark";
import { toInputJsonSchema } from "waymark/advanced";
import { offered } from "./_offered.ts";
import { createTestServer } from "waymark/testing";
import { blocksOf, commandsOf, Shell } from "./_shell.ts";

const FILE = new URL("../README.md", import.meta.url);

const server = await createTestServer();
afterAll(() => server.close());

/** Plugins by id as they are when the config asks for them. The table describes these in place of their placeholders. */
const asOffered = new Map(
  await Promise.all(
    Object.entries(offered).map(async ([id, { load }]) => [id, (await load()).default] as const),
  ),
);

function summaryOf({ id, summary }: Plugin): string {
  const present = server.registry.installed.find(({ plugin }) => plugin.id === id)?.plugin;
  if (present?.summary === summary) return summary;
  const bringer = Object.keys(offered).find((other) => offered[other]?.brings?.includes(id));
  const cause = offered[id]?.option ?? (present && bringer);
  return `${summary} ${cause === undefined ? "Off by default." : `On with \`${cause}\`.`}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

const SECTIONS: Readonly<Record<string, (registry: Registry) => string>> = {
  routes: ({ routes }) =>
    table(
      ["method", "path", "summary", "plugin"],
      routes.map(({ method, path, declaration, plugin }) => [
        method,
        `\`${path}\``,
        declaration.summary,
        `\`${plugin}\``,
      ]),
    ),
  plugins: ({ installed }) =>
    table(
      ["plugin", "summary", "options"],
      [
        ...installed.map(({ plugin }) => asOffered.get(plugin.id) ?? plugin),
        ...[...asOffered.values()].filter(
          ({ id }) => !installed.some(({ plugin }) => plugin.id === id),
        ),
      ].map((plugin) => [`\`${plugin.id}\``, summaryOf(plugin), optionsOf(plugin)]),
    ),
};

/** Names and defaults of a plugin's options. */
function optionsOf({ options }: Registry["installed"][number]["plugin"]): string {
  if (options === undefined) return "";
  const properties = Object.entries(toInputJsonSchema(options).root.properties ?? {});
  return properties
    .map(([name, schema]) => {
      const preset = schema.default;
      return preset === undefined ? `\`${name}\`` : `\`${name}\` ${JSON.stringify(preset)}`;
    })
    .join(", ")
    .replaceAll("|", "\\|");
}

it.each(Object.keys(SECTIONS))("README's table of %s is true", (name) => {
  const readme = readFileSync(FILE, "utf8");
  const begin = `<!-- ${name} -->\n`;
  const end = `<!-- /${name} -->`;
  const current = readme.slice(readme.indexOf(begin) + begin.length, readme.indexOf(end));
  const expected = `${SECTIONS[name]?.(server.registry)}\n`;
  if (process.env["UPDATE_GOLDEN"] !== undefined) {
    writeFileSync(
      FILE,
      readme.replace(`${begin}${current}${end}`, () => `${begin}${expected}${end}`),
    );
  } else expect(current).toBe(expected);
});

describe.each(["Protected", "Writes"])("README's section %s", (title) => {
  const readme = readFileSync(FILE, "utf8");
  const [, section = ""] = new RegExp(`^### ${title}.*\\n([^]*?)^##`, "m").exec(readme) ?? [];
  const blocks = blocksOf(section);
  const config = blocks.find(({ language }) => language === "yaml")?.text ?? "";
  const shell = new Shell();
  afterAll(() => shell.close());

  it("takes ten lines of config", () => {
    const lines = config.trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(11); // with the name of the file
    writeFileSync(join(shell.folder, "waymark.config.yaml"), config);
  });

  it.each(commandsOf(blocks))("$ $line", { timeout: 60_000 }, (command) =>
    shell.expectShown(command),
  );
});
