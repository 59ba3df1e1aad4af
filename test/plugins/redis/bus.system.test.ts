import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import type { Principal } from "waymark";
import type { Recipients } from "waymark/advanced";
import type { BusMessage, Subscription } from "waymark/services";
import { startRedis, type Redis } from "../../engines/redis.ts";
import { busesOf, until, useRedis } from "./_nodes.ts";

const redis = useRedis();

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function setUp(
  size: number,
  { url = redis.url, buffer = 1000, prefix = undefined as string | undefined } = {},
) {
  const { buses, close, ...rest } = await busesOf(size, url, { buffer, ...(prefix && { prefix }) });
  closers.push(close);
  const stop = new AbortController();
  closers.push(async () => stop.abort());
  return {
    buses,
    ...rest,
    publish: (node: number, ...revisions: (string | number)[]) => {
      for (const revision of revisions)
        buses[node]?.publish("registry.changed", { revision: `${revision}` });
    },
    hidden: (node: number, count = 1) => {
      for (let n = 0; n < count; n++)
        buses[node]?.publish("data.changed", { version: n, timestamp: "" });
    },
    reader: (node: number, options: Partial<Subscription> = {}) =>
      new Messages(
        buses[node]?.subscribe({ signal: stop.signal, idleMs: 60_000, ...options }) ??
          expect.fail("no such node"),
      ),
  };
}

/** Messages of a subscription, without idle ones unless asked for. */
class Messages {
  readonly #messages: AsyncIterator<BusMessage>;
  lastId = "";

  constructor(messages: AsyncIterable<BusMessage>) {
    this.#messages = messages[Symbol.asyncIterator]();
  }

  async next(): Promise<BusMessage> {
    const { value } = (await this.#messages.next()) as { value: BusMessage };
    this.lastId = value.id;
    return value;
  }

  /** The revisions of events, or the kinds of other messages. */
  async take(count: number, withIdle = false): Promise<string[]> {
    const words: string[] = [];
    while (words.length < count) {
      const message = await this.next();
      if (message.kind === "idle" && !withIdle) continue;
      words.push(wordOf(message));
    }
    return words;
  }
}

function wordOf(message: BusMessage): string {
  if (message.kind !== "event") return message.kind;
  return message.event === "registry.changed" ? message.data.revision : message.event;
}

const principal = (id: string, ...scopes: string[]): Principal => ({
  id,
  kind: "badges",
  name: id,
  scopes,
});

describe("the bus of several nodes", () => {
  it("delivers 500 events of two nodes to both, in one order and with the same ids", async () => {
    const { publish, reader } = await setUp(2);
    const readers = [reader(0), reader(1)];
    for (const one of readers) await one.take(1, true);
    const seen = readers.map(async (one) => {
      const all = [];
      while (all.length < 500) {
        const message = await one.next();
        if (message.kind !== "idle") all.push(`${wordOf(message)} ${message.id}`);
      }
      return all;
    });
    for (let n = 0; n < 250; n++) {
      publish(0, `a${n}`);
      publish(1, `b${n}`);
      if (n % 20 === 0) await pause(1);
    }
    const [first = [], second = []] = await Promise.all(seen);
    expect(first).toEqual(second);
    expect(new Set(first).size).toBe(500);
    const ofNode = (letter: string) => first.filter((word) => word.startsWith(letter)).length;
    expect([ofNode("a"), ofNode("b")]).toEqual([250, 250]);
  });

  it("goes on at another node after an id, and at a node that started later", async () => {
    const { publish, reader, prefix } = await setUp(2);
    const first = reader(0);
    await first.take(1, true);
    publish(0, 1, 2, 3);
    await first.take(2);
    const after = first.lastId;
    expect(await reader(1, { after }).take(2, true)).toEqual(["3", "idle"]);
    const late = await setUp(1, { prefix });
    expect(await late.reader(0, { after }).take(2, true)).toEqual(["3", "idle"]);
  });

  it("waits for an event that a subscriber has seen elsewhere before it arrived", async () => {
    const { publish, reader, buses } = await setUp(2);
    const first = reader(0);
    await first.take(1, true);
    for (let n = 0; n < 50; n++) {
      publish(0, n);
      await first.take(1);
      expect(await reader(1, { after: first.lastId }).take(1, true)).toEqual(["idle"]);
    }
    expect(buses).toHaveLength(2);
  });

  it("says so when events after an id are gone, or the id is of nothing that it knows", async () => {
    const { publish, reader, buses } = await setUp(2, { buffer: 5 });
    const first = reader(0);
    await first.take(1, true);
    publish(0, 1);
    await first.take(1);
    const after = first.lastId;
    publish(0, ...Array.from({ length: 300 }, (_, n) => n));
    const [slow] = await Promise.all([first.take(1), pause(100)]);
    expect(slow).toBeDefined();
    for (const id of [after, "x", "", "0".repeat(32), `${after}0`])
      expect(await reader(1, { after: id }).take(1, true)).toEqual(["missed"]);
    expect(buses).toHaveLength(2);
  });

  it("leaves out events without a trace in ids and idle messages, at all nodes", async () => {
    const { publish, hidden, reader } = await setUp(2, { buffer: 5 });
    const without = ["data.changed"];
    const first = reader(0, { without });
    await first.take(1, true);
    publish(0, 1);
    await first.take(1);
    const seen = first.lastId;
    const next = first.take(1);
    hidden(0, 300);
    const all = reader(1);
    await pause(200);
    // The event is gone from the stream, but nothing was missed.
    const resumed = reader(1, { without, after: seen, idleMs: 20 });
    expect(await resumed.take(2, true)).toEqual(["idle", "idle"]);
    expect(resumed.lastId).toBe(seen);
    publish(1, 2);
    expect(await resumed.take(1)).toEqual(["2"]);
    expect(await next).toEqual(["2"]);
    expect(resumed.lastId).toBe(first.lastId);
    // Ids are of no use to those who learn of more.
    await all.take(1);
    expect(all.lastId).not.toBe(first.lastId);
    expect(await reader(0, { after: seen }).take(1, true)).toEqual(["missed"]);
  });

  it("delivers an event to its recipients alone, who resume anywhere", async () => {
    const { buses, publish, reader } = await setUp(2);
    const [ann, ben] = [principal("ann", "read"), principal("ben")];
    const callers = [undefined, ben, ann];
    const places = await Promise.all(
      callers.map(async (caller) => {
        const one = reader(0, { caller });
        await one.take(1, true);
        return one.lastId;
      }),
    );
    const own = (revision: string, recipients: Recipients) =>
      buses[0]?.publish("registry.changed", { revision }, recipients);
    own("1", { access: { scopes: ["read"] } });
    own("2", { access: "public", only: "ben" });
    own("3", { access: "authenticated", only: null });
    publish(0, 4);
    own("5", { access: "authenticated" });
    for (const [at, words] of [["4"], ["2", "4", "5"], ["1", "4", "5"]].entries())
      for (const node of [0, 1]) {
        const one = reader(node, { caller: callers[at], after: places[at] });
        expect(await one.take(words.length)).toEqual(words);
        const again = reader(1 - node, { caller: callers[at], after: one.lastId });
        expect(await again.take(1, true)).toEqual(["idle"]);
      }
  });

  it("says of a principal's own events that they may be gone, rather than skip one", async () => {
    const { buses, publish, hidden, reader, prefix } = await setUp(1, { buffer: 5 });
    const [ann] = [principal("ann")];
    const without = ["data.changed"];
    const first = reader(0, { caller: ann, without });
    publish(0, 1);
    await first.take(1);
    const after = first.lastId;
    const own = { access: "public", only: "ann" } as const;
    buses[0]?.publish("registry.changed", { revision: "2" }, own);
    expect(await first.take(1)).toEqual(["2"]);
    hidden(0, 300);
    await pause(200);
    const late = await setUp(1, { prefix, buffer: 5 });
    expect(await late.reader(0, { caller: ann, without, after }).take(1, true)).toEqual(["missed"]);
  });

  it("publishes an event at a new place once, though all nodes notice it", async () => {
    const { buses, reader, publish } = await setUp(3);
    const one = reader(2);
    await one.take(1, true);
    const notice = (at: number, ifNew = true) => {
      for (const bus of buses)
        bus.publish("registry.changed", { revision: `at ${at}` }, undefined, {
          place: { of: "data", at, ifNew },
        });
    };
    notice(1);
    notice(3);
    await pause(100);
    notice(2);
    await pause(100);
    publish(0, "end");
    const words = await one.take(3);
    expect(words).toEqual(["at 1", "at 3", "end"]);
  });

  it("keeps events of one instance there, and their ids hold everywhere", async () => {
    const { buses, reader, publish } = await setUp(2);
    const [here, there] = [reader(0), reader(1)];
    await Promise.all([here.take(1, true), there.take(1, true)]);
    publish(0, 1);
    expect([await here.take(1), await there.take(1)]).toEqual([["1"], ["1"]]);
    buses[0]?.publish("health.changed", { status: "ok", timestamp: "" } as never);
    expect(await here.take(1)).toEqual(["health.changed"]);
    const after = here.lastId;
    publish(1, 2);
    expect([await here.take(1), await there.take(1)]).toEqual([["2"], ["2"]]);
    expect(here.lastId).toBe(there.lastId);
    expect(await reader(0, { after }).take(2, true)).toEqual(["2", "idle"]);
    expect(await reader(1, { after }).take(2, true)).toEqual(["2", "idle"]);
  });
});

describe("the bus while Redis fails", () => {
  const outage = async (
    fail: (redis: Redis) => Promise<void> | void,
    repair: (redis: Redis) => Promise<void> | void,
    isDown = true,
  ) => {
    const own = await startRedis();
    closers.push(() => own.stop());
    const nodes = await setUp(2, { url: own.url });
    const readers = [nodes.reader(0), nodes.reader(1)];
    nodes.publish(0, "before");
    for (const one of readers) expect(await one.take(1)).toEqual(["before"]);
    await fail(own);
    if (isDown) await until(() => nodes.connections.every(({ isUp }) => !isUp));
    return { ...nodes, own, readers, repair: () => repair(own) };
  };

  it.each([
    ["stopped and empty afterwards", (one: Redis) => one.kill(), (one: Redis) => one.restart()],
    ["held", (one: Redis) => one.pause(), (one: Redis) => one.resume()],
  ])(
    "delivers a node's events there, and says what is missing: %s",
    async (_how, fail, repair) => {
      const { publish, readers, repair: end, connections } = await outage(fail, repair);
      publish(0, "meanwhile");
      const [here, there] = readers;
      expect(await here?.take(1)).toEqual(["meanwhile"]);
      await end();
      await until(() => connections.every(({ isUp }) => isUp));
      expect(await here?.take(1)).toEqual(["missed"]);
      // The other node has it from the stream, unless the data of the stream is another one.
      expect(["missed", "meanwhile"]).toContain((await there?.take(1))?.[0]);
      publish(1, "after");
      await until(async () => (await here?.take(1))?.[0] === "after");
      await until(async () => (await there?.take(1))?.[0] === "after");
      expect(here?.lastId).toBe(there?.lastId);
    },
    60_000,
  );

  it("goes on without a gap after connections were lost", async () => {
    const { publish, readers } = await outage(
      async (own) => void (await own.command("client", "kill", "type", "normal")),
      () => undefined,
      false,
    );
    publish(0, 1);
    publish(1, 2);
    for (const one of readers)
      expect((await one.take(2)).toSorted().filter((word) => word !== "missed")).not.toEqual([]);
    publish(1, "end");
    for (const one of readers) await until(async () => (await one.take(1))[0] === "end");
    expect(readers[0]?.lastId).toBe(readers[1]?.lastId);
  });

  it("says that events may be missing when the data is gone", async () => {
    const { publish, readers } = await outage(
      (own) => own.flush(),
      () => undefined,
      false,
    );
    for (const one of readers) expect(await one.take(1)).toEqual(["missed"]);
    publish(1, "after");
    for (const one of readers) expect(await one.take(1)).toEqual(["after"]);
    expect(readers[0]?.lastId).toBe(readers[1]?.lastId);
  });

  it("says that events are missing when a node gave some up", async () => {
    const { publish, readers, repair, connections } = await outage(
      (own) => own.pause(),
      (own) => own.resume(),
    );
    publish(0, ...Array.from({ length: 10_010 }, (_, n) => n));
    await repair();
    await until(() => connections.every(({ isUp }) => isUp));
    expect(await readers[1]?.take(1)).toEqual(["missed"]);
  });
});
