/** Configs and edits that a reload cannot take up: it says so, in the log, in health and in the metrics, and the server goes on. */
import { mkdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { LEAN, start, type StartedProcess } from "./_server.ts";
import { folderOf } from "../../_folder.ts";

const FILE = "waymark.config.yaml";

async function get(server: StartedProcess, path: string): Promise<Response> {
  return fetch(`${await server.url()}${path}`);
}

describe("a config file that is emptied (E13)", () => {
  it("of all its text, or but for comments, keeps the running config and says so", async () => {
    const folder = folderOf({ [FILE]: "plugins: { metrics: false }" });
    const server = start(folder);
    expect((await get(server, "/api/metrics")).status).toBe(404);
    for (const [index, text] of ["", "# plugins: { metrics: false }\n---\n"].entries()) {
      writeFileSync(join(folder, FILE), text);
      const line = await server.line(/^the config cannot be used/, index + 1);
      expect(line).toMatchObject({
        level: "error",
        reason: expect.stringMatching(/^CONFIG_UNREADABLE: the config file is empty[^]*write \{\}/),
      });
      expect((await get(server, "/api/metrics")).status).toBe(404);
    }
    // Written on purpose.
    writeFileSync(join(folder, FILE), "{}");
    await expect.poll(async () => (await get(server, "/api/metrics")).status).toBe(200);
  });

  it("counts as all defaults where the server started with it", async () => {
    const server = start(folderOf({ [FILE]: "" }));
    expect((await get(server, "/api/metrics")).status).toBe(200);
    server.kill("SIGHUP");
    await server.line(/^reloaded$/);
  });

  it("is read once more when it is being written", async () => {
    const folder = folderOf({ [FILE]: "plugins: { metrics: false }" });
    const server = start(folder);
    await server.url();
    truncateSync(join(folder, FILE));
    server.kill("SIGHUP");
    await new Promise((resolve) => setTimeout(resolve, 50));
    writeFileSync(join(folder, FILE), "plugins: { usage: false }");
    await expect.poll(async () => (await get(server, "/api/usage")).status).toBe(404);
    server.kill("SIGINT");
    expect((await server.ended).stdout).not.toContain("cannot be used");
  });
});

it("a failed reload shows in the metrics until one succeeds, and to clients not at all (C7, S15)", async () => {
  const folder = folderOf({ [FILE]: "plugins: { health: { cache: 1ms } }" });
  const server = start(folder);
  const read = async () => {
    const health = await get(server, "/api/health");
    const metrics = await fetch(`${await server.url()}/api/metrics`, {
      headers: { Accept: "text/plain" },
    });
    return {
      health: ((await health.json()) as { readonly status: string }).status,
      metrics: [...(await metrics.text()).matchAll(/^config_.*(?:failed|successful).*$/gm)].map(
        ([line]) => line,
      ),
    };
  };
  expect(await read()).toEqual({
    health: "ok",
    metrics: ["config_reloads_failed_total 0", "config_last_reload_successful 1"],
  });
  writeFileSync(join(folder, FILE), "plugins: { cors: { origins: 7 } }");
  await server.line(/^the config cannot be used/);
  const failed = ["config_reloads_failed_total 1", "config_last_reload_successful 0"];
  // S15: clients are served as before, so that only operators hear of it.
  await expect.poll(read).toEqual({ health: "ok", metrics: failed });
  writeFileSync(join(folder, FILE), "plugins: { health: { cache: 1ms }, usage: false }");
  const applied = ["config_reloads_failed_total 1", "config_last_reload_successful 1"];
  await expect.poll(read).toEqual({ health: "ok", metrics: applied });
});

describe("a plugin's code that changed (C5)", () => {
  const plugin = (text: string) => `
    import { path } from "./lib/path.mjs";
    export default {
      id: "own", summary: "Is written here.",
      routes: { show: { method: "GET", path, summary: "Show.", cache: "no-store", text: { mediaType: "text/plain" } } },
      handlers: () => ({ show: () => "${text}" }),
    };`;
  const folderWith = (config: Readonly<Record<string, string>>) => {
    const folder = folderOf({ ...config, "own.mjs": plugin("first") });
    mkdirSync(join(folder, "lib"));
    writeFileSync(join(folder, "lib/path.mjs"), 'export const path = "/own";');
    return folder;
  };

  it.each<[what: string, config: Readonly<Record<string, string>>]>([
    ["a plugin by its path", { [FILE]: `${LEAN}plugins: { ./own.mjs: true }` }],
    [
      "a plugin that a config module imports",
      { "waymark.config.mjs": 'import own from "./own.mjs"; export default { plugins: { own } };' },
    ],
    [
      "a preset",
      {
        [FILE]: "preset: ./preset.mjs",
        "preset.mjs": 'import own from "./own.mjs"; export default [own];',
      },
    ],
  ])("of %s is named at each reload, and needs a restart", async (_what, config) => {
    const folder = folderWith(config);
    const server = start(folder);
    expect(await (await get(server, "/own")).text()).toBe("first");
    server.kill("SIGHUP");
    expect(await server.line(/^reloaded$/)).not.toHaveProperty("needsRestart");
    writeFileSync(join(folder, "own.mjs"), plugin("second"));
    writeFileSync(join(folder, "lib/path.mjs"), 'export const path = "/new";');
    server.kill("SIGHUP");
    expect(await server.line(/^code that changed/)).toMatchObject({
      level: "warn",
      message: "code that changed is not reloaded; restart the server to run it",
      files: ["lib/path.mjs", "own.mjs"],
    });
    expect((await server.line(/^reloaded$/, 2))["needsRestart"]).toEqual([
      "lib/path.mjs",
      "own.mjs",
    ]);
    expect(await (await get(server, "/own")).text()).toBe("first");
  });

  it("T7: between its import and the end of the start is named, too", async () => {
    const edited = `
      import { writeFileSync } from "node:fs";
      export default {
        id: "own", summary: "Is edited while it starts.",
        setup() { writeFileSync(new URL("./lib/path.mjs", import.meta.url), 'export const path = "/new";'); },
      };
      export { path } from "./lib/path.mjs";`;
    const folder = folderWith({ [FILE]: "plugins: { ./own.mjs: true }" });
    writeFileSync(join(folder, "own.mjs"), edited);
    const server = start(folder);
    await server.url();
    server.kill("SIGHUP");
    expect((await server.line(/^code that changed/))["files"]).toEqual(["lib/path.mjs"]);
  });

  it("counts as changed when a file is gone, and not when its text is as before", async () => {
    const folder = folderWith({ [FILE]: "plugins: { ./own.mjs: true }" });
    const server = start(folder);
    await server.url();
    writeFileSync(join(folder, "own.mjs"), plugin("first"));
    server.kill("SIGHUP");
    expect(await server.line(/^reloaded$/)).not.toHaveProperty("needsRestart");
    rmSync(join(folder, "lib/path.mjs"));
    server.kill("SIGHUP");
    expect((await server.line(/^code that changed/))["files"]).toEqual(["lib/path.mjs"]);
  });
});
