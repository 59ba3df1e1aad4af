/** Keys and real processes: killed at random moments, restarted, and two on the same data. */
import { setTimeout as pause } from "node:timers/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { start } from "../../kernel/cli/_server.ts";
import { clientOf, type Received } from "./_orders.ts";
import { folderOf } from "../../_folder.ts";

const MODULE = pathToFileURL(join(import.meta.dirname, "_shop.ts")).href;
const FILES = {
  "waymark.config.yaml": `stop: { delay: 0s }
plugins:
  ./orders.mjs: true
  idempotency: { enabled: true }
  store: { file: data.db }
  access-log: false
  history: false
  rate-limit: { limit: 10000000 }
`,
  "orders.mjs": `import { ordersPlugin } from "${MODULE}";\nexport default ordersPlugin();\n`,
};

const shopAt = (url: string) => clientOf((path, init) => fetch(`${url}${path}`, init));
const order = (url: string, key: string, item = key) =>
  shopAt(url).send("POST", "/api/orders", { key, body: { item } });

/** Counts the orders of each item. */
function ordersIn(folder: string): ReadonlyMap<string, number> {
  const database = new DatabaseSync(join(folder, "data.db"));
  const rows = database.prepare("select item, count(*) as n from orders group by item").all();
  database.close();
  return new Map(rows.map(({ item, n }) => [String(item), Number(n)]));
}

const KILLS = 2;

it(`has each acknowledged write once after ${KILLS} kills, and repeats its answer`, async () => {
  const folder = folderOf(FILES);
  const acknowledged = new Map<string, Received>();
  let unanswered: string[] = [];
  let killed = 0;
  for (let round = 0; round < KILLS; round++) {
    const server = start(folder);
    const url = await server.url();
    for (const key of unanswered) {
      const answer = await order(url, key);
      expect(answer.status).toBe(201);
      acknowledged.set(key, answer);
    }
    for (const [key, { body, header }] of [...acknowledged].slice(-10)) {
      const again = await order(url, key);
      expect([again.body, again.header("location")]).toEqual([body, header("location")]);
      expect(again.header("idempotency-replayed")).toBe("true");
    }
    unanswered = [];
    const first = Promise.withResolvers<void>();
    const clients = [0, 1, 2, 3].map(async (client) => {
      for (let n = 0; ; n++) {
        const key = `${round}-${client}-${n}`;
        const answer = await order(url, key).catch(() => undefined);
        if (answer === undefined) return void unanswered.push(key);
        expect(answer.status).toBe(201);
        acknowledged.set(key, answer);
        first.resolve();
      }
    });
    await first.promise;
    await pause(Math.random() * 150);
    server.kill("SIGKILL");
    await server.ended;
    await Promise.all(clients);
    killed += 1;
    const orders = ordersIn(folder);
    expect([...acknowledged.keys()].filter((key) => orders.get(key) !== 1)).toEqual([]);
    expect([...orders.values()].every((count) => count === 1)).toBe(true);
  }
  expect(killed).toBe(KILLS);
  const url = await start(folder).url();
  for (const key of unanswered) expect((await order(url, key)).status).toBe(201);
  const orders = ordersIn(folder);
  for (const key of [...acknowledged.keys(), ...unanswered]) expect(orders.get(key)).toBe(1);
});

it("has one effect for fifty requests with one key to two processes", async () => {
  const folder = folderOf(FILES);
  const servers = [start(folder)];
  await servers[0]?.url(); // which makes the database
  servers.push(start(folder));
  const urls = await Promise.all(servers.map((server) => server.url()));
  for (const key of ["a", "b", "c"]) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => order(urls[n % 2] ?? "", key)),
    );
    const others = answers.filter(({ status }) => status !== 201);
    expect(others.filter(({ code }) => code !== "idempotency-in-progress")).toEqual([]);
    const bodies = answers.filter(({ status }) => status === 201).map(({ body }) => body);
    expect(new Set(bodies).size).toBe(1);
    for (const url of urls) {
      const again = await order(url, key);
      expect([again.body, again.header("idempotency-replayed")]).toEqual([bodies[0], "true"]);
    }
    expect(await order(urls[1] ?? "", key, "other")).toMatchObject({
      code: "idempotency-key-reused",
    });
  }
  expect(ordersIn(folder)).toEqual(new Map(["a", "b", "c"].map((key) => [key, 1])));
});
