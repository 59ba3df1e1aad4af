/** The modules that `waymark start` loads until it has answered its first request. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = new URL("../../../", import.meta.url);

export interface BootModules {
  /** Modules of this repository, by path from its root. */
  readonly own: readonly string[];
  /** Names of the packages of others, each once. */
  readonly packages: readonly string[];
  /** Number of modules that those packages have loaded. */
  readonly foreign: number;
}

export async function bootModules(): Promise<BootModules> {
  const folder = mkdtempSync(join(tmpdir(), "waymark-modules-"));
  const child = fork(new URL("kernel/cli/bin.ts", root), ["start"], {
    cwd: folder,
    env: { ...process.env, PORT: "0", WAYMARK_STORE_FILE: ":memory:" },
    execArgv: ["--import", new URL("./record-modules.ts", import.meta.url).href],
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  try {
    const origin = await listeningOrigin(child.stdout ?? []);
    const { status } = await fetch(`${origin}/api/ping`);
    if (status !== 200) throw new Error(`the first request gave ${status}`);
    child.send("modules");
    const [{ urls }] = (await once(child, "message")) as [{ urls: string[] }];
    return sorted(urls);
  } finally {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
}

async function listeningOrigin(
  output: AsyncIterable<unknown> | Iterable<unknown>,
): Promise<string> {
  let text = "";
  for await (const chunk of output) {
    text += String(chunk);
    const [origin] = /http:\/\/[\d.:]+/.exec(text) ?? [];
    if (origin !== undefined && text.includes("ready after")) return origin;
  }
  throw new Error(`the server did not start:\n${text}`);
}

function sorted(urls: readonly string[]): BootModules {
  const paths = [...new Set(urls)]
    .filter((url) => url.startsWith(root.href))
    .map((url) => fileURLToPath(url).slice(fileURLToPath(root).length).replaceAll("\\", "/"));
  const foreign = paths.filter((path) => path.includes("node_modules/"));
  const packages = foreign.map((path) => {
    const [first = "", second = ""] = (path.split("node_modules/").at(-1) ?? "").split("/");
    return first.startsWith("@") ? `${first}/${second}` : first;
  });
  return {
    own: paths.filter((path) => !path.includes("node_modules/") && !path.startsWith("test/")),
    packages: [...new Set(packages)].toSorted(),
    foreign: foreign.length,
  };
}
