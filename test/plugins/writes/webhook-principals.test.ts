/** Subscriptions of principals that are revoked, have expired or have lost scopes: nothing is delivered to them. */
import { expect, it } from "vitest";
import type { Principal } from "waymark";
import type { TestServer } from "waymark/testing";
import {
  put,
  readSubscription,
  receiver,
  send,
  startRooms,
  subscribe,
  SUBSCRIPTIONS as ALL,
} from "./_receiver.ts";
import { json, until } from "../../_setup.ts";
import { passes } from "../identity/_passes.ts";

const SCOPES = ["webhooks:read", "webhooks:write"];

/** A scheme of its own, whose principals' scopes the test changes. */
const crew = (known: Map<string, Principal>) =>
  passes({
    identify: (call) => known.get(`crew:${call.header("x-pass")}`),
    lookUp: (id) => (id.startsWith("crew:") ? (known.get(id) ?? null) : undefined),
  });

/** Checks that a subscription is paused for a reason that health does not show. */
async function isPaused(server: TestServer, reason: string): Promise<boolean> {
  const health = await server.request("/api/health");
  expect((await json<{ status: string }>(health)).status).toBe("ok");
  const metrics = await server.request("/api/metrics", { headers: { accept: "text/plain" } });
  return (await metrics.text()).includes(`webhooks_paused_subscriptions{reason="${reason}"} 1`);
}

/** The header of a key that the service makes, and its id. */
async function createKey(server: TestServer, scopes: readonly string[] = SCOPES) {
  const keys = server.registry.identifiers.find(({ policy }) => policy === "api-keys");
  const headers = await keys?.issue?.({ name: "Sender", scopes, state: "good" });
  if (headers === undefined || typeof headers === "function") throw new Error("no key was made");
  const [, id = ""] = /wm_([\da-f]{16})_/.exec(headers["authorization"] ?? "") ?? [];
  return { headers, id };
}

it("S15: nothing is delivered to a key that was revoked, and metrics say so but not health", async () => {
  const hook = await receiver();
  const server = await startRooms({}, { access: {}, "api-keys": {} });
  const { headers, id } = await createKey(server);
  await subscribe(server, hook.url, headers);
  await put(server, "a");
  await until(() => hook.all.length === 1);
  const manager = await createKey(server, [...SCOPES, "keys:write"]);
  const revoked = await send(server, "DELETE", `/api/keys/${id}`, undefined, manager.headers);
  expect(revoked.status).toBe(200);
  await put(server, "b");
  await until(() => isPaused(server, "principal-gone"));
  expect(hook.all).toHaveLength(1);
});

it("nothing is delivered to a principal that has lost scopes, until it subscribes with those it has", async () => {
  const hook = await receiver();
  const ida = (...scopes: readonly string[]): Principal => ({
    id: "crew:ida",
    kind: "passes",
    name: "Ida",
    scopes,
  });
  const known = new Map([["crew:ida", ida(...SCOPES, "rooms:read")]]);
  const server = await startRooms({}, { access: {} }, [crew(known)]);
  const headers = { "x-pass": "ida" };
  const { id } = await subscribe(server, hook.url, headers);
  const read = () => readSubscription(server, id, headers);
  await put(server, "a");
  await until(() => hook.all.length === 1);
  known.set("crew:ida", ida(...SCOPES));
  await put(server, "b");
  await until(async () => (await read()).active === false);
  expect(await read()).toMatchObject({ pausedBecause: "scopes-lost" });
  expect((await send(server, "PATCH", `${ALL}/${id}`, { active: true }, headers)).status).toBe(200);
  expect(await read()).not.toHaveProperty("pausedBecause");
  await until(() => hook.all.length === 2);
  known.delete("crew:ida");
  await put(server, "c");
  await until(() => isPaused(server, "principal-gone"));
  expect(hook.all).toHaveLength(2);
});

it("S13: a subscription made with a token ends unless it is renewed, and one of a key does not", async () => {
  const hook = await receiver();
  const server = await startRooms({ renewWithin: "1s" }, { access: {}, "api-keys": {} });
  const key = await createKey(server);
  const { expiresAt } = await subscribe(server, hook.url, key.headers);
  expect(expiresAt).toBeUndefined();
  const other = await receiver();
  const wes = { authorization: "Bearer badge-wes" }; // known by requests alone, as with tokens
  const { id } = await subscribe(server, other.url, wes, { events: ["rooms.*"] });
  const read = () => readSubscription(server, id, wes);
  const renew = () => send(server, "PATCH", `${ALL}/${id}`, { active: true }, wes);
  const first = Date.parse((await read()).expiresAt ?? "");
  expect(first).toBeLessThanOrEqual(Date.now() + 1000);
  expect((await renew()).status).toBe(200);
  expect(Date.parse((await read()).expiresAt ?? "")).toBeGreaterThan(first);
  await until(async () => Date.parse((await read()).expiresAt ?? "") < Date.now());
  await put(server, "after");
  await until(async () => (await read()).pausedBecause === "not-renewed");
  await until(() => hook.all.length === 1);
  expect(other.all).toEqual([]);
  await renew();
  expect(await read()).toMatchObject({ active: true, pending: false });
  await until(() => other.all.length === 1);
});
