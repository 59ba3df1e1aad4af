/** `waymark dev`: every edit is served, and a mistake is shown while the last good revision serves. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { get } from "node:https";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { LEAN, type LogLine } from "../../kernel/cli/_server.ts";
import { folderOf } from "../../_folder.ts";
import { BIN, ENV } from "../../kernel/cli/_run.ts";

/** An edit is served within two seconds; a busy machine gets more before a test gives up. */
const PATIENT = { interval: 20 };

const plugin = (answer: string) => `
  import text from "./text.json" with { type: "json" };
  export default {
    id: "own",
    summary: "Is edited.",
    routes: { show: { method: "GET", path: "/own", summary: "Show.", cache: "no-store", text: { mediaType: "text/plain" } } },
    handlers: () => ({ show: () => \`${answer} \${text.word}\` }),
  };`;

const FILES = {
  "waymark.config.yaml": `${LEAN}plugins: { ./own.ts: true, store: { file: ':memory:' } }`,
  "own.ts": plugin("first"),
  "text.json": '{ "word": "tea" }',
};

/** Starts in a folder and waits until it listens. */
async function startDev(folder: string, flags: readonly string[] = []) {
  const child = spawn(process.execPath, [BIN, "dev", "--port", "0", ...flags], {
    cwd: folder,
    env: { ...ENV, NODE_PATH: "" },
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const ended = once(child, "close");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  const lines = (): readonly LogLine[] =>
    stdout.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
  const line = async (message: RegExp, count = 1): Promise<LogLine> => {
    const matching = () => lines().filter((entry) => message.test(entry.message));
    await expect
      .poll(() => `${stderr}${matching().length >= count ? "there" : stdout}`, PATIENT)
      .toBe("there");
    return matching()[count - 1]!;
  };
  const { message } = await line(/^listening on /);
  const url = message.slice("listening on ".length);
  return {
    url,
    line,
    terminal: () => stripVTControlCharacters(stdout),
    text: async (path: string, headers = {}) => (await fetch(`${url}${path}`, { headers })).text(),
    status: async (path: string, headers = {}) =>
      (await fetch(`${url}${path}`, { headers })).status,
    async stop(signal: NodeJS.Signals = "SIGINT") {
      child.kill(signal);
      const [code] = (await ended) as [number | null];
      return { code, stderr };
    },
    children: () => childrenOf(child.pid),
    worker(): number {
      const [pid] = childrenOf(child.pid);
      if (pid === undefined) throw new Error("there is no child process");
      return pid;
    },
  };
}

/** Process ids whose parent is this one. */
function childrenOf(parent: number | undefined): readonly number[] {
  const table = execFileSync("ps", ["-eo", "pid=,ppid=,stat="], { encoding: "utf8" });
  return table.split("\n").flatMap((row) => {
    const [pid, ppid, state = ""] = row.trim().split(/\s+/);
    return Number(ppid) === parent && !state.startsWith("Z") ? [Number(pid)] : [];
  });
}

const PAGE = { accept: "text/html" };

it("serves every edit, names it, and ends without a trace", async () => {
  const config = FILES["waymark.config.yaml"].replace(LEAN, "");
  const folder = folderOf({ ...FILES, "waymark.config.yaml": config });
  const dev = await startDev(folder);
  expect(await dev.text("/own")).toBe("first tea");
  // Absolute URLs lead to the server that listens, not to the process behind it.
  expect(await dev.text("/api/openapi")).toContain(`"url":"${dev.url}"`);
  expect(dev.terminal()).toContain(dev.url);

  writeFileSync(join(folder, "own.ts"), plugin("second"));
  await expect.poll(() => dev.text("/own"), PATIENT).toBe("second tea");
  expect(await dev.line(/^serving$/, 2)).toMatchObject({ changed: ["own.ts"] });

  writeFileSync(join(folder, "text.json"), '{ "word": "rum" }');
  await expect.poll(() => dev.text("/own"), PATIENT).toBe("second rum");
  expect(await dev.line(/^serving$/, 3)).toMatchObject({ changed: ["text.json"] });

  expect(await dev.status("/api/ping")).toBe(200);
  writeFileSync(join(folder, "waymark.config.yaml"), config.replace("{ ", "{ ping: false, "));
  await expect.poll(() => dev.status("/api/ping"), PATIENT).toBe(404);
  expect(await dev.line(/^serving$/, 4)).toMatchObject({ changed: ["waymark.config.yaml"] });

  await expect.poll(() => dev.children().length, PATIENT).toBe(1);
  const worker = dev.worker();
  expect(await dev.stop()).toEqual({ code: 0, stderr: "" });
  expect(() => process.kill(worker, 0)).toThrow("ESRCH");
});

it("shows mistakes on pages and in the terminal while the last good revision serves", async () => {
  const folder = folderOf(FILES);
  const dev = await startDev(folder);
  const mistakes = [
    ["own.ts", "export default {", /own\.ts/],
    ["own.ts", 'export default { id: "own", sumary: "" };', /PLUGIN_KEY_UNKNOWN: [^]*summary/],
    ["waymark.config.yaml", "plugins: {", /CONFIG_UNREADABLE/],
  ] as const;
  for (const [index, [file, text, reason]] of mistakes.entries()) {
    writeFileSync(join(folder, file), text);
    expect(await dev.line(/^the edit has a mistake/, index + 1)).toMatchObject({
      level: "error",
      changed: [file],
      reason: expect.stringMatching(reason),
    });
    expect(await dev.text("/own")).toMatch(/^(first|fixed) tea$/);
    expect(await dev.status("/own", PAGE)).toBe(503);
    expect(await dev.text("/own", PAGE)).toMatch(reason);

    writeFileSync(join(folder, file), FILES[file].replace("first", "fixed"));
    await expect.poll(() => dev.status("/own", PAGE), PATIENT).toBe(200);
    expect(await dev.text("/own")).toBe("fixed tea");
  }
});

it("waits for a fix when the first revision has a mistake", async () => {
  const folder = folderOf({ ...FILES, "own.ts": "export default" });
  const dev = await startDev(folder);
  const answer = await fetch(`${dev.url}/own`);
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({
    error: { status: 503, message: expect.stringContaining("PLUGIN_INVALID") },
  });
  writeFileSync(join(folder, "own.ts"), FILES["own.ts"]);
  await expect.poll(() => dev.text("/own"), PATIENT).toBe("first tea");
});

it("says so when the server ends by itself, and serves the next edit", async () => {
  const folder = folderOf(FILES);
  const dev = await startDev(folder);
  const worker = dev.worker();
  process.kill(worker, "SIGKILL");
  await dev.line(/^the server ended/);
  expect(await dev.status("/own")).toBe(503);
  writeFileSync(join(folder, "own.ts"), plugin("again"));
  await expect.poll(() => dev.text("/own"), PATIENT).toBe("again tea");
});

it("serves HTTPS with a certificate of its own, and prints a QR code", async () => {
  const dev = await startDev(folderOf(FILES), ["--https", "--qr", "--host", "0.0.0.0"]);
  const { port, protocol } = new URL(dev.url);
  expect(protocol).toBe("https:");
  const status = await new Promise((resolve, reject) => {
    get({ host: "127.0.0.1", port, path: "/own", rejectUnauthorized: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    }).on("error", reject);
  });
  expect(status).toBe(200);
  expect(dev.terminal()).toMatch(/Network:[^]*https:/);
  expect(dev.terminal()).toContain("█");
});

it("leaves no process behind when it is killed", async () => {
  const dev = await startDev(folderOf(FILES));
  const worker = dev.worker();
  await dev.stop("SIGKILL");
  const isAlive = () => {
    try {
      return process.kill(worker, 0);
    } catch {
      return false;
    }
  };
  await expect.poll(isAlive, PATIENT).toBe(false);
});

it("refuses a port that is taken, and says which", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const child = spawn(process.execPath, [BIN, "dev", "--port", String(port)], {
    cwd: folderOf(FILES),
    env: { ...ENV, NODE_PATH: "" },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (text.includes("listening on ")) child.kill("SIGKILL");
    });
  expect(await once(child, "close")).toEqual([1, null]);
  expect(stripVTControlCharacters(output)).toContain(
    `LISTEN_FAILED: listen EADDRINUSE: address already in use 127.0.0.1:${port}`,
  );
  expect(output).toContain("choose a free port");
});
