/** `waymark start` while its config file changes. */
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderOf, start, type StartedProcess } from "./_server.ts";

const FILE = "waymark.config.yaml";

async function status(server: StartedProcess, path: string): Promise<number> {
  return (await fetch(`${await server.url()}${path}`)).status;
}

describe.each<[way: string, change: (file: string, text: string) => void]>([
  ["writing to the file", writeFileSync],
  [
    "putting another file in its place",
    (file, text) => {
      writeFileSync(`${file}.new`, text);
      renameSync(`${file}.new`, file);
    },
  ],
  [
    "removing it first",
    (file, text) => {
      rmSync(file);
      writeFileSync(file, text);
    },
  ],
])("%s", (_way, change) => {
  it("switches plugins while the server runs", async () => {
    const folder = folderOf({ [FILE]: "plugins: { brains: false }" });
    const server = start(folder);
    expect(await status(server, "/api/brains")).toBe(404);
    change(join(folder, FILE), "plugins: { bulk: false }");
    await expect.poll(() => status(server, "/api/brains")).toBe(200);
    expect(await status(server, "/api/bulk")).toBe(404);
    // The store has another table to keep, so it starts anew, with all that read from it.
    const line = await server.line(/^reloaded$/);
    expect(line).toMatchObject({
      level: "info",
      revision: expect.stringMatching(/^[0-9a-f]{12}$/),
      started: expect.arrayContaining(["store", "brains", "offices"]),
      stopped: expect.arrayContaining(["store", "offices", "bulk"]),
      milliseconds: expect.any(Number),
    });
    expect(line["started"]).not.toContain("event-bus");
  });
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

it.each([
  ["broken YAML", "plugins: { brains: false", /^CONFIG_UNREADABLE/],
  ["an unknown key", "plugin: { brains: false }", /^CONFIG_KEY_UNKNOWN[^]*did you mean "plugins"/],
  ["a bad option", "plugins: { cors: { origins: 7 } }", /^OPTION_INVALID/],
  [
    "a plugin that does not start",
    "plugins: { store: { file: waymark.config.yaml/data.db } }",
    /^SETUP_FAILED/,
  ],
])(
  "runs on as before with %s, says why, and takes the next good one",
  async (_what, text, reason) => {
    const folder = folderOf({ [FILE]: "" });
    const server = start(folder);
    expect(await status(server, "/api/usage")).toBe(200);
    writeFileSync(join(folder, FILE), text);
    const line = await server.line(/^the config cannot be used; the service runs on as before$/);
    expect(line).toMatchObject({ level: "error", reason: expect.stringMatching(reason) });
    expect(await status(server, "/api/brains")).toBe(200);
    writeFileSync(join(folder, FILE), "plugins: { usage: false }");
    await expect.poll(() => status(server, "/api/usage")).toBe(404);
    expect(await status(server, "/api/brains")).toBe(200);
  },
);

it("says that host, port and preset count from the next start", async () => {
  const folder = folderOf({ [FILE]: "host: 127.0.0.1" });
  const server = start(folder);
  const url = await server.url();
  writeFileSync(join(folder, FILE), "host: 127.0.0.2");
  const line = await server.line(/^another host counts from the next start$/);
  expect(line).toMatchObject({ level: "warn", runs: "127.0.0.1", configured: "127.0.0.2" });
  expect((await fetch(`${url}/api/ping`)).status).toBe(200);
});

it("runs on as before when the file is gone", async () => {
  const folder = folderOf({ [FILE]: "plugins: { usage: false }" });
  const server = start(folder);
  expect(await status(server, "/api/usage")).toBe(404);
  rmSync(join(folder, FILE));
  server.kill("SIGHUP");
  expect(await server.line(/^the config file is gone/)).toMatchObject({ level: "warn" });
  expect(await status(server, "/api/usage")).toBe(404);
});

it("notices a file where there was none", async () => {
  const folder = folderOf();
  const server = start(folder);
  expect(await status(server, "/api/usage")).toBe(200);
  writeFileSync(join(folder, FILE), "plugins: { usage: false }");
  await expect.poll(() => status(server, "/api/usage")).toBe(404);
});

it("reloads at SIGHUP, though nothing changed", async () => {
  const server = start(folderOf({ [FILE]: "plugins: { bulk: false }" }));
  await server.url();
  server.kill("SIGHUP");
  expect(await server.line(/^reloaded$/)).toMatchObject({ started: [], stopped: [] });
  server.kill("SIGTERM");
  expect((await server.ended).code).toBe(0);
});
