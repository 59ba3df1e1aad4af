/** Commands that plugins bring. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { KERNEL_COMMANDS } from "../../../kernel/host/boot/kernel-names.ts";
import { folderOf } from "../../_folder.ts";
import { waymark } from "./_run.ts";

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
          fail: { summary: "Fails.", run() { throw new Error("no paper"); } },
        } },
      { id: "frail", summary: "Does not start.", optional: true, setup() { throw new Error("the nib broke"); },
        commands: { scratch: { summary: "Scratches.", run() {} } } },
    ];`,
};

let cwd = "";

async function run(...args: readonly string[]) {
  const { stdout, ...ended } = await waymark(cwd, args);
  return { ...ended, stdout: stripVTControlCharacters(stdout) };
}

describe("commands of plugins", () => {
  it.each<[line: string, args: object, flags: object]>([
    ["draw north", { region: "north" }, {}],
    ["draw north map.svg --dry-run", { region: "north", file: "map.svg" }, { "dry-run": true }],
    ["draw --title Tides north", { region: "north" }, { title: "Tides" }],
    ["draw --title=Tides -- --north", { region: "--north" }, { title: "Tides" }],
    ["draw north --config waymark.config.yaml", { region: "north" }, {}],
  ])("waymark %s", async (line, args, flags) => {
    cwd = folderOf(files);
    const { status, stdout, stderr } = await run(...line.split(" "));
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
  ])("waymark %s: says what is wrong, with code 1", async (line, message) => {
    cwd = folderOf(files);
    const { status, stderr } = await run(...line.split(" "));
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(status).toBe(1);
  });

  it("may print a table", async () => {
    cwd = folderOf(files);
    expect((await run("draw", "north", "--title", "Table")).stdout).toBe("A     B\nlong  1\n");
  });

  it("receive the state that setup returned", async () => {
    cwd = folderOf(files);
    expect((await run("draw", "north", "--title", "State")).stdout).toBe('["pen"]\n');
  });

  it("keep their log out of their result", async () => {
    cwd = folderOf(files);
    const { stdout, stderr } = await run("draw", "north", "--title", "Log");
    expect(stdout).toBe("");
    expect(JSON.parse(stderr)).toMatchObject({ level: "info", message: "drawing" });
  });

  it("are listed with the kernel's, each with its own help", async () => {
    cwd = folderOf(files);
    const { stdout } = await run("--help");
    expect(stdout).toMatch(/^ +start {2,}Start the server *$/m);
    expect(stdout).toMatch(/^ +draw {2,}Draws a map\. \(plugin atlas\) *$/m);
    expect((await run("draw", "--help")).stdout).toMatchInlineSnapshot(`
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
    expect(await run("draw", "-h")).toEqual(await run("draw", "--help"));
    expect((await run("start", "--help")).stdout).not.toContain("plugin atlas");
  });
});

it("the kernel's commands are those that the command line has", async () => {
  cwd = folderOf();
  const lines = [...(await run("--help")).stdout.matchAll(/^ +(\w+) {2,}\S.*$/gm)];
  const listed = lines.filter(([line]) => !line.includes("(plugin ")).map(([, name]) => name);
  expect(listed).toEqual(KERNEL_COMMANDS);
});
