/** Builds the package, packs it, and installs it where nothing of the repository is in sight. */
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

export const root = join(import.meta.dirname, "../..");

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly devDependencies: Readonly<Record<string, string>>;
};

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The environment of a person at a shell, with this Node: nothing in it says that a test runs. */
export const env: NodeJS.ProcessEnv = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(?:NODE_(?:ENV|OPTIONS)|VITEST|TEST$)/.test(name),
    ),
  ),
  PATH: `${dirname(process.execPath)}${delimiter}${process.env["PATH"] ?? ""}`,
};

/** Runs a program to its end, whatever that is. */
export function run(cwd: string, program: string, ...args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(program, args, { cwd, env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      const code = typeof error?.code === "number" ? error.code : error === null ? 0 : 1;
      resolve({ code, stdout, stderr });
    });
  });
}

/** Runs a program that has to succeed; gives what it printed. */
export async function mustRun(
  cwd: string,
  program: string,
  ...args: readonly string[]
): Promise<string> {
  const { code, stdout, stderr } = await run(cwd, program, ...args);
  if (code !== 0) throw new Error(`${program} ${args.join(" ")}: exit ${code}\n${stdout}${stderr}`);
  return stdout;
}

/** Paths of the tarballs: the package, and a plugin in a package of its own. */
export interface Packed {
  readonly waymark: string;
  readonly cake: string;
}

/** Builds the package and packs it into a folder. */
export async function pack(folder: string): Promise<Packed> {
  // The build tries what it made, so it has to lie where Node finds the dependencies.
  const dist = mkdtempSync(join(root, "node_modules/.waymark-dist-"));
  try {
    await mustRun(root, process.execPath, ".ci/build.ts", "--out", dist);
    const folders = [dist, join(import.meta.dirname, "cake")];
    const flags = ["--json", "--ignore-scripts", "--pack-destination", folder];
    const packed = await mustRun(folder, "npm", "pack", ...flags, ...folders);
    const [waymark = "", cake = ""] = tarballsOf(packed).map((name) => join(folder, name));
    return { waymark, cake };
  } finally {
    rmSync(dist, { recursive: true, force: true });
  }
}

/** What `npm pack --json` tells: a list, or by package in newer versions. */
function tarballsOf(json: string): readonly string[] {
  const packed = JSON.parse(json) as Readonly<Record<string, { readonly filename: string }>>;
  return Object.values(packed).map(({ filename }) => filename);
}

/** Signs of a registry that cannot be reached, as npm names them. */
const UNREACHABLE =
  /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTCACHED|EIDLETIMEOUT|ERR_SOCKET_TIMEOUT)\b/;

/** An empty project in a folder that installs both tarballs, and gets the example's files. Undefined without a registry. */
export async function install(folder: string, packed: Packed): Promise<string | undefined> {
  const project = join(folder, "project");
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), `{ "private": true, "type": "module" }\n`);
  const flags = ["--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts"];
  const types = `@types/node@${manifest.devDependencies["@types/node"]}`;
  const names = [packed.waymark, packed.cake, types];
  const { code, stderr } = await run(project, "npm", "install", ...flags, ...names);
  if (code !== 0 && UNREACHABLE.test(stderr)) return undefined;
  if (code !== 0) throw new Error(`npm install: exit ${code}\n${stderr}`);
  cpSync(join(import.meta.dirname, "project"), project, { recursive: true });
  return project;
}
