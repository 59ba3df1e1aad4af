/** Subscriptions as resources: of their principal, and of no other. */
import { Webhook } from "standardwebhooks";
import { expect, it, onTestFinished } from "vitest";
import type { Plugin, Principal } from "waymark";
import type { TestServer } from "waymark/testing";
import { json, until } from "../../_setup.ts";
import { journal } from "../identity/_journal.ts";
import { passes } from "../identity/_passes.ts";
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

interface Delivery {
  readonly id: string;
  readonly state: string;
  readonly attempts: readonly { readonly status?: number; readonly error?: string }[];
}

const wes = { authorization: "Bearer badge-wes" };
const wim = { authorization: "Bearer badge-wim" };

const start = (webhooks: object = {}) => startRooms(webhooks, { access: {} });
const deliveriesOf = async (server: TestServer, id: string) =>
  (
    await json<{ deliveries: Delivery[] }>(
      await send(server, "GET", `${ALL}/${id}/deliveries`, undefined, wes),
    )
  ).deliveries;

it("asks for scopes", async () => {
  const server = await start();
  const body = { url: "http://127.0.0.1/" };
  expect((await send(server, "POST", ALL, body)).status).toBe(401);
  expect((await send(server, "GET", ALL)).status).toBe(401);
  const ben = { authorization: "Bearer badge-ben" };
  expect((await send(server, "POST", ALL, body, ben)).status).toBe(403);
});

it("shows and repeats the deliveries of all principals to one with the rights of the operator", async () => {
  const all: Principal = {
    id: "crew:ops",
    kind: "passes",
    name: "Ops",
    scopes: ["webhooks:read", "webhooks:write", "webhooks:all"],
  };
  const ops = passes({ identify: (call) => (call.header("x-pass") ? all : undefined) });
  const server = await startRooms({}, { access: {} }, [ops]);
  const hook = await receiver();
  const { id } = await subscribe(server, hook.url, wes);
  await put(server, "a");
  await until(() => hook.all.length === 1);
  const asOps = { "x-pass": "ops" };
  const { subscriptions } = await json<{ subscriptions: { id: string; owner?: string }[] }>(
    await send(server, "GET", ALL, undefined, asOps),
  );
  expect(subscriptions).toMatchObject([{ id, owner: expect.stringContaining("wes") }]);
  const [delivery] = await deliveriesOf(server, id);
  const again = `${ALL}/${id}/deliveries/${delivery?.id}/redeliver`;
  await until(async () => (await deliveriesOf(server, id))[0]?.state === "delivered");
  expect((await send(server, "POST", again, {}, wim)).status).toBe(404);
  expect((await send(server, "POST", again, {}, asOps)).status).toBe(200);
  await until(() => hook.all.length === 2);
  // The operator's own need no confirmation.
  expect(await subscribe(server, (await receiver()).url, asOps)).toMatchObject({ pending: false });
});

it("shows a secret once, and a subscription to its principal alone", async () => {
  const server = await start();
  const { url } = await receiver();
  const { id, secret } = await subscribe(server, url, wes);
  expect(secret).toMatch(/^whsec_/);
  const own = await send(server, "GET", `${ALL}/${id}`, undefined, wes);
  expect(own.headers.get("etag")).toBeTruthy();
  const text = (await own.text()) + (await (await send(server, "GET", ALL, undefined, wes)).text());
  expect(text).toContain(id);
  expect(text).not.toContain(secret);
  expect(text).not.toMatch(/"(secret|previousSecret|owner|scopes|dead)"/);
  for (const [method, path, body] of [
    ["GET", `${ALL}/${id}`],
    ["PATCH", `${ALL}/${id}`, { active: false }],
    ["POST", `${ALL}/${id}/rotate`, {}],
    ["DELETE", `${ALL}/${id}`],
    ["GET", `${ALL}/${id}/deliveries`],
  ] as const)
    expect((await send(server, method, path, body, wim)).status, `${method} ${path}`).toBe(404);
  expect(await (await send(server, "GET", ALL, undefined, wim)).text()).not.toContain(id);
});

it("refuses targets that are not public, also as a change", async () => {
  const server = await start({ allowNetworks: [] });
  const refused = await send(server, "POST", ALL, { url: "http://2130706433/" }, wes);
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain("/url");
  const made = await send(server, "POST", ALL, { url: "https://example.invalid/" }, wes);
  const { id } = await json<Subscription>(made);
  const url = "https://[::1]/";
  expect((await send(server, "PATCH", `${ALL}/${id}`, { url }, wes)).status).toBe(422);
});

it("lists attempts, sends again, and signs with both secrets during an overlap", async () => {
  let status = 500;
  const { url, all } = await receiver(() => status);
  const server = await start({ maxAttempts: 2 });
  const { id, secret } = await subscribe(server, url, wes);
  await put(server, "a");
  await until(async () => (await deliveriesOf(server, id))[0]?.state === "dead");
  const [dead] = await deliveriesOf(server, id);
  expect(dead?.attempts).toMatchObject([
    { status: 500 },
    { status: 500, error: expect.any(String) },
  ]);
  const rotated = await json<Subscription>(
    await send(server, "POST", `${ALL}/${id}/rotate`, { overlap: "1h" }, wes),
  );
  status = 204;
  const path = `${ALL}/${id}/deliveries/${dead?.id}`;
  expect((await send(server, "POST", `${path}/redeliver`, undefined, wim)).status).toBe(404);
  expect((await send(server, "POST", `${path}/redeliver`, undefined, wes)).status).toBe(200);
  await until(async () => (await deliveriesOf(server, id))[0]?.state === "delivered");
  const last = all.at(-1);
  expect(last?.headers["webhook-id"]).toBe(all[0]?.headers["webhook-id"]);
  for (const one of [secret, rotated.secret])
    expect(() =>
      new Webhook(one).verify(last?.body ?? "", last?.headers as Record<string, string>),
    ).not.toThrow();
});

it("is paused after dead deliveries, and goes on when its principal says so", async () => {
  let status = 500;
  const { url, all } = await receiver(() => status);
  const server = await start({ maxAttempts: 1, pauseAfter: 1 });
  const { id } = await subscribe(server, url, wes);
  const read = () => readSubscription(server, id, wes);
  await put(server, "a");
  await until(async () => !(await read()).active);
  expect((await read()).pausedAt).toBeDefined();
  status = 204;
  await send(server, "PATCH", `${ALL}/${id}`, { active: true }, wes);
  expect(await read()).not.toHaveProperty("pausedAt");
  await put(server, "b");
  await until(() => all.some(({ data }) => data.key === "b"));
});

it("leaves nothing behind when it is removed, and needs room", async () => {
  const { url, all } = await receiver();
  const server = await start({ maxSubscriptions: 1 });
  const { id } = await subscribe(server, url, wes);
  expect((await send(server, "POST", ALL, { url }, wes)).status).toBe(409);
  expect((await send(server, "DELETE", `${ALL}/${id}`, undefined, wes)).status).toBe(204);
  await put(server, "a");
  await subscribe(server, url, wes);
  await put(server, "b");
  await until(() => all.length === 1);
  expect(all[0]?.data.key).toBe("b");
});

it("has changes of resources that its principal may read, and the operator's has all", async () => {
  const [known, all] = [await receiver(), await receiver()];
  const server = await startRooms(
    { subscriptions: { own: { url: all.url, secret: SECRET } } },
    { access: { require: { "rooms.getRoom": { scopes: ["notes:read"] } } } },
    [journal as Plugin],
  );
  const { id } = await subscribe(server, known.url, wes);
  await put(server, "a");
  const entry = { ship: "fram", text: "calm" };
  expect((await send(server, "POST", "/api/entries", entry, wim)).status).toBe(201);
  expect((await send(server, "POST", "/api/entries", entry, wes)).status).toBe(201);
  await until(() => all.all.length === 3 && known.all.length === 1);
  expect(all.all.map(({ type }) => type).toSorted()).toEqual([
    "entries.created",
    "entries.created",
    "rooms.created",
  ]);
  expect(known.all.map(({ type }) => type)).toEqual(["entries.created"]);
  expect(await deliveriesOf(server, id)).toHaveLength(2); // the first asked for confirmation
});

it("reports its pause to its principal, and what was done to it to the audit record", async () => {
  const { url } = await receiver(() => 500);
  const server = await start({ maxAttempts: 1, pauseAfter: 1 });
  const leave = new AbortController();
  onTestFinished(() => leave.abort());
  const follow = async (headers: Record<string, string>) => {
    const { body } = await server.request("/api/events", { headers, signal: leave.signal });
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    return async (word: string) => {
      let text = "";
      while (!text.includes(word)) text += (await reader?.read())?.value ?? word;
      return text;
    };
  };
  const [own, other] = [await follow(wes), await follow(wim)];
  const { id, secret } = await subscribe(server, url, wes);
  await put(server, "a");
  expect(await own("webhooks.paused")).toContain(id);
  await put(server, "b");
  expect(await other('"key":"b"')).not.toContain("webhooks.paused");
  const ada = { authorization: "Bearer badge-ada" };
  const audit = async () => (await send(server, "GET", "/api/audit", undefined, ada)).text();
  await until(async () => (await audit()).includes("webhook.paused"));
  expect(await audit()).toContain("webhook.created");
  expect(await audit()).not.toContain(secret);
});
