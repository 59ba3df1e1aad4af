/** Helpers of tests: every HTTP behaviour runs in memory, through h3 over a socket, and through the fast path. */
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, onTestFinished } from "vitest";
import type { Log } from "waymark";
import { createTestServer, type TestServer, type TestServerOptions } from "waymark/testing";

/** Sends one request and returns the answer; redirects are not followed. */
export type Ask = (path: string, init?: RequestInit) => Promise<Response>;

const WAYS = {
  "in memory": {
    fastPath: false,
    ask:
      (server: TestServer): Ask =>
      (path, init) =>
        server.fetch(path, init),
  },
  "over a socket through h3": {
    fastPath: false,
    ask:
      (server: TestServer): Ask =>
      (path, init) =>
        server.request(path, init),
  },
  "over a socket through the fast path": {
    fastPath: true,
    ask:
      (server: TestServer): Ask =>
      (path, init) =>
        server.request(path, init),
  },
} as const;

/**
 * Runs the same tests against the same service, reached in each way, or in some. `server()` is for use inside tests.
 * Sweeps over all routes need no third way: the fast path answers them as h3 does, which is a law of its own.
 */
export function describeMatrix(
  name: string,
  options: TestServerOptions,
  define: (ask: Ask, server: () => TestServer) => void,
  ways = Object.keys(WAYS) as readonly (keyof typeof WAYS)[],
): void {
  const chosen = ways.map((way) => [way, WAYS[way]] as const);
  describe.each(chosen)(`${name}, %s`, (_way, { fastPath, ask }) => {
    let server: TestServer;
    beforeAll(async () => {
      server = await createTestServer({ ...options, fastPath });
    });
    afterAll(() => server.close());
    define(
      (path, init) => ask(server)(path, init),
      () => server,
    );
  });
}

/** Starts a server that is closed when its test ends. */
export async function startServer(options?: TestServerOptions): Promise<TestServer> {
  const server = await createTestServer(options);
  onTestFinished(() => server.close());
  return server;
}

/** Options of a service without a config file and an environment, for `boot` and for checks. */
export const NO_CONFIG = { cwd: process.cwd(), env: {}, file: false } as const;

/** A request whose body is JSON, where it has one. */
export function jsonRequest(method: string, body?: unknown, headers: object = {}) {
  if (body === undefined) return { method, headers: { ...headers } };
  const content = { "content-type": "application/json" };
  return { method, headers: { ...content, ...headers }, body: JSON.stringify(body) };
}

/** Milliseconds within which a busy machine begins to answer. */
const FIRST_BYTES_MS = 10_000;

/** Sends bytes as they are and collects what comes back until the server closes the connection or falls silent. */
export function sendRaw(origin: string, bytes: string, { silenceMs = 300 } = {}): Promise<string> {
  const { port, hostname } = new URL(origin);
  return new Promise((resolve, reject) => {
    let received = "";
    const socket = connect(Number(port), hostname, () => socket.write(bytes, "latin1"));
    socket.setTimeout(Math.max(silenceMs, FIRST_BYTES_MS), () => socket.destroy());
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
      socket.setTimeout(silenceMs);
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(received));
  });
}

/** Status and headers of a raw answer, names in lower case. */
export function parseRaw(answer: string): { status: number; headers: Headers; body: string } {
  const end = answer.indexOf("\r\n\r\n");
  const [statusLine = "", ...lines] = answer.slice(0, end).split("\r\n");
  const headers = new Headers(
    lines.map((line) => [
      line.slice(0, line.indexOf(":")),
      line.slice(line.indexOf(":") + 1).trim(),
    ]),
  );
  return { status: Number(statusLine.split(" ")[1]), headers, body: answer.slice(end + 4) };
}

/** Waits until something holds. The limit of the test ends it. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(10);
}

/** Returns the milliseconds of processor time that work takes: on a busy machine it takes no more of them. */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Does one thing several times at once. */
export function times<T>(count: number, act: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => act(index)));
}

/** Counts each status. */
export function tally(statuses: readonly number[]): Readonly<Record<string, number>> {
  const groups = Map.groupBy(statuses, (status) => status);
  return Object.fromEntries([...groups].map(([status, { length }]) => [status, length]));
}

/** Reads a body to its end, or leaves a stream, which has none. */
export async function discard(answer: Response): Promise<void> {
  if (answer.headers.get("content-type") === "text/event-stream") await answer.body?.cancel();
  else await answer.arrayBuffer();
}

/** The body as JSON of a shape that the test knows. */
export async function json<T = Record<string, unknown>>(answer: Response): Promise<T> {
  return (await answer.json()) as T;
}

export interface LogLine {
  readonly level: keyof Log;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A log whose lines a test can read. */
export function recordingLog(): { readonly log: Log; readonly lines: LogLine[] } {
  const lines: LogLine[] = [];
  const at =
    (level: keyof Log): Log[keyof Log] =>
    (message, fields = {}) =>
      void lines.push({ level, message, fields });
  return {
    log: { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") },
    lines,
  };
}
