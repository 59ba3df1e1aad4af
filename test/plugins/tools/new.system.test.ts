/** `waymark new`: what it writes, and where. `test/package/new` installs it, compiles it, and runs its tests and its server. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { waymark } from "../../kernel/cli/_run.ts";
import { folderOf } from "../../_folder.ts";

const root = join(import.meta.dirname, "../../..");
const own = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
};

function run(cwd: string, script: string, ...args: readonly string[]) {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(?:NODE_(?!COMPILE_CACHE$)|VITEST|TEST$|FORCE_)/.test(name),
    ),
  );
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd,
    encoding: "utf8",
    env: { ...env, NO_COLOR: "1" },
  });
  return { status, stdout, stderr };
}

/** A program of our own dependencies. */
function tool(cwd: string, path: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = run(cwd, join(root, "node_modules", path), ...args);
  return { status, output: status === 0 ? "" : stdout + stderr };
}
const fine = { status: 0, output: "" };

function newPlugin(cwd: string, ...args: readonly string[]) {
  return waymark(cwd, ["new", "plugin", ...args]);
}

interface Manifest {
  readonly name: string;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}

describe("a new plugin", () => {
  let folder = folderOf({}, afterAll);

  it("is written, and says what comes next", async () => {
    const { status, stdout, stderr } = await newPlugin(folder, "@acme/tide-tables");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatchInlineSnapshot(`
      "@acme/tide-tables: 7 files in tide-tables
        package.json
        tsconfig.json
        waymark.config.yaml
        src/index.ts
        src/index.test.ts
        README.md
        .gitignore

      next:
        cd tide-tables
        npm install
        npm test
        npm start    # http://127.0.0.1:3000/api/tide-tables
      "
    `);
    folder = join(folder, "tide-tables");
  });

  it("has the names that follow from the package's", () => {
    expect(manifestOf(folder).name).toBe("@acme/tide-tables");
    const source = readFileSync(join(folder, "src/index.ts"), "utf8");
    for (const part of [
      'id: "tide-tables"',
      'path: "/api/tide-tables"',
      'name: "TideTablesItemsList"',
      'service<Items>("tideTablesItems"',
    ])
      expect(source).toContain(part);
  });

  it("asks for this waymark, and for what this waymark is tested with", () => {
    const { peerDependencies, devDependencies } = manifestOf(folder);
    const { zod } = own.dependencies;
    expect(peerDependencies).toEqual({ waymark: `^${own.version}`, zod });
    // This waymark is its source.
    expect(devDependencies).toEqual({
      ...peerDependencies,
      waymark: `file:${relative(folder, root)}`,
      "@types/node": own.devDependencies["@types/node"],
      typescript: own.devDependencies["typescript"],
      vitest: own.devDependencies["vitest"],
    });
  });
});

describe("in house style", () => {
  it.each(["a", "@acme/a-name-as-long-as-anybody-has"])("%s", async (name) => {
    const cwd = folderOf();
    expect((await newPlugin(cwd, name, "--into", "new")).status).toBe(0);
    const format = ["--check", "--config", join(root, ".oxfmtrc.json"), "!**/*.md"];
    expect(tool(join(cwd, "new"), "oxfmt/bin/oxfmt", ...format)).toEqual(fine);
    const lint = ["--config", join(root, ".oxlintrc.json"), "--allow", "import/no-default-export"];
    expect(tool(join(cwd, "new"), "oxlint/bin/oxlint", ...lint, "src")).toEqual(fine);
  });
});

describe("a new service", () => {
  it("has a config, a plugin with its test, and an image, and depends on this waymark", async () => {
    const cwd = folderOf();
    const { status, stdout } = await waymark(cwd, ["new", "service", "harbour"]);
    expect(status).toBe(0);
    expect(stdout).toContain("harbour: 9 files in harbour");
    const folder = join(cwd, "harbour");
    expect(readdirSync(folder).toSorted()).toEqual([
      ".dockerignore",
      ".gitignore",
      "Dockerfile",
      "README.md",
      "package.json",
      "src",
      "tsconfig.json",
      "waymark.config.yaml",
    ]);
    expect(JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))).toMatchObject({
      private: true,
      dependencies: { waymark: `file:${relative(folder, root)}`, zod: own.dependencies["zod"] },
    });
  });
});

describe("where it is written to", () => {
  it.each<[into: readonly string[], at: string, cd: string | undefined]>([
    [[], "atlas", "cd atlas"],
    [["--into", "deep/er"], "deep/er", "cd deep/er"],
    [["--into", "my plugin"], "my plugin", 'cd "my plugin"'],
    [["--into", "."], ".", undefined],
  ])("%j", async (into, at, cd) => {
    const cwd = folderOf();
    const { status, stdout } = await newPlugin(cwd, "atlas", ...into);
    expect(status).toBe(0);
    expect(/^ {2}(cd .*)$/m.exec(stdout)?.[1]).toBe(cd);
    expect(manifestOf(join(cwd, at)).name).toBe("atlas");
  });

  it("takes an empty folder that is there", async () => {
    const cwd = folderOf();
    mkdirSync(join(cwd, "atlas"));
    expect((await newPlugin(cwd, "atlas")).status).toBe(0);
  });
});

const NAMED = "a plugin's package has a name such as tide-tables or @acme/tide-tables";

describe("refused, with nothing written", () => {
  it.each<[args: readonly string[], message: string, hint: string]>([
    [["Atlas"], 'not a valid npm package name: "Atlas"', NAMED],
    [["a b"], 'not a valid npm package name: "a b"', NAMED],
    [["../atlas"], 'not a valid npm package name: "../atlas"', NAMED],
    [["acme/atlas"], 'not a valid npm package name: "acme/atlas"', NAMED],
    [["@acme/"], 'not a valid npm package name: "@acme/"', NAMED],
    [["node_modules"], 'not a valid npm package name: "node_modules"', NAMED],
    [[""], 'not a valid npm package name: ""', NAMED],
    [["my.atlas"], 'the plugin\'s id would be "my.atlas", which is not in kebab-case', NAMED],
    [["@acme/my_atlas"], 'the plugin\'s id would be "my_atlas", which is not in kebab-case', NAMED],
    [["3d"], 'the plugin\'s id would be "3d", which is not in kebab-case', NAMED],
    [
      ["http"],
      '"http" is a module of Node, so no npm package can have this name',
      "choose another name, or add a scope: @acme/http",
    ],
    [
      ["atlas", "--into", "full"],
      'the folder "full" is not empty: it has "kept" and 1 more',
      "choose another folder with --into <folder>; nothing was written",
    ],
    [
      ["kept", "--into", "full/kept"],
      'cannot write to "full/kept": a file is in the way',
      "choose another folder with --into <folder>",
    ],
    [
      ["atlas", "--into", "full/kept/atlas"],
      'cannot write to "full/kept/atlas": a file is in the way',
      "choose another folder with --into <folder>",
    ],
    [["atlas", "--in", "x"], "there is no flag --in", 'did you mean "--into"?'],
    [["atlas", "maps"], 'unexpected argument "maps"', "this command takes only <name>, and flags"],
  ])("%j", async (args, message, hint) => {
    const cwd = folderOf();
    mkdirSync(join(cwd, "full"));
    for (const name of ["kept", "too"]) writeFileSync(join(cwd, "full", name), "");
    expect(await newPlugin(cwd, ...args)).toEqual({
      status: 1,
      stdout: "",
      stderr: `${message}\n  hint: ${hint}\n`,
    });
    expect(readdirSync(cwd, { recursive: true }).toSorted()).toEqual([
      "full",
      join("full", "kept"),
      join("full", "too"),
    ]);
  });
});
