/** Projects of other people: empty folders outside the repository, what npm installs there, and what they run. */
import {
  execFile,
  spawn,
  type ChildProcessByStdio,
  type SpawnOptionsWithStdioTuple,
} from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { onTestFinished } from "vitest";

export const root = join(import.meta.dirname, "../..");

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly devDependencies: Readonly<Record<string, string>>;
};

/** The environment of a person at a shell, with this Node: nothing in it says that a test runs. */
const env: NodeJS.ProcessEnv = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(?:NODE_(?:ENV|OPTIONS)|VITEST|TEST$)/.test(name),
    ),
  ),
  PATH: `${dirname(process.execPath)}${delimiter}${process.env["PATH"] ?? ""}`,
};

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end, successful or not. */
export function run(cwd: string, program: string, ...args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(program, args, { cwd, env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      const code = typeof error?.code === "number" ? error.code : error === null ? 0 : 1;
      resolve({ code, stdout, stderr });
    });
  });
}

/** Runs a program that has to succeed; returns its output. */
export async function mustRun(
  cwd: string,
  program: string,
  ...args: readonly string[]
): Promise<string> {
  const { code, stdout, stderr } = await run(cwd, program, ...args);
  if (code !== 0) throw new Error(`${program} ${args.join(" ")}: exit ${code}\n${stdout}${stderr}`);
  return stdout;
}

/** The repository's compiler. By default it checks with four threads, each of which makes the types that it meets. */
export const TSC: readonly string[] = [
  join(root, "node_modules/typescript/bin/tsc"),
  "--checkers",
  "1",
];

/** Checks or builds with the repository's compiler, as a project's own would. */
export function tsc(cwd: string, ...args: readonly string[]): Promise<Ended> {
  return run(cwd, process.execPath, ...TSC, ...args);
}

/** Signs of a registry that cannot be reached, as npm names them. */
const UNREACHABLE =
  /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTCACHED|EIDLETIMEOUT|ERR_SOCKET_TIMEOUT)\b/;

/**
 * An empty project in a folder that installs these tarballs, and Node's types. "" where npm's registry cannot be reached
 * and the tests may be skipped: everywhere but in CI.
 */
export async function newProject(folder: string, tarballs: readonly string[]): Promise<string> {
  const project = join(folder, "project");
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), `{ "private": true, "type": "module" }\n`);
  const { code, stderr } = await install(project, [...tarballs, asHere("@types/node")]);
  if (code === 0) return project;
  if (!UNREACHABLE.test(stderr)) throw new Error(`npm install: exit ${code}\n${stderr}`);
  if (process.env["CI"] === undefined) return "";
  throw new Error("npm's registry cannot be reached, and CI skips nothing");
}

/** Returns a package in the version that this repository installs. */
export function asHere(name: string): string {
  return `${name}@${manifest.devDependencies[name]}`;
}

/** Installs packages, by name or tarball. */
export function install(project: string, packages: readonly string[]): Promise<Ended> {
  const flags = ["--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts"];
  return run(project, "npm", "install", ...flags, ...packages);
}

export interface Started {
  /** Address of the service. */
  readonly url: string;
  /** All that it has printed so far. */
  output(): string;
}

/** Runs `npx waymark start` on a free port until the test ends; more `variables` go into its environment. */
export function start(cwd: string, variables: NodeJS.ProcessEnv = {}): Promise<Started> {
  // npx starts a shell, and that the server: as one group they end together.
  const child = spawn("npx", ["waymark", "start"], {
    cwd,
    env: { ...env, ...variables, PORT: "0" },
    ...OWN_GROUP,
  });
  return started(child);
}

/** The user that owns nothing. */
export const UNPRIVILEGED = 65534;

/** Runs Node as another user, in the same way. */
export function startAs(
  user: number,
  cwd: string,
  args: readonly string[],
  variables: NodeJS.ProcessEnv,
): Promise<Started> {
  const who = { uid: user, gid: user, env: { PORT: "0", ...variables } };
  return started(spawn(process.execPath, args, { cwd, ...who, ...OWN_GROUP }));
}

const OWN_GROUP: SpawnOptionsWithStdioTuple<"ignore", "pipe", "pipe"> = {
  detached: true,
  stdio: ["ignore", "pipe", "pipe"],
};

function started(child: ChildProcessByStdio<null, Readable, Readable>): Promise<Started> {
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  onTestFinished(async () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGINT");
    await ended;
  });
  return new Promise((resolve, reject) => {
    let output = "";
    const take = (text: string) => {
      output += text;
      const url = /"listening on (http:[^"]+)"/.exec(output)?.[1];
      if (url !== undefined) resolve({ url, output: () => output });
    };
    child.stdout.setEncoding("utf8").on("data", take);
    child.stderr.setEncoding("utf8").on("data", take);
    child.on("error", reject);
    void ended.then(() => reject(new Error(`it ended before it listened: ${output}`)));
  });
}
