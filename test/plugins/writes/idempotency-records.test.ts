/** The records of keys: their contents, their limits, and their end. */
import { expect, it } from "vitest";
import { fixedClock } from "waymark/testing";
import { CLIENTS, RECORDS, type RecordRow } from "../../../plugins/writes/idempotency/records.ts";
import { prune } from "../../../plugins/writes/idempotency/prune.ts";
import { openShop, type Shop } from "./_orders.ts";

const KEY = '"8e03978e-40d5-43dd-bc93-6894a57f9324"';
const REPLAYED = "idempotency-replayed";

const order = (shop: Shop, key: string, item = "tea", headers = {}) =>
  shop.send("POST", "/api/orders", { key, body: { item }, headers });

async function rowsOf<T extends object>({ runs }: Shop, table: string): Promise<readonly T[]> {
  const { items } = (await runs.store?.table(table).list<T>({ limit: 10_000 })) ?? { items: [] };
  return items;
}

it("names neither the key nor the caller, and does not count as a change of data", async () => {
  const shop = await openShop();
  const before = shop.runs.store?.version();
  await shop.send("POST", "/api/lots", { key: KEY, headers: { "x-name": "ann-of-green-gables" } });
  const rows = await rowsOf<RecordRow>(shop, RECORDS);
  expect(rows).toHaveLength(1);
  for (const hidden of ["8e03978e", "ann-of-green-gables", "127.0.0.1"])
    expect(JSON.stringify(rows)).not.toContain(hidden);
  expect(shop.runs.store?.version(), "kept lists survive it").toBe(before);
});

it("forgets a key after its time", async () => {
  const clock = fixedClock();
  const shop = await openShop({ ttl: "1h" }, { clock });
  await order(shop, KEY);
  clock.advance("59m");
  expect((await order(shop, KEY)).header(REPLAYED)).toBe("true");
  clock.advance("1m");
  expect((await order(shop, KEY, "coffee")).header(REPLAYED)).toBeNull();
  expect((await order(shop, KEY, "coffee")).header(REPLAYED)).toBe("true");
  expect(await shop.orders()).toHaveLength(2);
  expect(await rowsOf(shop, RECORDS)).toHaveLength(1);
  expect(await rowsOf(shop, CLIENTS)).toMatchObject([{ records: 1 }]);
});

it("removes expired records in batches, and counts those that are left", async () => {
  const clock = fixedClock();
  const shop = await openShop({ ttl: "1h" }, { clock });
  const lots = async (name: string, from: number, count: number) => {
    for (let n = from; n < from + count; n++)
      await shop.send("POST", "/api/lots", { key: `key-${n}`, headers: { "x-name": name } });
  };
  await lots("ann", 0, 150);
  await lots("ben", 0, 5);
  clock.advance("30m");
  await lots("ann", 150, 3);
  clock.advance("30m");
  const { store } = shop.runs;
  if (store === undefined) throw new Error("the shop has no store");
  const { signal } = new AbortController();
  await Promise.all([prune(store, clock.now(), signal), prune(store, clock.now(), signal)]);
  expect(await rowsOf(shop, RECORDS)).toHaveLength(3);
  expect(await rowsOf(shop, CLIENTS)).toMatchObject([{ records: 3 }]);
  await prune(store, clock.now(), AbortSignal.abort());
});

it("refuses keys of one client beyond a limit, until some are forgotten", async () => {
  const clock = fixedClock();
  const shop = await openShop({ ttl: "1h", maxKeysPerClient: 2 }, { clock });
  const ann = { "x-name": "ann" };
  for (const key of ["a", "b"]) expect((await order(shop, key, "tea", ann)).status).toBe(201);
  const refused = await order(shop, "c", "tea", ann);
  expect(refused).toMatchObject({ status: 429, code: "idempotency-keys-exhausted" });
  expect(refused.header("retry-after")).toBe("60");
  expect((await order(shop, "a", "tea", ann)).header(REPLAYED)).toBe("true");
  expect((await order(shop, "c", "tea", { "x-name": "ben" })).status).toBe(201);
  expect(shop.runs.count).toBe(3);
  clock.advance("1h");
  const { store } = shop.runs;
  if (store !== undefined) await prune(store, clock.now(), new AbortController().signal);
  expect((await order(shop, "c", "tea", ann)).status).toBe(201);
});

it("counts exactly, with many requests at the same time", async () => {
  const shop = await openShop({ maxKeysPerClient: 20 });
  const keys = Array.from({ length: 30 }, (_, n) => `key-${n}`);
  const answers = await Promise.all(keys.map((key) => order(shop, key)));
  const statuses = Map.groupBy(answers, ({ status }) => status);
  expect([statuses.get(201)?.length, statuses.get(429)?.length]).toEqual([20, 10]);
  expect(await rowsOf(shop, CLIENTS)).toMatchObject([{ records: 20 }]);
});

it("repeats status and headers alone of an answer with a large body", async () => {
  const shop = await openShop({ maxBodyBytes: 100 });
  const large = "x".repeat(100);
  const first = await order(shop, KEY, large);
  const second = await order(shop, KEY, large);
  expect([second.status, second.body, second.header(REPLAYED)]).toEqual([201, "", "true"]);
  for (const name of ["etag", "location"]) expect(second.header(name)).toBe(first.header(name));
  const change = () =>
    shop.send("PATCH", first.header("location") ?? "", { key: KEY, body: { item: `${large}y` } });
  const changed = await change();
  const again = await change();
  expect([changed.status, again.status, again.body]).toEqual([200, 204, ""]);
  expect(again.header("etag")).toBe(changed.header("etag"));
});

it("decides again on a refusal that the service does not know any more", async () => {
  const shop = await openShop();
  await order(shop, KEY, "refuse");
  const [row] = await rowsOf<RecordRow>(shop, RECORDS);
  const head = (row?.head ?? "").replace("out-of-stock", "out-of-print");
  await shop.runs.store?.table(RECORDS).update(row?.id ?? "", { head });
  expect(await order(shop, KEY, "refuse")).toMatchObject({ status: 409, code: "out-of-stock" });
  expect(shop.runs.count).toBe(2);
});

it("survives a reload, with other options as well", async () => {
  const shop = await openShop();
  const first = await order(shop, KEY);
  await shop.server.reload(shop.config);
  expect((await order(shop, KEY)).body).toBe(first.body);
  const plugins = { ...shop.config.plugins, idempotency: { enabled: true, ttl: "2h" } };
  await shop.server.reload({ ...shop.config, plugins });
  const again = await order(shop, KEY);
  expect([again.body, again.header(REPLAYED)]).toEqual([first.body, "true"]);
  expect(shop.runs.count).toBe(1);
});

it("counts records, replays and conflicts", async () => {
  const shop = await openShop();
  for (const item of ["tea", "tea", "coffee"]) await order(shop, KEY, item);
  const { body } = await shop.send("GET", "/api/metrics", { headers: { accept: "text/plain" } });
  for (const name of ["records", "replays", "conflicts"])
    expect(body).toMatch(new RegExp(`idempotency_${name}_total[^\\n]* 1\\n`));
});
