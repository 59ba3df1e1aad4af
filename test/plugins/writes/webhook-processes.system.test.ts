/** Webhooks of real processes: killed at random moments, two on the same data, and the command line. */
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { start, type StartedProcess } from "../../kernel/cli/_server.ts";
import { receiver, SECRET } from "./_receiver.ts";
import { jsonRequest, until } from "../../_setup.ts";
import { folderOf } from "../../_folder.ts";
import { waymark } from "../../kernel/cli/_run.ts";

const KILLS = 2;

const configOf = (url: string | undefined) => `stop: { delay: 0s }
plugins:
  brains: { writable: true }
  access-log: false
  history: false
  rate-limit: { limit: 10000000 }
  webhooks:
    enabled: true
    allowHttp: true
    allowNetworks: [127.0.0.0/8]
    timeout: 1s
    backoff: { base: 20ms, max: 100ms }
    maxAttempts: 50
${url === undefined ? "" : `    subscriptions: { own: { url: "${url}", secret: "${SECRET}" } }\n`}`;

async function putBrain(origin: string, id: string, name = id): Promise<boolean> {
  const answer = await fetch(
    `${origin}/api/brains`,
    jsonRequest("POST", { id, name, description: name }),
  ).catch(() => undefined);
  return answer?.status === 201;
}

it(`delivers every acknowledged change, killed ${KILLS} times`, async () => {
  const { url, all } = await receiver(async () => {
    await pause(Math.random() * 20);
    return Math.random() < 0.2 ? 500 : 204;
  });
  const folder = folderOf({ "waymark.config.yaml": configOf(url) });
  const acknowledged: string[] = [];
  let count = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const server = start(folder);
    const origin = await server.url();
    const over = new AbortController();
    const clients = Array.from({ length: 4 }, async () => {
      while (!over.signal.aborted) {
        const id = `b${++count}`;
        if (await putBrain(origin, id)) acknowledged.push(id);
      }
    });
    // The first writes of a process load code, so that a fixed time might have none.
    const before = acknowledged.length;
    await until(() => acknowledged.length > before + 1);
    await pause(Math.random() * 100);
    server.kill("SIGKILL");
    over.abort();
    await server.ended;
    await Promise.all(clients);
  }
  expect(acknowledged.length).toBeGreaterThan(KILLS);
  await start(folder).url();
  const missing = () => {
    const keys = new Set(all.map(({ data }) => data.key));
    return acknowledged.filter((id) => !keys.has(id));
  };
  await expect.poll(missing).toEqual([]);
});

it("is sent by one of two processes, in order", async () => {
  const underWay = new Set<unknown>();
  let collisions = 0;
  const { url, all } = await receiver(async ({ data }) => {
    if (underWay.has(data.path)) collisions++;
    underWay.add(data.path);
    await pause(5);
    underWay.delete(data.path);
    return 204;
  });
  const folder = folderOf({ "waymark.config.yaml": configOf(url) });
  const first = start(folder);
  const origins = [await first.url(), await start(folder).url()];
  const rename = async (id: string, round: number) => {
    const answer = await fetch(
      `${origins[round % 2]}/api/brains/${id}`,
      jsonRequest("PUT", { id, name: `${id} ${round}`, description: id }),
    );
    expect(answer.status).toBe(200);
  };
  const ids = ["a", "b", "c", "d"];
  for (const id of ids) expect(await putBrain(origins[0] ?? "", id)).toBe(true);
  for (let round = 0; round < 15; round++) await Promise.all(ids.map((id) => rename(id, round)));
  await until(() => all.length >= ids.length * 16);
  await pause(300);
  expect(collisions).toBe(0);
  const messages = all.map(({ headers }) => headers["webhook-id"]);
  expect(new Set(messages).size).toBe(messages.length);
  for (const id of ids) {
    const times = all.filter(({ data }) => data.key === id).map(({ body }) => body);
    expect(times[0]).toContain("brains.created");
    const stamps = times.map((body) => (JSON.parse(body) as { timestamp: string }).timestamp);
    expect(stamps).toEqual(stamps.toSorted());
  }
});

it("goes to subscriptions of the command line, and stops with the process", async () => {
  const { url, all } = await receiver();
  const folder = folderOf({ "waymark.config.yaml": configOf(undefined) });
  const run = async (...args: readonly string[]) => {
    const { status, stdout, stderr } = await waymark(folder, ["webhooks", ...args]);
    if (status !== 0) throw new Error(stderr);
    return stdout;
  };
  const server: StartedProcess = start(folder);
  const origin = await server.url();
  expect((await server.line(/come from the config and from `waymark webhooks`/)).level).toBe(
    "info",
  );
  const { id, secret } = JSON.parse(
    await run("create", "--url", url, "--events", "brains.*", "--json"),
  ) as { id: string; secret: string };
  expect(secret).toMatch(/^whsec_/);
  expect(await run("list")).toContain(id);
  expect(await run("list")).not.toContain(secret);
  expect(await putBrain(origin, "x")).toBe(true);
  await until(() => all.length === 1);
  await run("remove", id);
  expect(await putBrain(origin, "y")).toBe(true);
  await pause(200);
  expect(all).toHaveLength(1);
  await expect(run("create", "--url", "http://10.0.0.1/")).rejects.toThrow("not public");
  server.kill("SIGTERM");
  const { code, stdout, stderr } = await server.ended;
  expect(code).toBe(0);
  expect(stdout + stderr).not.toContain(secret);
});
