/** The service does the same on every runtime: its answers, a reload, a stop, and what it keeps. */
import { existsSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { createTestServer } from "waymark/testing";
import { snapshotsOf } from "../../plugins/tools/testing/snapshots.ts";
import { draw, seed } from "../_draw.ts";
import { folderOf } from "../_folder.ts";
import { start, type StartedProcess } from "../kernel/cli/_server.ts";
import { RUNTIMES, type Runtime } from "./runtimes.ts";

/** Keeps the tests of a runtime from running without it, except in CI, where they fail. */
const isMissing = ({ program }: Runtime) => !existsSync(program) && process.env["CI"] === undefined;

const BASE_URL = "https://api.example.com";
const DEFAULTS = `baseUrl: ${BASE_URL}\nstop: { delay: 0s }\nplugins: { rate-limit: { limit: 100000 } }\n`;
const WRITABLE = `stop: { delay: 0s }\nplugins: { brains: { writable: true } }\n`;

/** Headers that differ from one request to the next. */
const OF_REQUEST = /^(traceparent|x-request-id|server-timing|ratelimit|x-ratelimit-.*): .*$/gm;
/** Headers that follow from a body. */
const OF_BODY = /^(content-length|content-digest|repr-digest|etag): .*$/gm;

/** The longest that a connection between two requests is kept by a stop, with time to spare, in milliseconds. */
const PAST_GRACE_MS = 1500;

const inMemory = await createTestServer({ config: { baseUrl: BASE_URL } });
afterAll(() => inMemory.close());

/** Returns the answers of a running service to each route that reads, by file; without what depends on the moment. */
async function answersOf(server: StartedProcess): Promise<Readonly<Record<string, string>>> {
  const origin = await server.url();
  const snapshots = snapshotsOf(
    {
      ...inMemory,
      registry: inMemory.registry,
      origin,
      // Compressed bytes, and so their tags and lengths, are those of the runtime's zlib.
      fetch: (input, init) =>
        fetch(new URL(String(input), origin), {
          ...init,
          headers: { "accept-encoding": "identity" },
          redirect: "manual",
        }),
    },
    { params: { type: "Error" } },
  );
  const answers: Record<string, string> = {};
  for await (const { file, text } of snapshots) {
    if (!file.startsWith("routes/")) continue;
    const isOfMoment = /^cache-control: .*no-store/m.test(text);
    const stable = isOfMoment ? text.slice(0, text.indexOf("\n\n")) : text;
    answers[file] = stable
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
      .replace(/answered in [\d.,]+ ms/g, "answered in <ms>")
      .replace(OF_REQUEST, "$1: <of the request>")
      .replace(isOfMoment ? OF_BODY : /$^/g, "$1: <of the body>");
  }
  return answers;
}

let expected: ReturnType<typeof answersOf> | undefined;

/** Returns the answers of this process's own runtime. */
function answersHere(): ReturnType<typeof answersOf> {
  return (expected ??= answersOf(start(folderOf({ "waymark.config.yaml": DEFAULTS }))));
}

it.for(draw(Object.entries(RUNTIMES), 2))(
  `%s answers as Node 24 does, with SEED=${seed}`,
  async ([name, runtime], { skip }) => {
    skip(isMissing(runtime), `needs ${name} (npm ci --ignore-scripts --prefix test/opinions)`);
    const server = start(folderOf({ "waymark.config.yaml": DEFAULTS }), runtime);
    const answers = await answersOf(server);
    expect(Object.keys(answers).length).toBeGreaterThan(50);
    expect(answers).toEqual(await answersHere());
  },
);

/** Sends a write in two parts. Returns what sends the second, and the answer once the connection has ended. */
function halfWrite(url: string, id: string) {
  const body = JSON.stringify({ id, name: id, description: "A body of knowledge." });
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  const answer = Array.fromAsync(socket.setEncoding("utf8")).then((parts) => parts.join(""));
  socket.write(
    `PUT /api/brains/${id} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n` +
      `If-None-Match: *\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, 9)}`,
  );
  return { answer, finish: () => void socket.write(body.slice(9)) };
}

it.for(draw(Object.entries(RUNTIMES).toReversed(), 2))(
  `%s reloads, finishes a write at SIGTERM and keeps it, with SEED=${seed}`,
  async ([name, runtime], { skip }) => {
    skip(isMissing(runtime), `needs ${name} (npm ci --ignore-scripts --prefix test/opinions)`);
    const cwd = folderOf({ "waymark.config.yaml": WRITABLE });
    const server = start(cwd, runtime);
    const url = await server.url();
    await server.line(/^ready after/);

    writeFileSync(join(cwd, "waymark.config.yaml"), WRITABLE.replace("{ b", "{ locales: false, b"));
    server.kill("SIGHUP");
    await server.line(/^reloaded$/);
    expect((await fetch(`${url}/api/locales`)).status).toBe(404);

    const stream = await fetch(`${url}/api/events`);
    const write = halfWrite(url, "of-a-test");
    await expect.poll(async () => (await fetch(`${url}/api/time`)).status).toBe(200); // read after the half
    server.kill("SIGTERM");
    await server.line(/^stopping$/);
    setTimeout(write.finish, PAST_GRACE_MS);
    expect(await write.answer).toMatch(/^HTTP\/1\.1 201 /);
    await stream.text(); // ends
    expect(await server.ended).toMatchObject({ code: 0 });

    const next = start(cwd, runtime);
    const kept = await fetch(`${await next.url()}/api/brains/of-a-test`);
    expect(await kept.json()).toMatchObject({ name: "of-a-test" });
    next.kill("SIGINT");
    expect((await next.ended).code).toBe(0);
  },
);

it("refuses at the start what the runtime cannot do", async ({ skip }) => {
  const { Bun: bun, "Node 22": node } = RUNTIMES;
  skip(isMissing(bun) || isMissing(node), "needs Bun and Node 22 (test/opinions)");
  const proxied = `trustedProxies: ["127.0.0.1"]\nplugins: { listen: { proxyProtocol: true } }\n`;
  const refused = await Promise.all([
    start(folderOf({ "waymark.config.yaml": proxied }), bun).ended,
    start(folderOf(), { ...node, args: ["--no-experimental-sqlite"] }).ended,
  ]);
  const [headers, sqlite] = refused.map(({ code, stdout }) => ({ code, stdout }));
  expect(headers).toMatchObject({ code: 1, stdout: expect.stringContaining("PROXY headers") });
  expect(sqlite).toMatchObject({ code: 1, stdout: expect.stringContaining("has no node:sqlite") });
});
