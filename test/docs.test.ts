/** README and docs/: tables from the registry (UPDATE_GOLDEN=1 rewrites them), links that lead somewhere. */
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, expect, it } from "vitest";
import type { Plugin, Registry } from "waymark";
import { toInputJsonSchema } from "waymark/advanced";
import { createTestServer } from "waymark/testing";
import preset from "waymark/preset";
import { offered } from "./_offered.ts";

const root = join(import.meta.dirname, "..");
const REFERENCE = join(root, "docs/reference.md");

const server = await createTestServer();
afterAll(() => server.close());

/** Plugins by id as they are when the config asks for them. The table describes these in place of their placeholders. */
const asOffered = new Map(
  await Promise.all(
    Object.entries(offered).map(async ([id, { load }]) => [id, await load()] as const),
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
      const value = schema.default;
      return value === undefined ? `\`${name}\`` : `\`${name}\` ${JSON.stringify(value)}`;
    })
    .join(", ")
    .replaceAll("|", "\\|");
}

it.each(Object.keys(SECTIONS))("the reference's table of %s is true", (name) => {
  const page = readFileSync(REFERENCE, "utf8");
  const begin = `<!-- ${name} -->\n`;
  const end = `<!-- /${name} -->`;
  const current = page.slice(page.indexOf(begin) + begin.length, page.indexOf(end));
  const expected = `${SECTIONS[name]?.(server.registry)}\n`;
  if (process.env["UPDATE_GOLDEN"] !== undefined) {
    writeFileSync(
      REFERENCE,
      page.replace(`${begin}${current}${end}`, () => `${begin}${expected}${end}`),
    );
  } else expect(current).toBe(expected);
});

it("the page of the command line has each command of an installed plugin", () => {
  const page = readFileSync(join(root, "docs/cli.md"), "utf8");
  const commands = [...preset, ...asOffered.values()].flatMap((plugin) =>
    Object.keys(plugin.commands ?? {}),
  );
  expect(commands.filter((name) => !page.includes(`\`${name}`))).toEqual([]);
});

it("README fits on a few screens", () => {
  expect(readFileSync(join(root, "README.md"), "utf8").split("\n").length).toBeLessThan(200);
});

/** Anchor of a heading, as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, "")
    .replaceAll(" ", "-");

const pages = [
  ...globSync("*.md", { cwd: root }),
  ...globSync("{docs,kernel,registry}/*.md", { cwd: root }),
];

it.each(pages)("links of %s lead somewhere", (path) => {
  const text = readFileSync(join(root, path), "utf8").replaceAll(/^```\w+\n[^]*?^```$/gm, "");
  const links = [...text.matchAll(/\]\((?!https?:|mailto:|\w+:)([^)#]*)(?:#([^)]*))?\)/g)];
  const broken = links.filter(([, file = "", anchor]) => {
    const target = file === "" ? join(root, path) : join(root, dirname(path), file);
    if (!existsSync(target)) return true;
    if (anchor === undefined) return false;
    const headings = [...readFileSync(target, "utf8").matchAll(/^#+ (.+)$/gm)];
    return !headings.some(([, heading = ""]) => anchorOf(heading) === anchor);
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});
