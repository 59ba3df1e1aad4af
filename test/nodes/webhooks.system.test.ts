/** Webhooks of several nodes: each is sent by one of them, and by another when that one is killed. */
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, it, onTestFinished } from "vitest";
import type { Plugin } from "waymark";
import { needs } from "../_programs.ts";
import { startNode } from "../engines/node.ts";
import roomBookings from "../fixtures/room-bookings/plugin.ts";
import { local, receiver, SECRET } from "../plugins/writes/_receiver.ts";
import { endEngines, oneService, pair, send } from "./_pair.ts";
import { startServer, until } from "../_setup.ts";

needs("postgres", "redis-server");
afterAll(endEngines);

const FIXTURE = join(import.meta.dirname, "../fixtures/room-bookings/plugin.ts");
const ROOMS = 5;
const CHANGES = 6;

const booking = (room: number, day: number) => ({
  room: `room ${room}`,
  from: `2026-05-0${day}T10:00:00Z`,
  to: `2026-05-0${day}T11:00:00Z`,
});
const hooks = (url: string) => ({
  ...local,
  timeout: "30s",
  subscriptions: { all: { url, secret: SECRET } },
});

it("are sent once, and in the order of the changes of each resource", async () => {
  const underWay = new Set<string>();
  const collisions: string[] = [];
  const { url, all } = await receiver(async ({ data: { path } }) => {
    if (underWay.has(path)) collisions.push(path);
    underWay.add(path);
    await pause(5);
    underWay.delete(path);
    return 204;
  });
  const nodes = await pair({ "room-bookings": roomBookings as Plugin, webhooks: hooks(url) });
  const paths = await Promise.all(
    Array.from({ length: ROOMS }, async (_, room) => {
      const made = await send(
        nodes[room % 2 === 0 ? 0 : 1],
        "POST",
        "/api/bookings",
        booking(room, 1),
      );
      expect(made.status).toBe(201);
      const path = made.headers.get("location") ?? "";
      for (let day = 2; day <= CHANGES; day++) {
        const node = nodes[(room + day) % 2 === 0 ? 0 : 1];
        expect((await send(node, "PUT", path, booking(room, day))).status).toBe(200);
      }
      return path;
    }),
  );
  await until(() => all.length >= ROOMS * CHANGES);
  // Beyond the time in which a node looks for deliveries of others.
  await pause(2000);
  expect(all).toHaveLength(ROOMS * CHANGES);
  expect(new Set(all.map(({ headers }) => headers["webhook-id"])).size).toBe(ROOMS * CHANGES);
  expect(collisions).toEqual([]);
  for (const path of paths) {
    const own = all.filter(({ data }) => data.path === path);
    expect(own.map(({ data }) => data.kind)).toEqual([
      "created",
      ...Array.from({ length: CHANGES - 1 }, () => "replaced"),
    ]);
    const times = own.map(({ body }) => (JSON.parse(body) as { timestamp: string }).timestamp);
    expect(times).toEqual(times.toSorted());
  }
});

/** Time within which a killed node's deliveries are sent on a busy machine: leases last seconds, looks come every 30 s. */
const SENT = { timeout: 180_000 };

// It has hung twice in CI for a reason that is not known; the state is in its failure, and a second one counts.
it(
  "are sent by the other node when one is killed, once its lease is over",
  { retry: 1 },
  async () => {
    let isHeld = true;
    const held: (() => void)[] = [];
    const { url, all } = await receiver(async () => {
      if (!isHeld) return 204;
      await new Promise<void>((resolve) => held.push(resolve));
      return 500;
    });
    // Attempts that end before the node is killed must not be the last.
    const webhooks = { ...hooks(url), timeout: "2s", maxAttempts: 50 };
    const plugins = { ...(await oneService()), webhooks };
    const config = { baseUrl: "https://api.example.com", plugins };
    await startServer({
      config: { ...config, plugins: { ...plugins, "room-bookings": roomBookings as Plugin } },
    });
    const node = await startNode({ ...config, plugins: { ...plugins, [FIXTURE]: true } });
    onTestFinished(() => node.stop());

    const request = (path: string, init?: RequestInit) => fetch(`${node.url}${path}`, init);
    for (let room = 0; room < ROOMS; room++)
      expect((await send({ request }, "POST", "/api/bookings", booking(room, 1))).status).toBe(201);
    // Nothing is delivered so far, by either node.
    const pathsSince = (from: number) => new Set(all.slice(from).map(({ data }) => data.path)).size;
    await expect.poll(() => held.length, SENT).toBeGreaterThan(0);
    await node.kill();
    const before = all.length;
    isHeld = false;
    for (const release of held) release();
    await expect.poll(() => pathsSince(before), SENT).toBe(ROOMS);
  },
);
