/** Commands that plugins bring. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { KERNEL_COMMANDS } from "../../../kernel/host/boot/kernel-names.ts";
import { folderOf } from "../../_folder.ts";
import { BIN, waymark } from "./_run.ts";

const files = {
  "waymark.config.yaml": "preset: ./preset.mjs\n",
  "preset.mjs": `
    import { appendFileSync } from "node:fs";
    const record = (line) => appendFileSync("steps", line + "\\n");
    const ink = { id: "ink" };
    const desk = { id: "desk" };
    export default [
      { id: "ink", summary: "Provides.", provides: { ink },
        setup(_use, { defer }) { record("start ink"); defer(() => record("stop ink")); return { ink: "blue" }; } },
      { id: "apart", summary: "Is not needed.", setup() { record("start apart"); } },
      { id: "desk", summary: "Is used where it is on.", provides: { desk },
        setup(_use, { defer }) { record("start desk"); defer(() => record("stop desk")); return { desk: "oak" }; } },
      { id: "atlas", summary: "Draws.", needs: { ink, desk: { ...desk, optional: true } },
        setup(_use, { defer }) { record("start atlas"); defer(() => record("stop atlas")); return { state: ["pen"] }; },
        commands: {
          draw: {
            summary: "Draws a map.",
            args: { region: { summary: "What to draw." }, file: { summary: "Where to.", optional: true } },
            flags: { "dry-run": { summary: "Draw nothing.", type: "boolean" }, title: { summary: "Above it.", type: "text" } },
            run({ ink }, { args, flags, state, registry, log, print, printTable }) {
              if (flags.title === "Log") return log.info("drawing");
              if (flags.title === "State") return print(JSON.stringify(state));
              if (flags.title === "Table") return printTable([["A", "B"], ["long", "1"]]);
              print(JSON.stringify({ ink, args, flags, app: registry.app.name }));
            },
          },
          never: {
            summary: "Does not let itself be stopped.",
            run(_use, { print }) {
              setInterval(() => {}, 1000);
              print("waiting");
              return new Promise(() => {});
            },
          },
          fail: { summary: "Fails.", run() { throw new Error("no paper"); } },
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
        } },
      { id: "frail", summary: "Does not start.", optional: true, setup() { throw new Error("the nib broke"); },
        commands: { scratch: { summary: "Scratches.", run() {} } } },
    ];`,
};

let cwd = "";

function run(...args: readonly string[]) {
  const { stdout, ...ended } = waymark(cwd, args);
  return { ...ended, stdout: stripVTControlCharacters(stdout) };
}

describe("commands of plugins", () => {
  it.each<[line: string, args: object, flags: object]>([
    ["draw north", { region: "north" }, {}],
    ["draw north map.svg --dry-run", { region: "north", file: "map.svg" }, { "dry-run": true }],
    ["draw --title Tides north", { region: "north" }, { title: "Tides" }],
    ["draw --title=Tides -- --north", { region: "--north" }, { title: "Tides" }],
    ["draw north --config waymark.config.yaml", { region: "north" }, {}],
  ])("waymark %s", (line, args, flags) => {
    cwd = folderOf(files);
    const { status, stdout, stderr } = run(...line.split(" "));
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(JSON.parse(stdout)).toEqual({
      ink: "blue",
      args,
      flags,
      app: "waymark",
    });
    // Only the plugin and those that it uses start; they stop in reverse.
    expect(readFileSync(join(cwd, "steps"), "utf8").trim().split("\n")).toEqual([
      "start ink",
      "start desk",
      "start atlas",
      "stop atlas",
      "stop desk",
      "stop ink",
    ]);
  });

  it.each<[args: string, stderr: RegExp]>([
    ["draw", /^Missing required positional argument: REGION\n/],
    ["draw a b c", /^unexpected argument "c"\n {2}hint: this command takes only <region> <file>/],
    ["draw a --dry-rum", /^there is no flag --dry-rum\n {2}hint: did you mean "--dry-run"/],
    ["draw a --title", /^--title needs a value\n {2}hint: write --title <value>/],
    ["fail", /^no paper\n/],
    ["darw", /^there is no command "darw"\n {2}hint: did you mean "draw"/],
    ["strat", /^there is no command "strat"\n {2}hint: did you mean "start"/],
    ["scratch", /^the plugin frail did not start: the nib broke\n/m],
    ["draw a --config no.yaml", /^CONFIG_UNREADABLE/],
  ])("waymark %s: says what is wrong, with code 1", (line, message) => {
    cwd = folderOf(files);
    const { status, stderr } = run(...line.split(" "));
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(status).toBe(1);
  });

  it("may print a table", () => {
    cwd = folderOf(files);
    expect(run("draw", "north", "--title", "Table").stdout).toBe("A     B\nlong  1\n");
  });

  it("receive the state that setup returned", () => {
    cwd = folderOf(files);
    expect(run("draw", "north", "--title", "State").stdout).toBe('["pen"]\n');
  });

  it("keep their log out of their result", () => {
    cwd = folderOf(files);
    const { stdout, stderr } = run("draw", "north", "--title", "Log");
    expect(stdout).toBe("");
    expect(JSON.parse(stderr)).toMatchObject({ level: "info", message: "drawing" });
  });

  it("are listed with the kernel's, each with its own help", () => {
    cwd = folderOf(files);
    const { stdout } = run("--help");
    expect(stdout).toMatch(/^ +start {2,}Start the server *$/m);
    expect(stdout).toMatch(/^ +draw {2,}Draws a map\. \(plugin atlas\) *$/m);
    expect(run("draw", "--help").stdout).toMatchInlineSnapshot(`
      "Draws a map. (plugin atlas) (waymark draw v0.1.0)

      USAGE waymark draw [OPTIONS] <REGION> [FILE]

      ARGUMENTS

        REGION    What to draw. (Required)
          FILE    Where to.               

      OPTIONS

              --dry-run    Draw nothing.                            
        --title=<title>    Above it.                                
        --config=<file>    Config file to use (also: WAYMARK_CONFIG)


      "
    `);
    expect(run("draw", "-h")).toEqual(run("draw", "--help"));
    expect(run("start", "--help").stdout).not.toContain("plugin atlas");
  });

  it("may end what they do when they are interrupted", async () => {
    cwd = folderOf(files);
    const child = spawn(process.execPath, [BIN, "wait"], { cwd });
    onTestFinished(() => void child.kill("SIGKILL"));
    let stdout = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
      if (text.includes("waiting")) child.kill("SIGINT");
    });
    const [code] = (await once(child, "close")) as [number];
    expect({ code, stdout }).toEqual({ code: 0, stdout: "waiting\ninterrupted\n" });
    expect(readFileSync(join(cwd, "steps"), "utf8")).toMatch(/stop ink\n$/);
  });
});

it.each<[first: NodeJS.Signals, second: NodeJS.Signals]>([
  ["SIGINT", "SIGINT"],
  ["SIGINT", "SIGTERM"],
])("a command that takes no notice of %s ends at %s", async (first, second) => {
  const child = spawn(process.execPath, [BIN, "never"], { cwd: folderOf(files) });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = once(child, "close");
  await once(child.stdout, "data");
  child.kill(first);
  await pause(200);
  expect(child.signalCode).toBe(null);
  child.kill(second);
  expect(await ended).toEqual([null, second]);
});

it("the kernel's commands are those that the command line has", () => {
  cwd = folderOf();
  const lines = [...run("--help").stdout.matchAll(/^ +(\w+) {2,}\S.*$/gm)];
  const listed = lines.filter(([line]) => !line.includes("(plugin ")).map(([, name]) => name);
  expect(listed).toEqual(KERNEL_COMMANDS);
});
