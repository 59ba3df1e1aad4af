/** The weight of a start: the files of ours that `npm start` imports before its first answer, and their lines. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";

/** Lower them with the start. A commit that raises one says what the first answer needs it for. */
const MOST = { files: 451, lines: 39_100 };

const root = join(import.meta.dirname, "..");

it("imports no more than its ceilings before the first answer", async () => {
  const child = fork(join(root, "kernel/cli/bin.ts"), ["start"], {
    cwd: root,
    execArgv: ["--import", join(import.meta.dirname, "_loaded.ts")],
    env: { ...process.env, PORT: "0", WAYMARK_STORE_FILE: ":memory:" },
    silent: true,
  });
  onTestFinished(async () => {
    child.kill();
    if (child.exitCode === null) await once(child, "exit");
  });
  const url = await urlOf(child);
  expect((await fetch(`${url}/api/offices`)).status).toBe(200);
  child.send("loaded");
  const [files] = (await once(child, "message")) as [readonly string[]];
  const lines = files.reduce((sum, file) => sum + linesOf(new URL(file)), 0);
  expect(files.length).toBeGreaterThan(100);
  expect(files.length, "files").toBeLessThanOrEqual(MOST.files);
  expect(lines, "lines").toBeLessThanOrEqual(MOST.lines);
});

function linesOf(file: URL): number {
  return readFileSync(file, "utf8").split("\n").length - 1;
}

/** The address in the log of a start. Rejects with the log if the process ends. */
function urlOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let log = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => {
        log += text;
        const url = /"listening on (http:[^"]+)"/.exec(log)?.[1];
        if (url !== undefined) resolve(url);
      });
    child.on("exit", () => reject(new Error(log)));
  });
}
