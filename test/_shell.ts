/**
 * Runs the commands that a page shows, as a person at a shell would, and compares what they print. The test runs most
 * commands of `waymark` itself, because a process for each would take a second.
 */
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { json } from "node:stream/consumers";
import { stripVTControlCharacters } from "node:util";
import { expect } from "vitest";
import { WITHOUT } from "./_conforms.ts";
import { BIN, waymark } from "./kernel/cli/_run.ts";

const root = join(import.meta.dirname, "..");

/** A fenced block: its language, its text, and the line before it. */
export interface Block {
  readonly before: string;
  readonly language: string;
  readonly text: string;
}

const CHAPTERS = ["", "-policies", "-resources", "-pages", "-reference"];

/** Returns the guide for authors, whose chapters make one package. */
export function guideForAuthors(): string {
  return CHAPTERS.map((name) => readFileSync(join(root, `docs/plugins${name}.md`), "utf8")).join(
    "\n",
  );
}

export function blocksOf(page: string): readonly Block[] {
  return [...page.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(
    ({ index, 1: language = "", 2: text = "" }) => ({
      before: page.slice(0, index).trimEnd().split("\n").at(-1) ?? "",
      language,
      text,
    }),
  );
}

export interface Command {
  readonly line: string;
  /** The expected output; `…` stands for anything. Undefined: no output is shown, and the command has to succeed. */
  readonly shown: string | undefined;
}

/** The lines after a `$` in the console blocks, each with the output below it. */
export function commandsOf(blocks: readonly Block[]): readonly Command[] {
  return blocks
    .filter(({ language }) => language === "console")
    .flatMap(({ text }) => text.split(/^\$ /m).slice(1))
    .map((text) => {
      const end = text.indexOf("\n");
      const shown = text.slice(end + 1).trimEnd();
      return { line: text.slice(0, end), shown: shown === "" ? undefined : shown };
    });
}

/** Commands that run as a process: one that writes files, one with services, one that fails, and a filter. */
const AS_PROCESS = [
  /waymark new plugin/,
  /waymark plugins --try/,
  /^WAYMARK_LAMPS_LUMENS=many/,
  /waymark routes \|/,
];

/** The environment of a check of the whole service. */
const LEAN: NodeJS.ProcessEnv = Object.fromEntries(
  [...WITHOUT, "brains", "locales", "offices", "integrations", "graphql"].map((id) => [
    `WAYMARK_${id.replaceAll("-", "_").toUpperCase()}`,
    "false",
  ]),
);

interface Request {
  readonly cwd: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

async function carryOut(socket: Socket): Promise<void> {
  const { cwd, args, env } = (await json(socket)) as Request;
  const ended = await waymark(cwd, args, env).catch((error: unknown) => ({
    status: 1,
    stdout: "",
    stderr: String(error),
  }));
  socket.end(JSON.stringify(ended));
}

/** An empty folder in which waymark, and the packages that plugins depend on, are as if installed. */
export class Shell {
  readonly folder: string = mkdtempSync(join(tmpdir(), "waymark-shell-"));
  readonly #home: string;
  readonly #env: NodeJS.ProcessEnv;
  /** Runs commands for `_waymark-client.cjs`. */
  readonly #commands: Server;
  #server: ChildProcess | undefined;
  /** Address of the service, which starts when a command first asks it. */
  #origin: Promise<string> | undefined;

  /** @param home the folder within it that has the config of the service. */
  constructor(home = ".") {
    this.#home = join(this.folder, home);
    const modules = join(this.folder, "node_modules");
    const links = {
      ...Object.fromEntries(
        ["zod", "vitest", "typescript", "@types/node"].map((name) => [
          name,
          join(root, "node_modules", name),
        ]),
      ),
      waymark: root,
      ".bin/waymark": BIN,
      ".client/waymark": join(root, "test/_waymark-client.cjs"),
      ".bin/vitest": join(root, "node_modules/vitest/vitest.mjs"),
    };
    for (const [name, target] of Object.entries(links)) {
      mkdirSync(dirname(join(modules, name)), { recursive: true });
      symlinkSync(target, join(modules, name));
    }
    const inherited = Object.entries(process.env).filter(
      ([name]) => !/^(?:CI$|NODE_(?!COMPILE_CACHE$)|VITEST|TEST$|FORCE_)/.test(name),
    );
    const path = [join(modules, ".bin"), dirname(process.execPath), process.env["PATH"] ?? ""];
    this.#env = {
      ...Object.fromEntries(inherited),
      NO_COLOR: "1",
      PATH: path.join(delimiter),
      TEST_SOCKET: join(this.folder, "commands.sock"),
    };
    this.#commands = createServer({ allowHalfOpen: true }, (socket) => void carryOut(socket));
    this.#commands.listen(this.#env["TEST_SOCKET"]);
  }

  /** Runs a line of shell that has to succeed. */
  async mustRun(line: string, cwd = this.#home): Promise<void> {
    const { code, text } = await this.#run(line, cwd);
    if (code !== 0) throw new Error(`${line}: exit ${code}\n${text}`);
  }

  async expectShown({ line, shown }: Command, cwd = this.#home): Promise<void> {
    const local = line.includes("localhost:3000")
      ? line.replaceAll("localhost:3000", await this.#serve())
      : line;
    if (shown === undefined) return this.mustRun(local, cwd);
    const { text } = await this.#run(local, cwd);
    const literal = shown.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
    const pattern = new RegExp(`^${literal.replaceAll("…", "[^]*")}$`);
    if (!pattern.test(text)) expect(text).toBe(shown);
  }

  async close(): Promise<void> {
    if (this.#server !== undefined && this.#server.exitCode === null) {
      this.#server.kill("SIGINT");
      await once(this.#server, "exit");
    }
    this.#commands.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The printed text is that of both outputs. */
  #run(line: string, cwd: string): Promise<{ readonly code: number; readonly text: string }> {
    // npx would ask the registry for what it does not find.
    const local = line.replaceAll(/\bnpx /g, "");
    return new Promise((resolve) => {
      const client = join(this.folder, "node_modules/.client");
      const env = AS_PROCESS.some((command) => command.test(line))
        ? this.#env
        : {
            ...this.#env,
            ...(line.endsWith("waymark check") && LEAN),
            PATH: `${client}${delimiter}${this.#env["PATH"]}`,
          };
      const options = { cwd, env };
      execFile("/bin/sh", ["-c", `{ ${local}; } 2>&1`], options, (error, stdout) => {
        const code = typeof error?.code === "number" ? error.code : error === null ? 0 : 1;
        resolve({ code, text: stripVTControlCharacters(stdout).replaceAll("\r", "").trimEnd() });
      });
    });
  }

  #serve(): Promise<string> {
    return (this.#origin ??= new Promise((resolve, reject) => {
      let log = "";
      const env = { ...this.#env, PORT: "0" };
      const server = spawn("waymark", ["start"], { cwd: this.#home, env });
      this.#server = server;
      server.stdout.on("data", (chunk) => {
        log += String(chunk);
        const address = /"listening on http:\/\/([^"]+)"/.exec(log)?.[1];
        if (address !== undefined) resolve(address);
      });
      server.stderr.on("data", (chunk) => (log += String(chunk)));
      server.on("exit", () => reject(new Error(log)));
    }));
  }
}
