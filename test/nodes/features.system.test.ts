/** Identity, usage, audit, history, events and plugins of others hold at two nodes as at one. */
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import { definePlugin, type Plugin } from "waymark";
import { History, type History as Recorder } from "waymark/services";
import type { TestServer } from "waymark/testing";
import { verify } from "../../plugins/identity/audit/verify.ts";
import { needs } from "../_programs.ts";
import brainAtlas from "../fixtures/brain-atlas/plugin.ts";
import roomBookings from "../fixtures/room-bookings/plugin.ts";
import { createDesk, eventually, recorded } from "../plugins/identity/_audit.ts";
import { bearer, createKey, startKeys, statusOf } from "../plugins/identity/_keys.ts";
import { as, startNotes } from "../plugins/identity/_setup.ts";
import { follow, gather, pathOf, take } from "./_events.ts";
import { endEngines, pair, send } from "./_pair.ts";
import { jsonRequest } from "../_setup.ts";

needs("postgres", "redis-server");
afterAll(endEngines);

/** A key that is revoked at one node is refused by all after this time, in milliseconds. */
const REVOKED_MS = 1000;

it("a key counts at the other node at once, and no longer a second after it was revoked", async () => {
  const [a, b] = await pair({}, (config) => startKeys({ config }));
  const { id, token } = await createKey(a);
  expect([await statusOf(b, token), await statusOf(b, token)]).toEqual([200, 200]);
  const next = await follow(b, bearer(token));
  expect((await send(a, "DELETE", `/api/keys/${id}`, undefined, as("kim"))).status).toBe(200);
  expect(await statusOf(a, token)).toBe(401);
  await pause(REVOKED_MS);
  expect(await statusOf(b, token)).toBe(401);
  // Streams look every five seconds; without that this one would have no end.
  while ((await next()) !== undefined);
});

it("the requests of a principal are counted together, and its quota is one", async () => {
  const access = { plans: { pro: { limit: 1_000_000, requestsLimit: 6 } } };
  const [a, b] = await pair({ usage: { flushInterval: "100ms" } }, (config) =>
    startNotes({ config }, access),
  );
  const ask = (node: TestServer, name: string) =>
    send(node, "GET", "/api/open", undefined, as(name));
  const used = async (node: TestServer, name: string) => {
    const { text } = await send(node, "GET", "/api/usage", undefined, as(name));
    return (JSON.parse(text) as { requestsUsed: number }).requestsUsed;
  };
  for (let n = 0; n < 5; n++) await ask(a, "ann");
  for (let n = 0; n < 7; n++) await ask(b, "ann");
  for (const node of [a, b]) await expect.poll(() => used(node, "ann")).toBe(12);

  // Both have read what the other one had, and learn by their flushes what it has counted since.
  const first = [await ask(b, "pat"), await ask(a, "pat")].map(({ status }) => status);
  expect(first).toEqual([200, 200]);
  for (let n = 0; n < 4; n++) await ask(a, "pat");
  await expect.poll(() => used(b, "pat")).toBe(6);
  await expect.poll(async () => (await ask(b, "pat")).status).toBe(429);
  await expect.poll(async () => (await ask(a, "pat")).status).toBe(429);
});

it("both write the audit and the history, each under its name", async () => {
  const desks = [createDesk(), createDesk()];
  const witnesses = [createWitness(), createWitness()];
  const [a, b] = await pair({ audit: true, history: {} }, (config) => {
    const at = config.instance === "a" ? 0 : 1;
    return startNotes({ config, plugins: [desks[at]!.plugin, witnesses[at]!.plugin] });
  });
  for (const [node, count] of [
    [a, 3],
    [b, 4],
  ] as const)
    for (let n = 0; n < count; n++)
      await node.request("/api/desk", jsonRequest("POST", { id: `${n}` }));
  for (const node of [a, b])
    await eventually(node, (records) =>
      expect(records.filter(({ route }) => route === "desk.addEntry")).toHaveLength(7),
    );
  expect(new Set((await recorded(a)).map(({ instance }) => instance)).size).toBe(2);
  expect(await verify(desks[0]!.store)).toMatchObject({ chains: 2, violation: undefined });

  witnesses[0]!.isWell = false;
  for (const { history } of witnesses) await history.look();
  for (const { history } of witnesses) await history.sample();
  const incidents = await Promise.all(witnesses.map(({ history }) => history.incidents(10)));
  for (const [at, own] of incidents.entries())
    expect(own.filter(({ subject }) => subject === "witness:leg")).toEqual([
      expect.objectContaining({ here: at === 0, to: "down" }),
    ]);
  const { items } = await desks[1]!.store.table("statusSamples").list<{ instance: string }>();
  expect(new Set(items.map(({ instance }) => instance))).toEqual(new Set(["a", "b"]));
  for (const { history } of witnesses) {
    const { total } = await history.over(15 * 60_000, 1);
    expect(total).toMatchObject({ samples: items.length, failures: 0 });
    expect(total.requests).toBeGreaterThanOrEqual(7);
  }
});

it("a change is published once, to the clients of both, who go on at the other node", async () => {
  const nodes = await pair({ "room-bookings": roomBookings as Plugin });
  const [atA, atB] = await Promise.all([gather(nodes[0]), gather(nodes[1])]);
  const book = async (n: number, room: string) => {
    const made = await send(nodes[n % 2 === 0 ? 0 : 1], "POST", "/api/bookings", booking(10, room));
    return made.headers.get("location");
  };
  const placesOf = (path: string | null) =>
    [atA, atB].map((frames) => frames.findIndex((frame) => pathOf(frame) === path));
  // No start waits for the stream of events: a change has one id at both once they have joined it.
  let joined: readonly number[] = [];
  const early = new Set<string | null | undefined>();
  for (let n = 0; joined.length === 0; n++) {
    const path = await book(n, `early ${n}`);
    early.add(path);
    await pause(100);
    const [a = -1, b = -1] = placesOf(path);
    if (a >= 0 && b >= 0 && atA[a]?.id === atB[b]?.id) joined = [a, b];
  }
  const paths: (string | null)[] = [];
  for (let n = 0; n < 10; n++) paths.push(await book(n, `room ${n}`));
  await expect.poll(() => paths.flatMap(placesOf)).not.toContain(-1);
  const [frames, others] = [atA.slice((joined[0] ?? 0) + 1), atB.slice((joined[1] ?? 0) + 1)];
  expect(others).toEqual(frames);
  // Nodes publish apart, so that changes of two nodes have an order, but not always that of their commits.
  const changed = frames.map(pathOf).filter((path) => !early.has(path));
  expect(changed.toSorted()).toEqual(paths.toSorted());
  const resumed = await follow(nodes[1], { "last-event-id": frames[3]?.id ?? "" });
  expect(await take(resumed, "data.changed", frames.length - 4)).toEqual(frames.slice(4));
});

it("plugins of others are one service without a change", async () => {
  const plugins = [brainAtlas, roomBookings] as Plugin[];
  const nodes = await pair(Object.fromEntries(plugins.map((plugin) => [plugin.id, plugin])));
  const made = await send(nodes[0], "POST", "/api/bookings", booking(10));
  expect(made.status).toBe(201);
  for (const path of [
    "/api/regions",
    "/api/bookings",
    made.headers.get("location") ?? "",
    "/api",
  ]) {
    const [one, other] = await Promise.all(nodes.map((node) => send(node, "GET", path)));
    expect([path, one?.status]).toEqual([path, 200]);
    expect(other?.text).toBe(one?.text);
    expect(other?.headers.get("etag")).toBe(one?.headers.get("etag"));
  }
});

const booking = (day: number, room = "blue") => ({
  room,
  from: `2026-05-${day}T10:00:00Z`,
  to: `2026-05-${day}T11:00:00Z`,
});

/** Hands the history of its node to the test, and is ill when that says so. */
function createWitness() {
  let recorder: Recorder | undefined;
  const witness: { isWell: boolean; readonly history: Recorder; readonly plugin: Plugin } = {
    isWell: true,
    get history() {
      return recorder ?? expect.fail("the witness has not started");
    },
    plugin: definePlugin({
      id: "witness",
      summary: "Shows the history.",
      needs: { history: History },
      setup({ history }) {
        recorder = history;
      },
      health: () => ({ leg: () => ({ status: witness.isWell ? "ok" : "down" }) }),
    }) as Plugin,
  };
  return witness;
}
