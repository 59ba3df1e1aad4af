/** Subscriptions of principals that are revoked, have expired or have lost scopes: nothing is delivered to them. */
import { expect, it } from "vitest";
import type { Principal } from "waymark";
import type { TestServer } from "waymark/testing";
import { json } from "../../_setup.ts";
import { put, receiver, send, startRooms, until } from "./_receiver.ts";
import { passes } from "../identity/_passes.ts";

const ALL = "/api/webhook-subscriptions";
const SCOPES = ["webhooks:read", "webhooks:write"];
const kim = { authorization: "Bearer badge-kim" };

/** A scheme of its own, whose principals' scopes the test changes. */
const crew = (known: Map<string, Principal>) =>
  passes({
    identify: (call) => known.get(`crew:${call.header("x-pass")}`),
    lookUp: (id) => (id.startsWith("crew:") ? (known.get(id) ?? null) : undefined),
  });

async function subscribe(server: TestServer, url: string, headers: object): Promise<string> {
  const answer = await send(server, "POST", ALL, { url }, headers);
  expect(answer.status).toBe(201);
  return (await json<{ id: string }>(answer)).id;
}

async function health(server: TestServer): Promise<string> {
  const headers = { accept: "application/health+json" };
  return (await server.request("/api/health", { headers })).text();
}

/** The header of a key that the service makes, and its id. */
async function createKey(server: TestServer) {
  const keys = server.registry.identifiers.find(({ policy }) => policy === "api-keys");
  const headers = await keys?.issue?.({ name: "Sender", scopes: SCOPES, state: "good" });
  if (headers === undefined || typeof headers === "function") throw new Error("no key was made");
  const [, id = ""] = /wm_([\da-f]{16})_/.exec(headers["authorization"] ?? "") ?? [];
  return { headers, id };
}

it("nothing is delivered to a key that was revoked, and health says so", async () => {
  const hook = await receiver();
  const server = await startRooms({}, { access: {}, "api-keys": {} });
  const { headers, id } = await createKey(server);
  await subscribe(server, hook.url, headers);
  await put(server, "a");
  await until(() => hook.all.length === 1);
  expect((await send(server, "DELETE", `/api/keys/${id}`, undefined, kim)).status).toBe(200);
  await put(server, "b");
  await until(async () =>
    (await health(server)).includes(
      "1 subscription is paused, because the principal does not count any more.",
    ),
  );
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
  const id = await subscribe(server, hook.url, headers);
  const read = async () =>
    json<Record<string, unknown>>(await send(server, "GET", `${ALL}/${id}`, undefined, headers));
  await put(server, "a");
  await until(() => hook.all.length === 1);
  known.set("crew:ida", ida(...SCOPES));
  await put(server, "b");
  await until(async () => (await read())["active"] === false);
  expect(await read()).toMatchObject({ pausedBecause: "scopes-lost" });
  expect((await send(server, "PATCH", `${ALL}/${id}`, { active: true }, headers)).status).toBe(200);
  expect(await read()).not.toHaveProperty("pausedBecause");
  await until(() => hook.all.length === 2);
  known.delete("crew:ida");
  await put(server, "c");
  await until(async () => (await health(server)).includes("does not count any more"));
  expect(hook.all).toHaveLength(2);
});
