import { describe, expect, it } from "vitest";
import { createConnections } from "../../../plugins/monitoring/events/connections.ts";

/** Opens as many streams as it gets, for one client after the other. */
function takeAll(connections: ReturnType<typeof createConnections>, clients: readonly string[]) {
  const { signal } = new AbortController();
  return clients.filter((client) => connections.take(client, signal)).length;
}

const addresses = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${prefix}${at.toString(16)}`);

describe("places for event streams", () => {
  it("count a /64 as one client, however it changes its address (E8)", () => {
    const connections = createConnections(20, 1000);
    expect(takeAll(connections, addresses("2001:db8:0:1::", 600))).toBe(20);
    expect(takeAll(connections, addresses("2001:db8:0:2::", 600))).toBe(20);
    expect(connections.open()).toBe(40);
  });

  it("keep a fifth for clients without a stream (E8)", () => {
    const connections = createConnections(20, 1000);
    const greedy = Array.from({ length: 60 }, (_, at) =>
      addresses(`2001:db8:0:${at}::`, 20),
    ).flat();
    // Of 60 networks, 40 take 20 places each; the others get one of those that are kept.
    expect(takeAll(connections, greedy)).toBe(40 * 20 + 20);
    expect(takeAll(connections, addresses("198.51.100.", 10))).toBe(10);
    expect(takeAll(connections, ["198.51.100.0"])).toBe(0);
    expect(takeAll(connections, addresses("203.0.113.", 500))).toBe(170);
    expect(connections.open()).toBe(1000);
  });

  it("are free again when the stream ends", () => {
    const connections = createConnections(1, 10);
    const first = new AbortController();
    expect(connections.take("2001:db8::1", first.signal)).toBe(true);
    expect(connections.take("2001:db8::2", first.signal)).toBe(false);
    first.abort();
    expect(connections.open()).toBe(0);
    expect(connections.take("2001:db8::2", first.signal)).toBe(true);
  });

  it("are one client's where the operator allows it", () => {
    expect(takeAll(createConnections(50, 50), Array<string>(60).fill("192.0.2.1"))).toBe(50);
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
    const [a, b] = [createConnections(2, 10, semaphore), createConnections(2, 10, semaphore)];
    const first = new AbortController();
    const { signal } = new AbortController();
    expect(await a.take("192.0.2.1", first.signal)).toBe(true);
    expect(await b.take("192.0.2.1", signal)).toBe(false);
    expect([a.open(), b.open()]).toEqual([1, 0]);
    // One that leaves while the others are asked leaves once.
    const leaving = new AbortController();
    const asked = b.take("192.0.2.1", leaving.signal);
    leaving.abort();
    await asked;
    expect(b.open()).toBe(0);
    first.abort();
    expect(await b.take("192.0.2.1", signal)).toBe(true);
    expect([a.open(), b.open()]).toEqual([0, 1]);
  });
});
