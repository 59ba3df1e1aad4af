/** Counts of real processes: killed under load, stopped, and two on the same data. */
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { start } from "../../kernel/cli/_server.ts";
import { folderOf } from "../../_folder.ts";

const BADGES = `const principal = (name) => ({ id: "badge:" + name, kind: "badges", name, scopes: [] });
  const identifies = {
    description: "A badge.",
    scheme: { type: "http", scheme: "bearer" },
    challenge: "Bearer",
    identify: (call) => {
      const [, name] = /^Bearer badge-(\\w+)$/.exec(call.header("authorization") ?? "") ?? [];
      return name && principal(name);
    },
  };
  const reads = { authorization: { description: "Bearer and a badge." } };
  export default {
    id: "badges",
    summary: "Identifies callers by badges.",
    policies: [{ id: "badges", reads, identifies, compile: () => ({}) }],
  };`;

const CONFIG = `plugins: { ./badges.mjs: true, access: true, access-log: false, history: false,
  rate-limit: { limit: 10000000 } }\n`;

/** The durability that is promised, in milliseconds. */
const LOST_MS = 5000;
const NAMES = ["ann", "ben", "cid", "dan"];

it("has all requests but those of the last five seconds after a SIGKILL", async () => {
  const folder = folderOf({ "waymark.config.yaml": CONFIG, "badges.mjs": BADGES });
  const server = start(folder);
  const url = await server.url();
  const headers = (name: string) => ({ authorization: `Bearer badge-${name}` });
  const answered = new Map(NAMES.map((name) => [name, [] as number[]]));
  const sent = new Map(NAMES.map((name) => [name, 0]));
  const load = new AbortController();
  const clients = NAMES.map(async (name) => {
    while (!load.signal.aborted) {
      sent.set(name, (sent.get(name) ?? 0) + 1);
      const status = await fetch(`${url}/api/brains`, { headers: headers(name) }).then(
        async (answer) => (await answer.arrayBuffer(), answer.status),
        () => undefined,
      );
      if (status === 200) answered.get(name)?.push(performance.now());
    }
  });
  await pause(LOST_MS + 2500);
  const end = performance.now();
  server.kill("SIGKILL");
  load.abort();
  await server.ended;
  await Promise.all(clients);

  const again = await start(folder).url();
  for (const name of NAMES) {
    const answer = await fetch(`${again}/api/usage`, { headers: headers(name) });
    const { requestsUsed } = (await answer.json()) as { requestsUsed: number };
    const times = answered.get(name) ?? [];
    const durable = times.filter((at) => at < end - LOST_MS).length;
    expect(durable).toBeGreaterThan(0);
    expect(requestsUsed).toBeGreaterThanOrEqual(durable);
    expect(requestsUsed).toBeLessThanOrEqual(sent.get(name) ?? 0);
  }
});

it("has every request after a SIGTERM", async () => {
  const folder = folderOf({
    "waymark.config.yaml": `stop: { delay: 0s }\n${CONFIG}`,
    "badges.mjs": BADGES,
  });
  const first = start(folder);
  const url = await first.url();
  const headers = { authorization: "Bearer badge-ann" };
  await Promise.all(Array.from({ length: 20 }, () => fetch(`${url}/api/brains`, { headers })));
  first.kill("SIGTERM");
  expect((await first.ended).code).toBe(0);
  const answer = await fetch(`${await start(folder).url()}/api/usage`, { headers });
  expect(await answer.json()).toMatchObject({ requestsUsed: 20 });
});

it("has the requests of every process on the same data", async () => {
  const folder = folderOf({ "waymark.config.yaml": CONFIG, "badges.mjs": BADGES });
  const urls = await Promise.all([start(folder).url(), start(folder).url()]);
  const headers = { authorization: "Bearer badge-ann" };
  const send = (url: string, path: string) => fetch(`${url}${path}`, { headers });
  for (const [at, url] of urls.entries())
    for (let sent = 0; sent < 3 + at; sent++) await send(url, "/api/brains");
  for (const url of urls) {
    const used = async () =>
      ((await (await send(url, "/api/usage")).json()) as { requestsUsed: number }).requestsUsed;
    await expect.poll(used).toBe(7);
  }
});
