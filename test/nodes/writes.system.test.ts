/** Writes at two nodes have the effects that they have at one. */
import { Client } from "pg";
import { afterAll, expect, it, onTestFinished } from "vitest";
import type { Plugin } from "waymark";
import { needs } from "../_programs.ts";
import roomBookings from "../fixtures/room-bookings/plugin.ts";
import ledger from "../hostile/ledger.ts";
import { postgresOptions } from "../plugins/store/_engines.ts";
import { endEngines, pair, send } from "./_pair.ts";

needs("postgres", "redis-server");
afterAll(endEngines);

const plugins = {
  ledger: ledger as Plugin,
  "room-bookings": roomBookings as Plugin,
  idempotency: { enabled: true },
};
const start = () => pair(plugins);

/** Runs at once, at both nodes by turns. */
const atBoth = <N, T>(times: number, nodes: readonly [N, N], act: (node: N, n: number) => T) =>
  Promise.all(Array.from({ length: times }, (_, n) => act(nodes[n % 2 === 0 ? 0 : 1], n)));

/** The statuses, each with its number. */
function count(answers: readonly { readonly status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const slot = (hour: number, room = "blue") => ({
  room,
  from: `2026-05-04T${10 + hour}:00:00Z`,
  to: `2026-05-04T${10 + hour}:30:00Z`,
});

it("has one effect for a key, and replays its answer at the other node byte for byte", async () => {
  const nodes = await start();
  const order = { nonce: "n", amount: 7 };
  const write = (node: (typeof nodes)[0]) =>
    send(node, "POST", "/api/entries", order, { "idempotency-key": `"one"` });
  const answers = await atBoth(20, nodes, write);
  const made = answers.filter(({ status }) => status === 201);
  expect(made.length).toBeGreaterThan(0);
  for (const { status, text } of answers)
    if (status !== 201) expect([status, text]).toEqual([409, expect.stringContaining("progress")]);
  const replays = [await write(nodes[0]), await write(nodes[1])];
  for (const { headers, text } of replays) {
    expect(headers.get("idempotency-replayed")).toBe("true");
    expect(text).toBe(made[0]?.text);
  }
  expect(new Set(made.map(({ text }) => text)).size).toBe(1);
  expect(new Set(replays.map(({ headers }) => headers.get("location"))).size).toBe(1);
  for (const node of nodes)
    expect(JSON.parse((await send(node, "GET", "/api/sum")).text)).toMatchObject({
      entries: 1,
      amount: 7,
    });
});

it("lets one of 50 conditional writes with the same tag through", async () => {
  const nodes = await start();
  const made = await send(nodes[0], "POST", "/api/bookings", slot(0));
  const path = made.headers.get("location") ?? "";
  const seen = await Promise.all(nodes.map((node) => send(node, "GET", path)));
  const [tag, other] = seen.map(({ headers }) => headers.get("etag") ?? "");
  expect(other).toBe(tag);
  const answers = await atBoth(50, nodes, (node, n) =>
    send(node, "PUT", path, slot(0, `room ${n}`), { "if-match": tag ?? "" }),
  );
  expect(count(answers)).toEqual({ 200: 1, 412: 49 });
  const winner = answers.find(({ status }) => status === 200);
  for (const node of nodes) {
    // The other node may keep what it read before for as long as the consistency policy says.
    await expect.poll(async () => (await send(node, "GET", path)).text).toBe(winner?.text);
    const { headers } = await send(node, "GET", path);
    expect(headers.get("etag")).toBe(winner?.headers.get("etag"));
  }
});

it("S16: answers conditional writes under contention with 412 or 409", async () => {
  // With the pool's own wait, as services have it.
  const store = { ...(await postgresOptions()), pool: {}, versions: {} };
  const nodes = await pair({ ...plugins, store });
  const made = await send(nodes[0], "POST", "/api/bookings", slot(0));
  const path = made.headers.get("location") ?? "";
  const answers = await atBoth(60, nodes, async (node, client) => {
    const own = [];
    for (let n = 0; n < 8; n++) {
      const tag = (await send(node, "GET", path)).headers.get("etag") ?? "";
      const body = slot(0, `room ${client} ${n}`);
      own.push(await send(node, "PUT", path, body, { "if-match": tag }));
    }
    return own;
  });
  const counts = count(answers.flat());
  expect(counts[200]).toBeGreaterThan(0);
  expect(Object.keys(counts).filter((status) => !["200", "409", "412"].includes(status))).toEqual(
    [],
  );
});

it("S16: a row that others keep locked is a conflict, and nothing is changed", async () => {
  const store = await postgresOptions();
  const nodes = await pair({ ...plugins, store });
  const made = await send(nodes[0], "POST", "/api/bookings", slot(0));
  const path = made.headers.get("location") ?? "";
  const tag = made.headers.get("etag") ?? "";
  const other = new Client(store.url);
  await other.connect();
  onTestFinished(() => other.end());
  await other.query("begin; select 1 from bookings for update");
  const conditional = { "if-match": tag };
  const answer = await send(nodes[0], "PUT", path, slot(0, "red"), conditional);
  expect(answer).toMatchObject({ status: 409, text: expect.stringContaining("write-conflict") });
  await other.query("rollback");
  expect((await send(nodes[1], "PUT", path, slot(0, "red"), conditional)).status).toBe(200);
});

// None is given up: those that conflict again and again take turns.
it("counts to 100 in transactions at both nodes", async () => {
  const nodes = await start();
  const answers = await atBoth(10, nodes, async (node, client) => {
    const own = [];
    for (let n = 0; n < 10; n++) {
      const entry = { nonce: `${client}-${n}`, amount: 1 };
      own.push(await send(node, "POST", "/api/entries", entry));
    }
    return own;
  });
  expect(count(answers.flat())).toEqual({ 201: 100 });
  for (const node of nodes)
    expect(JSON.parse((await send(node, "GET", "/api/sum")).text)).toMatchObject({
      entries: 100,
      amount: 100,
    });
});

it("books a slot once", async () => {
  const nodes = await start();
  const answers = await atBoth(20, nodes, (node) => send(node, "POST", "/api/bookings", slot(1)));
  expect(count(answers)).toEqual({ 201: 1, 409: 19 });
  for (const node of nodes) {
    const { bookings } = JSON.parse((await send(node, "GET", "/api/bookings")).text) as {
      bookings: unknown[];
    };
    expect(bookings).toHaveLength(1);
  }
});
