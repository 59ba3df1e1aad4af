/** The command line in a process of its own: signals, colours, and mistakes of commands that serve. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { folderOf } from "../../_folder.ts";
import { BIN, waymarkProcess } from "./_run.ts";

const cwd = folderOf(
  {
    "waymark.config.yaml":
      "service: atlas\nstop: { delay: 0s }\npreset: ./preset.mjs\nplugins: { quiet: false }\n",
    "preset.mjs": `const text = { mediaType: "text/plain" };
    import { appendFileSync } from "node:fs";
    export default [
      {
        id: "maps",
        summary: "Serves maps.",
        routes: { getMap: { method: "GET", path: "/maps/{id}", summary: "Read one map.", cache: "no-store", text } },
        handlers: () => ({ getMap: ({ params }) => params.id }),
        setup: (_use, { defer }) => defer(() => appendFileSync("steps", "stop maps")),
        commands: {
          never: {
            summary: "Does not let itself be stopped.",
            run(_use, { print }) {
              setInterval(() => {}, 1000);
              print("waiting");
              return new Promise(() => {});
            },
          },
          wait: {
            summary: "Waits to be stopped.",
            async run(_use, { signal, print }) {
              const stopped = new Promise((resolve) => signal.addEventListener("abort", resolve));
              const alive = setInterval(() => {}, 1000);
              print("waiting");
              await stopped;
              clearInterval(alive);
              print("interrupted");
            },
          },
        },
      },
      { id: "quiet", summary: "Is off." },
    ];`,
  },
  afterAll,
);

it("colours nothing that goes into a pipe", () => {
  const { stdout } = spawnSync(process.execPath, [BIN, "--help"], {
    cwd,
    encoding: "utf8",
    env: {},
  });
  expect(stdout).toContain("USAGE waymark start|");
  expect(stdout).not.toContain("\u001B");
});

describe("mistakes of commands that serve end with a message, code 1 and no stack", () => {
  it.each<[args: string, env: Readonly<Record<string, string>>, message: string]>([
    ["start --port many", {}, '"code":"CONFIG_INVALID"'],
    ["start", { PORT: "-1" }, '"where":"port (PORT)"'],
    ["start --prot 80", {}, '"message":"there is no flag --prot'],
    ["dev --port many", {}, 'expected a number; received "many"'],
    ["dev --port 99999", {}, "expected at most 65535; received 99999"],
    ["dev", { PORT: "many" }, "where: port (PORT)"],
    ["dev --host 192.0.2.1", {}, "LISTEN_FAILED"],
    ["dev --host nowhere.invalid", {}, "where: nowhere.invalid:3000"],
    ["dev --config none.yaml", {}, 'there is no file "none.yaml"\n  where: --config'],
  ])("%s", (args, env, message) => {
    const before = readdirSync(cwd);
    const { status, stdout, stderr } = waymarkProcess(cwd, args, env);
    expect(status).toBe(1);
    // A start reports in the form of its log (C2).
    const report = args.startsWith("start") ? stdout : stderr;
    expect(report).toContain(message);
    expect(report).not.toMatch(/^\s+at /m);
    expect(readdirSync(cwd)).toEqual(before);
  });
});

describe("start", () => {
  it.each(["SIGTERM", "SIGINT"] as const)("serves until %s, then exits with 0", async (signal) => {
    const child = spawn(process.execPath, [BIN, "start"], {
      cwd,
      env: { ...process.env, PORT: "0", WAYMARK_MAPS_LEGND: "1" },
    });
    const exit = new Promise((resolve) => child.on("exit", resolve));
    const entries: Record<string, unknown>[] = [];
    child.stderr.on("data", (data) => process.stderr.write(data));
    for await (const chunk of child.stdout) {
      for (const line of String(chunk).split("\n").filter(Boolean)) entries.push(JSON.parse(line));
      const url = entries
        .map(({ message }) => /^listening on (.+)$/.exec(String(message))?.[1])
        .find((found) => found !== undefined);
      if (
        url === undefined ||
        child.killed ||
        !entries.some(({ message }) => String(message).startsWith("ready"))
      )
        continue;
      const response = await fetch(`${url}/maps/europe`);
      expect([response.status, await response.text()]).toEqual([200, "europe"]);
      child.kill(signal);
    }
    expect(await exit).toBe(0);
    expect(entries).toMatchObject([
      { level: "warn", message: "the environment variable WAYMARK_MAPS_LEGND sets nothing" },
      { level: "info", plugins: 1, off: 1, routes: 1, revision: expect.any(String) },
      {
        level: "info",
        config: expect.any(Number),
        seal: expect.any(Number),
        listen: expect.any(Number),
      },
      { level: "info", message: "stopping", signal },
      { level: "info", message: "stopped" },
    ]);
  });
});

it("a command may end what it does when it is interrupted", async () => {
  const child = spawn(process.execPath, [BIN, "wait"], { cwd });
  onTestFinished(() => void child.kill("SIGKILL"));
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    if (text.includes("waiting")) child.kill("SIGINT");
  });
  const [code] = (await once(child, "close")) as [number];
  expect({ code, stdout }).toEqual({ code: 0, stdout: "waiting\ninterrupted\n" });
  expect(readFileSync(join(cwd, "steps"), "utf8")).toMatch(/stop maps$/);
});

it.each<[first: NodeJS.Signals, second: NodeJS.Signals]>([
  ["SIGINT", "SIGINT"],
  ["SIGINT", "SIGTERM"],
])("a command that takes no notice of %s ends at %s", async (first, second) => {
  const child = spawn(process.execPath, [BIN, "never"], { cwd });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = once(child, "close");
  await once(child.stdout, "data");
  child.kill(first);
  await pause(200);
  expect(child.signalCode).toBe(null);
  child.kill(second);
  expect(await ended).toEqual([null, second]);
});
