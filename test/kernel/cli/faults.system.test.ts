/** `waymark start` when what it stands on fails: its output, and its plugins' background work. */
import { spawn, type ChildProcess, type StdioOptions } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished, vi } from "vitest";
import { fill, smallDisk } from "../../_tmpfs.ts";
import { start } from "./_server.ts";
import { folderOf } from "../../_folder.ts";
import { BIN, ENV } from "./_run.ts";

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

type Get = (path: string, headers?: Readonly<Record<string, string>>) => Promise<Response>;

/** Stops without the announcement to balancers, which takes seconds. */
const AT_ONCE = { "waymark.config.yaml": "stop: { delay: 0s }" };

/** Starts a server with this output, and waits until it answers. */
async function startOn(stdio: StdioOptions) {
  const port = await freePort();
  const child: ChildProcess = spawn(process.execPath, [BIN, "start"], {
    cwd: folderOf(AT_ONCE),
    env: { ...ENV, PORT: String(port) },
    stdio,
  });
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  const get: Get = (path, headers = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers });
  await vi.waitFor(async () => expect((await get("/api/ping")).status).toBe(200), 30_000);
  return { child, ended, get };
}

async function requestMany(get: Get): Promise<void> {
  for (let n = 0; n < 50; n++) expect((await get("/api/brains")).status).toBe(200);
  await sleep(300); // the access log writes in batches
  expect((await get("/api/health")).status).toBe(200);
}

it("outlives a reader of its output that leaves, counts the lines, and drains (E1)", async () => {
  const { child, ended, get } = await startOn(["ignore", "pipe", "pipe"]);
  child.stdout?.destroy();
  child.stderr?.destroy();
  await requestMany(get);
  const lost = async () => (await get("/api/metrics", { accept: "text/plain" })).text();
  await vi.waitFor(
    async () => expect(await lost()).toMatch(/^log_lines_lost_total [1-9]/m),
    10_000,
  );
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});

it("outlives a full disk behind its output (E1)", async () => {
  const full = openSync("/dev/full", "w");
  onTestFinished(() => closeSync(full));
  const { child, ended, get } = await startOn(["ignore", full, full]);
  await requestMany(get);
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});

it("goes on with its log once the disk has room, and says that it was full (E1)", async (context) => {
  const disk = smallDisk(context, 64);
  const path = join(disk, "log");
  const log = openSync(path, "a");
  onTestFinished(() => closeSync(log));
  const { child, ended, get } = await startOn(["ignore", log, "ignore"]);
  const free = fill(disk);
  await requestMany(get);
  free();
  const lines = () => readFileSync(path, "utf8").trim().split("\n");
  await vi.waitFor(() => expect(lines().join()).toContain("standard output works again"), 10_000);
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  const messages = lines().map((line) => (JSON.parse(line) as { message: string }).message);
  expect(messages.filter((message) => message === "standard output works again")).toHaveLength(1);
  expect(messages.at(-1)).toBe("stopped");
});

it("ends a command quietly when its reader leaves", async () => {
  const child = spawn("sh", ["-c", `"${process.execPath}" "${BIN}" routes | head -1`], {
    cwd: folderOf(),
  });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  expect(await once(child, "close")).toEqual([0, null]);
  expect(stderr).toBe("");
});

/** Fails in the background, in the way that its option says. */
const FAILING = `
  export default {
    id: "failing",
    summary: "Fails in the background.",
    setup(_use, { log, defer }) {
      defer(() => log.info("failing closed"));
      const fail = async () => { throw new Error("rejected in the background"); };
      process.on("SIGUSR2", () => void fail());
      process.on("SIGWINCH", () => { throw new Error("thrown in the background"); });
    },
  };`;

it("logs a rejection that is not handled, names the plugin, and goes on (A15)", async () => {
  const server = start(
    folderOf({ "waymark.config.yaml": "plugins: { ./failing.mjs: true }", "failing.mjs": FAILING }),
  );
  const url = await server.url();
  server.kill("SIGUSR2");
  expect(await server.line(/^a rejected promise/)).toMatchObject({
    level: "error",
    plugin: "failing",
    error: expect.stringMatching(/^Error: rejected in the background\n\s+at .*failing\.mjs/),
  });
  expect((await fetch(`${url}/api/ping`)).status).toBe(200);
  server.kill("SIGINT");
  const { code, stderr } = await server.ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
});

/** Fails after its answer: in code of its own, and in code that its stack does not show. */
const LATE = `
  import { readFile } from "node:fs/promises";
  const route = (path) => ({ method: "GET", path, summary: "Fail later.", cache: "no-store", text: { mediaType: "text/plain" } });
  export default {
    id: "late",
    summary: "Fails after its answer.",
    routes: { throw: route("/throw"), read: route("/read") },
    handlers: () => ({
      throw() {
        setTimeout(async () => { throw new Error("thrown later"); }, 10);
        return "accepted";
      },
      read() {
        void readFile("/nowhere/at/all");
        return "accepted";
      },
    }),
  };`;

it.each([
  ["/throw", "late.throw", /^Error: thrown later\n\s+at .*late\.mjs/],
  ["/read", "late.read", /^Error: ENOENT.*\n\s+at .*fs/],
])("names the route of a rejection after the answer at %s", async (path, route, error) => {
  const server = start(
    folderOf({ "waymark.config.yaml": "plugins: { ./late.mjs: true }", "late.mjs": LATE }),
  );
  expect((await fetch(`${await server.url()}${path}`)).status).toBe(200);
  expect(await server.line(/^a rejected promise/)).toMatchObject({
    plugin: "late",
    route,
    error: expect.stringMatching(error),
  });
});

it("logs an error that is not caught, drains, and ends with code 1 (A15)", async () => {
  const server = start(
    folderOf({ "waymark.config.yaml": "plugins: { ./failing.mjs: true }", "failing.mjs": FAILING }),
  );
  await server.url();
  server.kill("SIGWINCH");
  expect(await server.line(/^an error was not caught/)).toMatchObject({
    level: "error",
    plugin: "failing",
    error: expect.stringContaining("thrown in the background"),
  });
  const { code, stdout, stderr } = await server.ended;
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(stdout).toContain('"failing closed"');
});
