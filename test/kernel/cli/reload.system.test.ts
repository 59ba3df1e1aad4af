/** `waymark start` while its config file changes. */
import { EventEmitter, on, once } from "node:events";
import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Booted, RunningServer } from "waymark/server";
import { LoadedCode } from "../../../kernel/host/boot/loaded-code.ts";
import { reloadOnChange } from "../../../kernel/cli/reload.ts";
import { LEAN, start, type StartedProcess } from "./_server.ts";
import { folderOf } from "../../_folder.ts";

const FILE = "waymark.config.yaml";

async function status(server: StartedProcess, path: string): Promise<number> {
  return (await fetch(`${await server.url()}${path}`)).status;
}

const WAYS: Readonly<Record<string, (file: string, text: string) => void>> = {
  "writing to the file": writeFileSync,
  "putting another file in its place": (file, text) => {
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
  },
  "removing it first": (file, text) => {
    rmSync(file);
    writeFileSync(file, text);
  },
};

it(`switches plugins while the server runs by ${Object.keys(WAYS).join(", ")}`, async () => {
  const before = "plugins: { brains: false }";
  const file = join(folderOf({ [FILE]: before }), FILE);
  const server = start(dirname(file));
  let reloads = 0;
  for (const [way, change] of Object.entries(WAYS)) {
    expect([way, await status(server, "/api/brains")]).toEqual([way, 404]);
    change(file, "plugins: { bulk: false }");
    await expect.poll(() => status(server, "/api/brains")).toBe(200);
    expect(await status(server, "/api/bulk")).toBe(404);
    // The store has another table to keep, so it starts again, with every plugin that reads from it.
    const line = await server.line(/^reloaded$/, ++reloads);
    expect(line).toMatchObject({
      level: "info",
      revision: expect.stringMatching(/^[0-9a-f]{12}$/),
      started: expect.arrayContaining(["store", "brains", "offices"]),
      stopped: expect.arrayContaining(["store", "offices", "bulk"]),
      milliseconds: expect.any(Number),
    });
    expect(line["started"]).not.toContain("event-bus");
    change(file, before);
    await server.line(/^reloaded$/, ++reloads);
  }
});

it("reloads a config that is a module, with a plugin of its own", async () => {
  const config = (answer: string) => `
    const plugin = {
      id: "own", summary: "Is written here.",
      routes: { show: { method: "GET", path: "/own", summary: "Show.", cache: "no-store", text: { mediaType: "text/plain" } } },
      handlers: () => ({ show: () => "${answer}" }),
    };
    export default { plugins: { own: plugin } };`;
  const folder = folderOf({ "waymark.config.js": config("first") });
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const server = start(folder);
  const url = await server.url();
  const answer = async () => (await fetch(`${url}/own`)).text();
  expect(await answer()).toBe("first");
  for (const text of ["second", "third", "first"]) {
    writeFileSync(join(folder, "waymark.config.js"), config(text));
    await expect.poll(answer).toBe(text);
  }
});

const MISTAKES: readonly (readonly [what: string, text: string, reason: RegExp])[] = [
  ["broken YAML", "plugins: { brains: false", /^CONFIG_UNREADABLE/],
  ["an unknown key", "plugin: { brains: false }", /^CONFIG_KEY_UNKNOWN[^]*did you mean "plugins"/],
  ["a bad option", "plugins: { cors: { origins: 7 } }", /^OPTION_INVALID/],
  [
    "a plugin that does not start",
    "plugins: { store: { file: waymark.config.yaml/data.db } }",
    /^SETUP_FAILED/,
  ],
];

it(`runs on as before with ${MISTAKES.map(([what]) => what).join(", ")}, says why, and takes each next good config`, async () => {
  const folder = folderOf({ [FILE]: "" });
  const server = start(folder);
  let usage = 200;
  expect(await status(server, "/api/usage")).toBe(usage);
  for (const [index, [what, text, reason]] of MISTAKES.entries()) {
    writeFileSync(join(folder, FILE), text);
    const line = await server.line(
      /^the config cannot be used; the server keeps the previous one$/,
      index + 1,
    );
    expect([what, line["level"], line["reason"]]).toEqual([
      what,
      "error",
      expect.stringMatching(reason),
    ]);
    expect(await status(server, "/api/usage")).toBe(usage);
    expect(await status(server, "/api/brains")).toBe(200);
    usage = usage === 200 ? 404 : 200;
    writeFileSync(join(folder, FILE), `plugins: { usage: ${usage === 200} }`);
    await expect.poll(() => status(server, "/api/usage")).toBe(usage);
    expect(await status(server, "/api/brains")).toBe(200);
  }
});

it("reads a secret again when its file changes, as Kubernetes changes it", async () => {
  const vault = `
    import { z } from ${JSON.stringify(import.meta.resolve("zod"))};
    export default {
      id: "vault", summary: "Shows how long its secret is.",
      options: z.strictObject({ key: z.string().min(2).meta({ writeOnly: true }) }),
      routes: { show: { method: "GET", path: "/vault", summary: "Show.", cache: "no-store", text: { mediaType: "text/plain" } } },
      handlers: (_use, { options }) => ({ show: () => String(options.key.length) }),
    };`;
  const folder = folderOf({ [FILE]: `${LEAN}plugins: { ./vault.mjs: true }`, "vault.mjs": vault });
  // A mounted secret is a link to a link, which alone is replaced.
  for (const [name, text] of Object.entries({ one: "s3cret\n", bad: "?", two: "s3cret too\n" })) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, "key"), text);
  }
  const turnTo = (name: string) => {
    symlinkSync(name, join(folder, "..new"));
    renameSync(join(folder, "..new"), join(folder, "..data"));
  };
  turnTo("one");
  symlinkSync("..data/key", join(folder, "key"));
  const server = start(folder, { env: { WAYMARK_VAULT_KEY_FILE: "key" } });
  const url = await server.url();
  const answer = async () => (await fetch(`${url}/vault`)).text();
  expect(await answer()).toBe("6");
  turnTo("bad");
  expect(await server.line(/^the config cannot be used/)).toMatchObject({
    reason: expect.stringContaining('vault.mjs"].key (WAYMARK_VAULT_KEY_FILE=key)'),
  });
  turnTo("two");
  await expect.poll(answer).toBe("10");
});

it("says that host, port and preset count from the next start", async () => {
  const folder = folderOf({ [FILE]: "host: 127.0.0.1" });
  const server = start(folder);
  const url = await server.url();
  writeFileSync(join(folder, FILE), "host: 127.0.0.2");
  const line = await server.line(/^the new host takes effect at the next start$/);
  expect(line).toMatchObject({ level: "warn", current: "127.0.0.1", configured: "127.0.0.2" });
  expect((await fetch(`${url}/api/ping`)).status).toBe(200);
});

it("runs on as before when the file is gone", async () => {
  const folder = folderOf({ [FILE]: "plugins: { usage: false }" });
  const server = start(folder);
  expect(await status(server, "/api/usage")).toBe(404);
  rmSync(join(folder, FILE));
  server.kill("SIGHUP");
  expect(await server.line(/^the config cannot be used/)).toMatchObject({
    level: "error",
    reason: expect.stringMatching(/^CONFIG_UNREADABLE: the config file is gone/),
  });
  expect(await status(server, "/api/usage")).toBe(404);
});

it("notices a file where there was none", async () => {
  const folder = folderOf();
  const server = start(folder);
  expect(await status(server, "/api/usage")).toBe(200);
  writeFileSync(join(folder, FILE), "plugins: { usage: false }");
  await expect.poll(() => status(server, "/api/usage")).toBe(404);
});

it("notices a change in a folder where others write all the time", async () => {
  const folder = folderOf({ [FILE]: "plugins: { usage: false }" });
  const server = start(folder);
  expect(await status(server, "/api/usage")).toBe(404);
  const writing = setInterval(() => appendFileSync(join(folder, "server.log"), "line\n"), 20);
  onTestFinished(() => clearInterval(writing));
  writeFileSync(join(folder, FILE), "plugins: { bulk: false }");
  await expect.poll(() => status(server, "/api/usage")).toBe(200);
});

describe("many reasons to reload", () => {
  const quiet = { debug() {}, info() {} };

  /** A config that is read on request, for a server that does nothing. */
  function stage(reload: RunningServer["reload"]) {
    const logged: string[] = [];
    const gate = new EventEmitter();
    let boots = 0;
    const config = { host: "", port: 0, preset: "waymark/preset" };
    const nothing = {
      installed: [] as Booted["installed"],
      secretFiles: new Map() as Booted["secretFiles"],
    };
    const booted = { config, ...nothing } as Partial<Booted> as Booted;
    const hangups = on(process, "SIGHUP");
    const end = reloadOnChange({ reload }, { config, ...nothing } as Partial<Booted> as Booted, {
      code: new LoadedCode(),
      hangups,
      log: {
        ...quiet,
        warn: (message) => void logged.push(message),
        error: (message) => void logged.push(message),
      },
      async boot() {
        boots++;
        await once(gate, "read");
        return booted;
      },
    });
    onTestFinished(end);
    return { logged, gate, end, boots: () => boots };
  }

  it("are one reload under way and one after it", async () => {
    let reloads = 0;
    const { gate, boots } = stage(async (next) => {
      if (typeof next === "function") await next();
      reloads++;
      return { revision: "", started: [], stopped: [], carriedOver: [] };
    });
    for (let times = 0; times < 20; times++) process.emit("SIGHUP", "SIGHUP");
    await expect.poll(boots).toBe(1);
    gate.emit("read");
    await expect.poll(boots).toBe(2);
    gate.emit("read");
    await expect.poll(() => reloads).toBe(2);
    expect(boots()).toBe(2);
  });

  it("come to nothing, without a word, once the service stops", async () => {
    const { logged, gate, end, boots } = stage(async (next) => {
      if (typeof next === "function") await next();
      throw new Error("closing");
    });
    process.emit("SIGHUP", "SIGHUP");
    process.emit("SIGHUP", "SIGHUP");
    await expect.poll(boots).toBe(1);
    end();
    gate.emit("read");
    await pause(20);
    expect({ logged, boots: boots() }).toEqual({ logged: [], boots: 1 });
  });
});

it("survives SIGHUP from its first line on (E21)", async () => {
  const hook = join(import.meta.dirname, "sighup-hook.ts");
  const server = start(folderOf({ [FILE]: LEAN }), { args: ["--import", hook] });
  await server.url();
  server.kill("SIGINT");
  expect((await server.ended).code).toBe(0);
});

it("reloads at SIGHUP, though nothing changed", async () => {
  const server = start(folderOf({ [FILE]: "plugins: { bulk: false }" }));
  await server.url();
  server.kill("SIGHUP");
  expect(await server.line(/^reloaded$/)).toMatchObject({ started: [], stopped: [] });
  server.kill("SIGINT");
  expect((await server.ended).code).toBe(0);
});
