/** The guides: the files of the author guide make a package that compiles, and all commands print what is shown. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import preset from "waymark/preset";
import { draw, seed } from "./_draw.ts";
import { TSC } from "./package/_project.ts";
import { blocksOf, commandsOf, guideForAuthors, Shell } from "./_shell.ts";

const root = join(import.meta.dirname, "..");
const guide = guideForAuthors();
const blocks = blocksOf(guide);
/** Commands that operate the package of the guide. */
const operating = blocksOf(readFileSync(join(root, "docs/operate.md"), "utf8"));

/** Whole files by path: a comment in the first line names them or, for JSON, the sentence before. */
const files = blocks.flatMap(({ before, language, text }) => {
  const named =
    language === "json" ? /`([^`]+)`:$/.exec(before)?.[1] : /^(?:\/\/|#) (\S+)\n/.exec(text)?.[1];
  return named === undefined ? [] : [{ path: named, text }];
});

const [begin, ...commands] = commandsOf([...blocks, ...operating]);

const shell = new Shell("tides");
/** The package that the guide makes there. */
const home = join(shell.folder, "tides");
afterAll(() => shell.close());

describe("the author guide", () => {
  it("begins with a package of its own", async () => {
    if (begin === undefined) throw new Error("the guide has no command");
    await shell.expectShown(begin, shell.folder);
  });

  it("shows the file as it was written", () => {
    const excerpts = blocks.filter(({ text }) => text.startsWith("// src/index.ts, in part\n"));
    expect(excerpts).toHaveLength(1);
    const source = readFileSync(join(home, "src/index.ts"), "utf8");
    for (const { text } of excerpts)
      expect(source).toContain(text.slice(text.indexOf("\n") + 1).trimEnd());
  });

  it(`has files that fit into it, whose tests SEED=${seed} draws`, () => {
    expect(files.map(({ path }) => path).filter((path) => existsSync(join(home, path)))).toEqual([
      "waymark.config.yaml",
    ]);
    for (const { path, text } of files) writeFileSync(join(home, path), text);
    const written = readdirSync(join(home, "src")).filter((name) => !name.startsWith("index."));
    expect(written.toSorted()).toEqual(
      files
        .flatMap(({ path }) => (path.startsWith("src/") ? path.slice("src/".length) : []))
        .toSorted(),
    );
    const tests = files.filter(({ path }) => path.endsWith(".test.ts")).map(({ path }) => path);
    const test = {
      // All of them take half a minute.
      include: draw([...tests, "src/index.test.ts"], 1).map((path) => path.replace("src/", "**/")),
      // Here waymark is not a package within node_modules but its source, which must not run twice in one process.
      experimental: { viteModuleRunner: false, nodeLoader: false },
      // Its files share a process, which imports and compiles the preset once.
      isolate: false,
      fileParallelism: false,
      // A busy machine breaks no test.
      testTimeout: 600_000,
      hookTimeout: 600_000,
      expect: { poll: { timeout: 60_000 } },
    };
    const config = `export default ${JSON.stringify({ test })};`;
    writeFileSync(join(home, "vitest.config.ts"), config);
  });

  it("has files that the compiler takes", async () => {
    // The declarations of the package bring the route keys of its plugins; here waymark is its source.
    const keys = join(home, "src/keys.d.ts");
    writeFileSync(keys, 'export type * from "waymark/preset";\n');
    // That is written for these libraries.
    const lib = "es2024,es2025.collection,es2025.iterator,esnext.array";
    await shell.mustRun(`node ${TSC.join(" ")} --noEmit --lib ${lib}`);
    rmSync(keys);
  });

  it("has files in house style", async () => {
    const bin = (name: string) => `node ${join(root, `node_modules/${name}/bin/${name}`)}`;
    const format = `${bin("oxfmt")} --check --config ${join(root, ".oxfmtrc.json")} src`;
    const lint = `${bin("oxlint")} --config ${join(root, ".oxlintrc.json")} --allow import/no-default-export --allow vitest/expect-expect src`;
    await shell.mustRun(format);
    await shell.mustRun(lint);
  });

  it.each(commands)("$ $line", (command) => shell.expectShown(command));

  it("T7: names the route keys of the preset's policies, the types and the preset", () => {
    const keys = [
      ...preset.flatMap(({ policies = [] }) => policies.flatMap(({ key }) => key ?? [])),
      ...preset.flatMap(({ implementation }) => implementation?.routeKeys ?? []),
    ];
    expect(keys).toContain("access");
    for (const key of keys) expect(guide).toContain(`| \`${key}\` |`);
    expect(guide).toContain("`waymark/schemas`");
    expect(guide).toContain("preset: ./preset.ts");
  });
});

describe.each(["security", "writes", "client", "mcp"])("docs/%s.md", (name) => {
  const page = blocksOf(readFileSync(join(root, `docs/${name}.md`), "utf8"));
  const config = page.find(({ language }) => language === "yaml")?.text ?? "";
  const emptyShell = new Shell();
  afterAll(() => emptyShell.close());

  it("takes ten lines of config", () => {
    const lines = config.trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(11); // with the name of the file
    writeFileSync(join(emptyShell.folder, "waymark.config.yaml"), config);
  });

  it.each(commandsOf(page))("$ $line", (command) => emptyShell.expectShown(command));
});
