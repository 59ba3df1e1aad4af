/** Subscriptions of callers: confirmed by their receivers, few, and of types that exist. */
import { expect, it } from "vitest";
import type { TestServer } from "waymark/testing";
import { json, until } from "../../_setup.ts";
import { as } from "../identity/_setup.ts";
import {
  put,
  readSubscription,
  receiver,
  SECRET,
  send,
  startRooms,
  subscribe,
  type Subscription,
  SUBSCRIPTIONS as ALL,
} from "./_receiver.ts";

const wes = as("wes");
const wim = as("wim");

const start = (webhooks: object = {}) => startRooms(webhooks, { access: {} });
const ask = (server: TestServer, body: object, headers: object = wes) =>
  send(server, "POST", ALL, body, headers);
const latest = async (server: TestServer, id: string) => {
  const answer = await send(server, "GET", `${ALL}/${id}/deliveries?limit=1`, undefined, wes);
  const [first] = (await json<{ deliveries: Delivery[] }>(answer)).deliveries;
  return first;
};
interface Delivery {
  readonly id: string;
  readonly type: string;
  readonly state: string;
  readonly attempts: readonly { readonly error?: string }[];
}

it("S8: a subscription is pending until its receiver returns the challenge", async () => {
  let answer: string | undefined;
  const hook = await receiver(undefined, { confirm: () => answer });
  const server = await start();
  const made = await json<Subscription>(await ask(server, { url: hook.url }));
  expect(made).toMatchObject({ active: true, pending: true });
  await until(async () => (await latest(server, made.id))?.state === "dead");
  expect(hook.challenges).toHaveLength(3);
  const [asked] = hook.challenges;
  expect(asked?.headers["webhook-signature"]).toMatch(/^v1,/);
  expect(asked?.data).toEqual({ subscription: made.id, challenge: expect.any(String) });
  await put(server, "early");

  const again = async () => {
    const { id = "" } = (await latest(server, made.id)) ?? {};
    const path = `${ALL}/${made.id}/deliveries/${id}/redeliver`;
    expect((await send(server, "POST", path, undefined, wes)).status).toBe(200);
    await until(async () => (await latest(server, made.id))?.state !== "pending");
  };
  for (const wrong of ["", "something", asked?.body]) {
    answer = wrong;
    await again();
    expect((await latest(server, made.id))?.attempts.at(-1)?.error).toMatch(/challenge/);
  }
  expect(await readSubscription(server, made.id, wes)).toMatchObject({ pending: true });
  answer = JSON.stringify({ challenge: asked?.data.challenge });
  await again();
  expect(await readSubscription(server, made.id, wes)).toMatchObject({ pending: false });
  await put(server, "after");
  await until(() => hook.all.length === 1);
  expect(hook.all[0]?.data.key).toBe("after");
  expect(hook.all[0]?.headers["webhook-id"]).not.toBe(asked?.headers["webhook-id"]);
});

it("S8: another URL is confirmed again, and what waits is not sent to it before", async () => {
  const first = await receiver(() => 500);
  const second = await receiver(undefined, { confirm: () => undefined });
  const third = await receiver();
  const server = await start({ backoff: { base: "200ms", max: "200ms" } });
  const { id } = await subscribe(server, first.url, wes);
  await put(server, "a");
  // More than one if the machine is busier than the wait is long.
  await until(() => first.all.length > 0);
  const move = (url: string) => send(server, "PATCH", `${ALL}/${id}`, { url }, wes);
  expect(await json(await move(second.url))).toMatchObject({ pending: true });
  await until(async () => (await latest(server, id))?.state === "dead");
  expect(second.all).toEqual([]);
  expect(await json(await move(third.url))).toMatchObject({ pending: true });
  await until(() => third.all.some(({ data }) => data.key === "a"));
  expect(await readSubscription(server, id, wes)).toMatchObject({ pending: false });
  expect(await json(await move(third.url))).toMatchObject({ pending: false });
});

it("S8: a caller has one subscription for each host, and ten in all", async () => {
  const hook = await receiver();
  const server = await start({ concurrency: 1 });
  const { id } = await subscribe(server, hook.url, wes);
  const { port } = new URL(hook.url);
  for (const host of ["127.0.0.1", "127.1", "2130706433"]) {
    const refused = await ask(server, { url: `http://${host}:${port}/other` });
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain(id);
  }
  expect((await ask(server, { url: hook.url }, wim)).status).toBe(201);
  const url = (nth: number) => `http://127.0.0.${nth}:${port}/`;
  for (let nth = 2; nth <= 10; nth++)
    expect((await ask(server, { url: url(nth) })).status).toBe(201);
  const refused = await ask(server, { url: url(11) });
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain("10 subscriptions");
  expect((await ask(server, { url: url(11) }, wim)).status).toBe(201);
  const moved = await send(server, "PATCH", `${ALL}/${id}`, { url: url(2) }, wes);
  expect(moved.status).toBe(409);
});

it("S8: the document states the confirmation and the limits where callers subscribe", async () => {
  const server = await start({ maxSubscriptions: 50, maxPerPrincipal: 7 });
  expect(await json(await server.request("/api/webhooks"))).toMatchObject({
    subscriptions: {
      confirmation: { type: "webhook.confirmation", maxAttempts: 3 },
      maxSubscriptions: 50,
      maxPerPrincipal: 7,
      renewWithinMs: 604_800_000,
    },
  });
});

it("S8: what the operator configures needs no confirmation", async () => {
  const hook = await receiver(undefined, { confirm: () => undefined });
  const server = await startRooms({ subscriptions: { own: { url: hook.url, secret: SECRET } } });
  await put(server, "a");
  await until(() => hook.all.length === 1);
  expect(hook.challenges).toEqual([]);
});

it("O9: types without events are refused with the nearest one", async () => {
  const server = await start();
  const url = "http://127.0.0.1:4000/";
  for (const [type, hint] of [
    ["rooms.create", "rooms.created"],
    ["room.*", "rooms.*"],
    ["offices.moved", "eventTypes"],
  ] as const) {
    const refused = await ask(server, { url, events: ["*", type] });
    expect(refused.status).toBe(422);
    const text = await refused.text();
    expect(text).toContain("/events");
    expect(text).toContain(hint);
  }
  const own = { own: { url, secret: SECRET, events: ["rooms.gone"] } };
  await expect(startRooms({ subscriptions: own })).rejects.toThrow("rooms.gone");
});

it("O9: events tell the version of their resource, and their order", async () => {
  const hook = await receiver();
  const other = await receiver();
  const server = await startRooms(
    { subscriptions: { own: { url: hook.url, secret: SECRET } } },
    { access: {} },
  );
  await subscribe(server, other.url, wes);
  const tags: (string | null)[] = [];
  for (const name of ["1", "2", "3"]) tags.push((await put(server, "a", name)).headers.get("etag"));
  await send(server, "DELETE", "/api/rooms/a");
  await until(() => hook.all.length === 4 && other.all.length === 4);
  const dataOf = ({ all }: typeof hook) =>
    all.map(({ body }) => (JSON.parse(body) as { data: { sequence: number; etag?: string } }).data);
  const data = dataOf(hook);
  expect(data.map(({ etag = null }) => etag)).toEqual([...tags, null]);
  expect(tags[0]).toMatch(/^"/);
  const sequences = data.map(({ sequence }) => sequence);
  expect(sequences).toEqual([...new Set(sequences)].toSorted((a, b) => a - b));
  expect(dataOf(other).map(({ sequence }) => sequence)).toEqual(sequences);
});

it("S17: neither ports of other protocols nor control characters are in the URLs of callers", async () => {
  const server = await start();
  for (const end of [":22/", ":443/", "/\u001b[2J"])
    expect((await ask(server, { url: `http://127.0.0.1${end}` })).status).toBe(422);
  expect((await ask(server, { url: "http://127.0.0.1/" })).status).toBe(201);
});

it("S17: a delivery does not tell why its target did not answer", async () => {
  const server = await start({ allowNetworks: ["127.0.0.2/32"], maxAttempts: 1 });
  const errors: (string | undefined)[] = [];
  // A closed port, an unknown name, and an address that is not public.
  for (const host of ["127.0.0.2:1029", "a.invalid", "ip6-localhost:1029"]) {
    const made = await json<Subscription>(await ask(server, { url: `http://${host}/` }));
    await until(async () => (await latest(server, made.id))?.state === "dead");
    errors.push((await latest(server, made.id))?.attempts[0]?.error);
  }
  expect(new Set(errors).size).toBe(1);
});
