/** Stop of a server under load: nothing in flight is lost, and the log names what takes too long. */
import { connect, type Socket } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { busyClients } from "./_busy-clients.ts";
import { start, type LogLine } from "./_server.ts";
import { folderOf } from "../../_folder.ts";

const LENGTH = 24 * 1024 * 1024;

/** Routes that answer much, or never. */
const WORK = `const get = { method: "GET", summary: "Work.", cache: "no-store", text: { mediaType: "text/plain" } };
  export default {
    id: "work",
    summary: "Works.",
    needs: { runtime: { id: "runtime" } },
    setup({ runtime }, { log, defer }) {
      const state = () => ({ draining: runtime.draining, left: runtime.counts.requestsCut });
      log.info("opening", state());
      defer(() => log.info("closing", state()));
    },
    routes: { load: { ...get, path: "/load" }, hang: { ...get, path: "/hang/{id}" } },
    handlers: (_use, { log }) => ({
      load() {
        log.info("loading");
        return "x".repeat(${LENGTH});
      },
      hang() {
        log.info("hanging");
        return new Promise(() => {});
      },
    }),
  };`;

function serve(stop: string) {
  const config = `stop: { ${stop} }\nplugins: { ./work.mjs: true, rate-limit: false, access-log: false }\n`;
  return start(folderOf({ "waymark.config.yaml": config, "work.mjs": WORK }));
}

/** Sends a GET on a connection of its own, and reads nothing yet. */
function send(url: string, path: string): Socket {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname)
    .pause()
    .on("error", () => {});
  onTestFinished(() => void socket.destroy());
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nX-Request-ID: of-a-test\r\n\r\n`);
  return socket;
}

async function bytesOf(socket: Socket): Promise<number> {
  let length = 0;
  for await (const chunk of socket) length += (chunk as Buffer).byteLength;
  return length;
}

// The script stop-rounds.ts does the same fifty times.
it("loses no request of busy clients at SIGTERM (A10, E6)", async () => {
  const server = serve("delay: 2s");
  const { until } = busyClients(await server.url(), 16);
  await server.line(/^ready after/);
  server.kill("SIGTERM");
  expect(await until).toMatchObject({ lost: 0, announced: expect.any(Number) });
  expect((await until).announced).toBeGreaterThanOrEqual(16);
  expect((await server.ended).code).toBe(0);
});

it("loses none without a delay either (E6)", async () => {
  const server = serve("delay: 0s");
  const { until } = busyClients(await server.url(), 16);
  await server.line(/^ready after/);
  server.kill("SIGTERM");
  expect(await until).toMatchObject({ lost: 0 });
  expect((await server.ended).code).toBe(0);
});

it("lets a slow download finish (E6)", async () => {
  const server = serve("delay: 0s");
  const socket = send(await server.url(), "/load");
  await server.line(/^loading$/);
  server.kill("SIGTERM");
  await server.line(/^stopping$/);
  await expect.poll(() => canConnect(socket.remotePort)).toBe(false); // the port is gone
  expect(await bytesOf(socket)).toBeGreaterThan(LENGTH);
  const { code, stdout } = await server.ended;
  expect(code).toBe(0);
  expect(stdout).not.toContain("cut");
});

it("names what it cuts when the drain is over, and counts it (A10)", async () => {
  const server = serve("delay: 0s, drain: 500ms");
  const url = await server.url();
  for (const path of ["/load", "/hang/7?token=secret"]) send(url, path);
  await server.line(/^loading$/);
  await server.line(/^hanging$/);
  server.kill("SIGTERM");
  const { code, stdout } = await server.ended;
  expect(code).toBe(0);
  const lines = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as LogLine);
  expect(lines.filter(({ message }) => message === "a request was cut")).toMatchObject([
    { requestId: "of-a-test", route: "work.load", path: "/load", begun: true },
    { requestId: "of-a-test", route: "work.hang", path: "/hang/7", begun: false },
  ]);
  expect(lines.find(({ message }) => message.includes("stop.drain in"))).toMatchObject({ cut: 2 });
  const states = lines.filter(({ message }) => message === "opening" || message === "closing");
  expect(states).toMatchObject([
    { draining: false, left: 0 },
    { draining: true, left: 2 },
  ]);
});

it.each([
  [
    "stop.drain is shorter than handlers may take",
    "10s",
    { slowest: "slow.wait", timeoutMs: 50_000 },
  ],
  ["not if it is as long", "50s", undefined],
])("says at the start that %s", async (_name, drain, expected) => {
  const slow = `export default {
    id: "slow",
    summary: "Waits.",
    routes: { wait: { method: "GET", path: "/wait", summary: "Wait.", timeout: "50s", text: { mediaType: "text/plain" }, cache: "no-store" } },
    handlers: () => ({ wait: () => "" }),
  };`;
  const config = `stop: { drain: ${drain} }\nplugins: { ./slow.mjs: true }\n`;
  const server = start(folderOf({ "waymark.config.yaml": config, "slow.mjs": slow }));
  await server.line(/^ready after/);
  server.kill("SIGINT");
  const lines = (await server.ended).stdout.trim().split("\n");
  const notices = lines.filter((line) => line.includes("may cut"));
  expect(notices.map((line) => JSON.parse(line) as LogLine)).toEqual(
    expected === undefined ? [] : [expect.objectContaining({ level: "warn", drain, ...expected })],
  );
});

function canConnect(port: number | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port ?? 0, "127.0.0.1", () => resolve(true));
    socket.on("error", () => resolve(false)).on("connect", () => socket.destroy());
  });
}
