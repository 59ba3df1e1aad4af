/** Section 4 of the contract of writes, line by line, over a socket. */
import { expect, it } from "vitest";
import { sendRaw } from "../../_setup.ts";
import { openShop, type Received, type Shop } from "./_orders.ts";

const KEY = '"8e03978e-40d5-43dd-bc93-6894a57f9324"';
const REPLAYED = "idempotency-replayed";
const tea = { item: "tea" };

const order = (shop: Shop, key: string | undefined, item = "tea", headers = {}) =>
  shop.send("POST", "/api/orders", { key, body: { item }, headers });

/** The parts of an answer that a repeated request has to receive. */
const kept = ({ status, body, header }: Received) => ({
  status,
  body,
  ...Object.fromEntries(
    ["location", "etag", "content-type", "preference-applied"].map((name) => [name, header(name)]),
  ),
});

it("repeats status, body, Location and ETag of the first answer, and says so", async () => {
  const shop = await openShop();
  const first = await order(shop, KEY);
  const second = await order(shop, KEY);
  expect(kept(second)).toEqual(kept(first));
  expect([first.status, first.header(REPLAYED), second.header(REPLAYED)]).toEqual([
    201,
    null,
    "true",
  ]);
  expect(first.header("location")).toMatch(/^\/api\/orders\//);
  expect(first.header("etag")).not.toBeNull();
  expect(shop.runs.count).toBe(1);
  expect(await shop.orders()).toHaveLength(1);
});

it("repeats the ETag and the applied preference of an answer without a body", async () => {
  const shop = await openShop();
  const headers = { prefer: "return=minimal" };
  const created = await order(shop, KEY, "tea", headers);
  expect([created.status, created.body, created.header("preference-applied")]).toEqual([
    201,
    "",
    "return=minimal",
  ]);
  expect(kept(await order(shop, KEY, "tea", headers))).toEqual(kept(created));
  const change = () =>
    shop.send("PATCH", created.header("location") ?? "", {
      key: KEY,
      body: { item: "coffee" },
      headers: { ...headers, "if-match": created.header("etag") ?? "" },
    });
  const changed = await change();
  expect(changed.status).toBe(204);
  expect(changed.header("etag")).not.toBeNull();
  expect(kept(await change()), "though the condition does not hold any more").toEqual(
    kept(changed),
  );
});

it("repeats bodies that are not JSON, in every coding, and statuses that a handler chose", async () => {
  const shop = await openShop();
  for (const path of ["/api/lots", "/api/notes"]) {
    const send = () =>
      shop.send("POST", path, { key: KEY, headers: { "accept-encoding": "gzip" } });
    const first = await send();
    const second = await send();
    expect(kept(second)).toEqual(kept(first));
    expect(second.header(REPLAYED)).toBe("true");
  }
  expect(shop.runs.count).toBe(2);
});

it.each([
  ["refuse", 409, "out-of-stock", true],
  ["twice", 409, "resource-exists", true],
  ["early", 425, "too-early", false],
  ["busy", 503, "shop-closed", false],
  ["fail", 500, "internal-error", false],
])("an order of %s is %i, and nothing changes", async (item, status, code, isKept) => {
  const shop = await openShop();
  const first = await order(shop, KEY, item);
  const second = await order(shop, KEY, item);
  for (const answer of [first, second]) expect(answer).toMatchObject({ status, code });
  expect(second.header(REPLAYED)).toBe(isKept ? "true" : null);
  expect(shop.runs.count).toBe(isKept ? 1 : 2);
  expect(await shop.orders()).toEqual([]);
  if (item === "refuse")
    expect(JSON.parse(second.body)).toMatchObject({ error: { detail: "Run 1." } });
});

it("keeps a body that does not fit, and a condition that does not hold", async () => {
  const shop = await openShop();
  const created = await order(shop, undefined);
  const path = created.header("location") ?? "";
  const wrong = () => shop.send("POST", "/api/orders", { key: KEY, body: { item: 1 } });
  const late = () =>
    shop.send("PATCH", path, { key: KEY, body: tea, headers: { "if-match": '"other"' } });
  for (const [send, status] of [
    [wrong, 422],
    [late, 412],
  ] as const) {
    const first = await send();
    expect([first.status, first.header(REPLAYED)]).toEqual([status, null]);
    const second = await send();
    expect([second.status, second.header(REPLAYED)]).toEqual([status, "true"]);
  }
});

it("refuses a key that comes with another body, query or path", async () => {
  const shop = await openShop();
  await order(shop, KEY);
  const [id = ""] = await shop.orders();
  const reused = { status: 422, code: "idempotency-key-reused" };
  expect(await order(shop, KEY, "coffee")).toMatchObject(reused);
  expect(await shop.send("POST", "/api/orders?again=1", { key: KEY, body: tea })).toMatchObject(
    reused,
  );
  const spaced = await shop.send("POST", "/api/orders", { key: KEY, body: '{ "item": "tea" }' });
  expect(spaced).toMatchObject(reused);
  expect((await order(shop, KEY)).status, "the first answer is still there").toBe(201);

  expect((await shop.send("PATCH", `/api/orders/${id}`, { key: KEY, body: tea })).status).toBe(200);
  expect(await shop.send("PATCH", "/api/orders/x", { key: KEY, body: tea })).toMatchObject(reused);
  expect(shop.runs.count).toBe(2);
});

it("keeps keys of principals, networks and routes apart", async () => {
  const shop = await openShop({}, { trustedProxies: ["127.0.0.1"] });
  const from = (client: string, name?: string) =>
    order(shop, KEY, "tea", {
      "x-forwarded-for": client,
      ...(name === undefined ? {} : { "x-name": name }),
    });
  const first = await Promise.all([
    from("192.0.2.1"),
    from("192.0.2.2"),
    from("2001:db8::1"),
    from("192.0.2.1", "ann"),
    from("192.0.2.1", "ben"),
  ]);
  expect(first.map(({ status, header }) => [status, header(REPLAYED)])).toEqual(
    first.map(() => [201, null]),
  );
  expect(new Set(first.map(({ body }) => body)).size).toBe(first.length);
  // The same network, and the same principal elsewhere.
  expect(kept(await from("2001:db8::2"))).toEqual(kept(first[2]!));
  expect(kept(await from("192.0.2.9", "ann"))).toEqual(kept(first[3]!));
  expect((await shop.send("POST", "/api/lots", { key: KEY })).header(REPLAYED)).toBeNull();
});

it.each([
  ['""', false],
  ['"a', false],
  ['a"b', false],
  ['"a" "b"', false],
  ['"a", "b"', false],
  ["a b", false],
  ['"\\a"', false],
  ['"é"', false],
  [`"${"a".repeat(256)}"`, false],
  ["a".repeat(256), false],
  [`"${"a".repeat(255)}"`, true],
  ["8e03978e-40d5-43dd-bc93-6894a57f9324", true],
  ['"a\\"b\\\\"', true],
  ['"a b";by=client;n=1;ok', true],
])("the key %s is well-formed: %s", async (key, isKey) => {
  const shop = await openShop();
  const malformed = { status: 400, code: "idempotency-key-malformed" };
  const answer = await order(shop, key);
  expect(answer).toMatchObject(isKey ? { status: 201 } : malformed);
  expect(shop.runs.count).toBe(isKey ? 1 : 0);
});

it("takes a quoted string and the bare token for the same key, and refuses the header twice", async () => {
  const shop = await openShop();
  await order(shop, '"abc"');
  expect((await order(shop, "abc")).header(REPLAYED)).toBe("true");
  expect((await order(shop, '"abc";a=1')).header(REPLAYED)).toBe("true");
  const twice = await sendRaw(
    shop.server.origin,
    `POST /api/lots HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 0\r\n${'Idempotency-Key: "abc"\r\n'.repeat(2)}\r\n`,
  );
  expect(twice).toMatch(/^HTTP\/1.1 400 [^]*idempotency-key-malformed/);
});

it("refuses requests without a key where one is required, and no others", async () => {
  const shop = await openShop({ required: true });
  expect(await order(shop, undefined)).toMatchObject({
    status: 400,
    code: "idempotency-key-missing",
  });
  expect((await order(shop, KEY)).status).toBe(201);
  expect((await shop.send("GET", "/api/orders")).status).toBe(200);
  expect((await shop.send("OPTIONS", "/api/orders")).status).toBe(204);
  expect((await shop.send("DELETE", "/api/lots")).status).toBe(405);
});

it("refuses a repeated request while the first is still running", async () => {
  const entered = Promise.withResolvers<void>();
  const open = Promise.withResolvers<void>();
  const shop = await openShop({}, { gate: { open: open.promise, entered: entered.resolve } });
  const first = order(shop, KEY);
  await entered.promise;
  const second = await order(shop, KEY);
  expect(second).toMatchObject({ status: 409, code: "idempotency-in-progress" });
  expect(second.header("retry-after")).toBe("1");
  open.resolve();
  expect((await first).status).toBe(201);
  expect((await order(shop, KEY)).header(REPLAYED)).toBe("true");
});

it("is in progress until a handler that took too long has ended", async () => {
  const open = Promise.withResolvers<void>();
  const shop = await openShop({}, { gate: { open: open.promise, entered() {} } });
  expect(await order(shop, KEY)).toMatchObject({ status: 503, code: "service-unavailable" });
  expect(await order(shop, KEY)).toMatchObject({ code: "idempotency-in-progress" });
  open.resolve();
  await expect.poll(async () => (await order(shop, KEY)).status).toBe(201);
  expect(await shop.orders()).toHaveLength(1);
});

it("has one effect for fifty requests with one key at the same time", async () => {
  const shop = await openShop();
  const answers = await Promise.all(Array.from({ length: 50 }, () => order(shop, KEY)));
  const statuses = new Set(answers.map(({ status }) => status));
  expect([...statuses].filter((status) => status !== 201 && status !== 409)).toEqual([]);
  const bodies = answers.filter(({ status }) => status === 201).map(({ body }) => body);
  expect(new Set(bodies).size).toBe(1);
  expect(shop.runs.count).toBe(1);
  expect(await shop.orders()).toHaveLength(1);
});

it("does not evaluate keys of requests to other routes", async () => {
  const shop = await openShop();
  const read = await shop.send("GET", "/api/orders", { key: '"' });
  expect([read.status, read.header(REPLAYED)]).toEqual([200, null]);
});
