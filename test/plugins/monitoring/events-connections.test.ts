import { describe, expect, it } from "vitest";
import { FairQueue } from "waymark";
import type { Semaphore } from "waymark/services";
import { Connections } from "../../../plugins/monitoring/events/connections.ts";

function open(maxPerClient: number, maxStreams: number, semaphore?: Semaphore): Connections {
  const limits = { maxPerClient, maxStreams };
  return new Connections(
    (name, settings) => new FairQueue({ name, ...settings }),
    limits,
    semaphore,
  );
}

const by = (owner: string) => ({ owner, route: "events.streamEvents" });

/** Opens as many streams as it gets, for one client after the other. */
async function takeAll(connections: Connections, clients: readonly string[]): Promise<number> {
  const { signal } = new AbortController();
  const taken = await Promise.all(clients.map((client) => connections.take(by(client), signal)));
  return taken.filter(Boolean).length;
}

const clients = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${prefix} ${at}`);

describe("S4: places for event streams", () => {
  it("are at most as many for one client as it may have, and others have theirs (E8)", async () => {
    const connections = open(20, 1000);
    expect(await takeAll(connections, Array<string>(600).fill("one"))).toBe(20);
    expect(await takeAll(connections, Array<string>(600).fill("other"))).toBe(20);
    expect(connections.open).toBe(40);
    expect(connections.counts.refused).toBe(1160);
  });

  it("keep a fifth for clients without a stream (E8)", async () => {
    const connections = open(20, 1000);
    const greedy = clients("greedy", 60).flatMap((client) => Array<string>(20).fill(client));
    // Of 60 clients, 40 take 20 places each; the others get one of those that are kept.
    expect(await takeAll(connections, greedy)).toBe(40 * 20 + 20);
    expect(await takeAll(connections, clients("second", 10))).toBe(10);
    expect(await takeAll(connections, clients("second", 1))).toBe(0);
    expect(await takeAll(connections, clients("third", 500))).toBe(170);
    expect(connections.open).toBe(1000);
  });

  it("are free again when the stream ends", async () => {
    const connections = open(1, 10);
    const first = new AbortController();
    expect(await connections.take(by("one"), first.signal)).toBe(true);
    expect(await connections.take(by("one"), first.signal)).toBe(false);
    first.abort();
    expect(connections.open).toBe(0);
    const { signal } = new AbortController();
    expect(await connections.take(by("one"), signal)).toBe(true);
    expect(await connections.take(by("other"), first.signal)).toBe(true);
    expect(connections.open).toBe(1); // the other has left before it had its place
  });

  it("are one client's where the operator allows it", async () => {
    expect(await takeAll(open(50, 50), Array<string>(60).fill("one"))).toBe(50);
  });

  it("are those of all nodes where they share permits, and free when the others have them all", async () => {
    let free = 1;
    const semaphore = {
      acquire: async (_client: string, _permits: number, signal: AbortSignal) => {
        if (free === 0) return false;
        free--;
        signal.addEventListener("abort", () => free++, { once: true });
        return true;
      },
    };
    const [a, b] = [open(2, 10, semaphore), open(2, 10, semaphore)];
    const first = new AbortController();
    const { signal } = new AbortController();
    expect(await a.take(by("one"), first.signal)).toBe(true);
    expect(await b.take(by("one"), signal)).toBe(false);
    expect([a.open, b.open]).toEqual([1, 0]);
    // One that leaves while the others are asked leaves once.
    const leaving = new AbortController();
    const asked = b.take(by("one"), leaving.signal);
    leaving.abort();
    await asked;
    expect(b.open).toBe(0);
    first.abort();
    expect(await b.take(by("one"), signal)).toBe(true);
    expect([a.open, b.open]).toEqual([0, 1]);
  });
});
