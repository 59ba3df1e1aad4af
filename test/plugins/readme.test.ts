/** The author guide: its files make a package that compiles, and its commands print what it shows. */
import { execFile, type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const guide = readFileSync(join(root, "plugins/README.md"), "utf8");

/** A fenced block: its language, its text, and what stands in the line before it. */
const blocks = [...guide.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(
  ({ index, 1: language = "", 2: text = "" }) => ({
    before: guide.slice(0, index).trimEnd().split("\n").at(-1) ?? "",
    language,
    text,
  }),
);

/** Whole files by path: a comment in the first line names them or, for JSON, the sentence before. */
const files = blocks.flatMap(({ before, language, text }) => {
  const named =
    language === "json" ? /`([^`]+)`:$/.exec(before)?.[1] : /^(?:\/\/|#) (\S+)\n/.exec(text)?.[1];
  return named === undefined ? [] : [{ path: named, text }];
});

interface Command {
  readonly line: string;
  /** The expected output; `…` stands for anything. Undefined: no output is shown, and the command has to succeed. */
  readonly shown: string | undefined;
}

const [begin, ...commands] = blocks
  .filter(({ language }) => language === "console")
  .flatMap(({ text }) => text.split(/^\$ /m).slice(1))
  .map((text): Command => {
    const end = text.indexOf("\n");
    const shown = text.slice(end + 1).trimEnd();
    return { line: text.slice(0, end), shown: shown === "" ? undefined : shown };
  });

/** An empty folder in which waymark, and what a plugin's package depends on, are as if installed. */
const folder = mkdtempSync(join(tmpdir(), "waymark-guide-"));
/** The package that the guide makes there. */
const home = join(folder, "tides");

beforeAll(() => {
  const modules = join(folder, "node_modules");
  const links = {
    ...Object.fromEntries(
      ["zod", "vitest", "typescript", "@types/node"].map((name) => [
        name,
        join(root, "node_modules", name),
      ]),
    ),
    waymark: root,
    ".bin/waymark": join(root, "kernel/cli/bin.ts"),
    ".bin/vitest": join(root, "node_modules/vitest/vitest.mjs"),
  };
  for (const [name, target] of Object.entries(links)) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(target, join(modules, name));
  }
});

let server: ChildProcess | undefined;
afterAll(async () => {
  if (server !== undefined && server.exitCode === null) {
    server.kill("SIGINT");
    await once(server, "exit");
  }
  rmSync(folder, { recursive: true, force: true });
});

/** The environment of a person at a shell. */
const env: NodeJS.ProcessEnv = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(?:CI$|NODE_|VITEST|TEST$|FORCE_)/.test(name),
    ),
  ),
  NO_COLOR: "1",
  PATH: [
    join(folder, "node_modules/.bin"),
    dirname(process.execPath),
    process.env["PATH"] ?? "",
  ].join(delimiter),
};

/** Runs a line of shell; what it prints to either output comes back. */
function run(cwd: string, line: string): Promise<{ readonly code: number; readonly text: string }> {
  // npx would ask the registry for what it does not find.
  const local = line.replaceAll(/\bnpx /g, "");
  return new Promise((resolve) => {
    execFile("/bin/sh", ["-c", `{ ${local}; } 2>&1`], { cwd, env }, (error, stdout) => {
      const code = typeof error?.code === "number" ? error.code : error === null ? 0 : 1;
      resolve({ code, text: stripVTControlCharacters(stdout).replaceAll("\r", "").trimEnd() });
    });
  });
}

/** Runs a line of shell that has to succeed; returns what it printed. */
async function mustRun(cwd: string, line: string): Promise<string> {
  const { code, text } = await run(cwd, line);
  if (code !== 0) throw new Error(`${line}: exit ${code}\n${text}`);
  return text;
}

/** Where the guide's service listens, once it does: it is started when a command first asks it. */
let origin: Promise<string> | undefined;

function serve(): Promise<string> {
  return (origin ??= new Promise((resolve, reject) => {
    let log = "";
    server = spawn("waymark", ["start"], { cwd: home, env: { ...env, PORT: "0" } });
    server.stdout?.on("data", (chunk) => {
      log += String(chunk);
      const address = /"listening on http:\/\/([^"]+)"/.exec(log)?.[1];
      if (address !== undefined) resolve(address);
    });
    server.stderr?.on("data", (chunk) => (log += String(chunk)));
    server.on("exit", () => reject(new Error(log)));
  }));
}

async function expectShown(cwd: string, { line, shown }: Command): Promise<void> {
  const local = line.includes("localhost:3000")
    ? line.replaceAll("localhost:3000", await serve())
    : line;
  if (shown === undefined) return void (await mustRun(cwd, local));
  const { text } = await run(cwd, local);
  const literal = shown.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  const pattern = new RegExp(`^${literal.replaceAll("…", "[^]*")}$`);
  if (!pattern.test(text)) expect(text).toBe(shown);
}

describe("the author guide", () => {
  it("begins with a package of its own", async () => {
    if (begin === undefined) throw new Error("the guide has no command");
    await expectShown(folder, begin);
  });

  it("shows the file as it was written", () => {
    const excerpts = blocks.filter(({ text }) => text.startsWith("// src/index.ts, in part\n"));
    expect(excerpts).toHaveLength(1);
    const source = readFileSync(join(home, "src/index.ts"), "utf8");
    for (const { text } of excerpts)
      expect(source).toContain(text.slice(text.indexOf("\n") + 1).trimEnd());
  });

  it("has files that fit into it", () => {
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
    // Here waymark is not a package within node_modules but its source, which must not run twice in one process.
    writeFileSync(
      join(home, "vitest.config.ts"),
      "export default { test: { experimental: { viteModuleRunner: false, nodeLoader: false } } };",
    );
  });

  it("has files that the compiler takes", async () => {
    // Here waymark is its source, which is written for these libraries.
    const lib = "es2024,es2025.collection,es2025.iterator,esnext.array";
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    await mustRun(home, `node ${tsc} --noEmit --lib ${lib}`);
  });

  it("has files in house style", async () => {
    const bin = (name: string) => `node ${join(root, `node_modules/${name}/bin/${name}`)}`;
    const format = `${bin("oxfmt")} --check --config ${join(root, ".oxfmtrc.json")} src`;
    const lint = `${bin("oxlint")} --config ${join(root, ".oxlintrc.json")} --allow import/no-default-export --allow vitest/expect-expect src`;
    await mustRun(home, format);
    await mustRun(home, lint);
  });

  it.each(commands)("$ $line", { timeout: 60_000 }, (command) => expectShown(home, command));
});
