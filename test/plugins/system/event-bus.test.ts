import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Principal } from "waymark";
import type { Recipients } from "waymark/advanced";
import type { BusMessage, Subscription } from "waymark/services";
import { createBus } from "../../../plugins/system/event-bus.ts";

const NAME = "0123456789abcdef";

function setUp(capacity = 5) {
  const bus = createBus(capacity, NAME);
  const publish = (...revisions: number[]) => {
    for (const revision of revisions) bus.publish("registry.changed", { revision: `${revision}` });
  };
  const stop = new AbortController();
  const subscribe = (options: Partial<Subscription> = {}) =>
    bus.subscribe({ signal: stop.signal, idleMs: 60_000, ...options })[Symbol.asyncIterator]();
  return { bus, publish, subscribe, stop };
}

/** A message as one word: what it is, and the id it carries. */
function word(message: BusMessage | undefined): string {
  if (message === undefined) return "end";
  const number = message.id.slice(NAME.length + 1);
  if (message.kind !== "event") return `${message.kind}@${number}`;
  return `${JSON.stringify(message.data).replace(/\D/g, "")}@${number}`;
}

async function take(messages: AsyncIterator<BusMessage>, count: number): Promise<string[]> {
  const words: string[] = [];
  for (let i = 0; i < count; i++) {
    const { value, done } = (await messages.next()) as { value?: BusMessage; done?: boolean };
    words.push(word(done === true ? undefined : value));
  }
  return words;
}

describe("the event bus", () => {
  it("delivers events from now on, in order", async () => {
    const { publish, subscribe } = setUp();
    publish(1);
    const messages = subscribe();
    publish(2);
    expect(await take(messages, 2)).toEqual(["2@2", "idle@2"]);
    const later = take(messages, 2);
    publish(3, 4);
    expect(await later).toEqual(["3@3", "4@4"]);
  });

  it.each<[string, string, string[]]>([
    ["the latest event", "4", ["idle@4"]],
    ["an event before it", "2", ["3@3", "4@4", "idle@4"]],
    ["the place before the first event", "0", ["1@1", "2@2", "3@3", "4@4", "idle@4"]],
    ["an event to come", "5", ["missed@4", "idle@4"]],
    ["no number", "x", ["missed@4", "idle@4"]],
    ["another form of a number", "02", ["missed@4", "idle@4"]],
    ["a number too large", "9".repeat(40), ["missed@4", "idle@4"]],
    ["nothing", "", ["missed@4", "idle@4"]],
  ])("goes on after %s", async (_name, number, expected) => {
    const { publish, subscribe } = setUp();
    publish(1, 2, 3, 4);
    expect(await take(subscribe({ after: `${NAME}-${number}` }), expected.length)).toEqual(
      expected,
    );
  });

  it("knows that an id of another process is none of its own", async () => {
    const { publish, subscribe } = setUp();
    publish(1, 2);
    const after = `${NAME.replace("0", "f")}-1`;
    expect(await take(subscribe({ after }), 1)).toEqual(["missed@2"]);
  });

  it("keeps a bounded number of events, and says when some are gone", async () => {
    const { publish, subscribe } = setUp(3);
    const slow = subscribe();
    expect(await take(slow, 1)).toEqual(["idle@0"]);
    publish(1, 2, 3, 4, 5);
    expect(await take(subscribe({ after: `${NAME}-2` }), 3)).toEqual(["3@3", "4@4", "5@5"]);
    expect(await take(subscribe({ after: `${NAME}-1` }), 1)).toEqual(["missed@5"]);
    expect(await take(slow, 1)).toEqual(["missed@5"]);
  });

  it("says when nothing came for a while, again and again", async () => {
    const { subscribe } = setUp();
    expect(await take(subscribe({ idleMs: 5 }), 3)).toEqual(["idle@0", "idle@0", "idle@0"]);
  });

  it("leaves out events without a trace in ids, in idle messages or in their rhythm", async () => {
    const { bus, publish, subscribe } = setUp();
    const hide = () => bus.publish("data.changed", { version: 1, timestamp: "" });
    const without = ["data.changed"];
    const ids = async (after?: string) => {
      const messages = subscribe({ without, after, idleMs: 40 });
      publish(1);
      return [await messages.next(), await messages.next()].map(({ value }) => value?.id ?? "");
    };
    hide();
    const [first = "", idle] = await ids();
    hide();
    hide();
    const [second = ""] = await ids(first);
    expect([first, idle, second].map((id) => id.slice(16))).toEqual(["-1", "-1", "-2"]);
    expect(first.slice(0, 16)).not.toBe(NAME);
    // Ids are of no use to subscribers that learn of more, who would miss what is hidden here.
    expect(await take(subscribe({ after: first }), 1)).toEqual(["missed@5"]);
    expect(await take(subscribe({ after: `${NAME}-4` }), 2)).toEqual(["1@5", "idle@5"]);
    const noise = setInterval(hide, 5);
    const messages = subscribe({ without, idleMs: 40 });
    const kinds = [];
    for (let n = 0; n < 3; n++) kinds.push((await messages.next()).value?.kind);
    clearInterval(noise);
    expect(kinds).toEqual(["idle", "idle", "idle"]);
  });

  it("ends with the signal and with itself, and leaves no timer", async () => {
    const timers = () =>
      process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    const before = timers();
    const { bus, subscribe, stop } = setUp();
    const [one, other] = [subscribe(), subscribe({ signal: new AbortController().signal })];
    await Promise.all([take(one, 1), take(other, 1)]);
    const [oneEnds, otherEnds] = [take(one, 1), take(other, 1)];
    stop.abort();
    expect(await oneEnds).toEqual(["end"]);
    bus.close();
    expect(await otherEnds).toEqual(["end"]);
    expect(timers()).toBe(before);
  });

  it("runs sources while somebody listens", async () => {
    const { bus, publish, subscribe } = setUp();
    const steps: string[] = [];
    const remove = bus.source(() => {
      steps.push("start");
      publish(steps.length);
      return () => void steps.push("stop");
    });
    expect(steps).toEqual([]);
    const stop = new AbortController();
    const [first, second] = [subscribe({ signal: stop.signal }), subscribe()];
    expect(await take(first, 2)).toEqual(["1@1", "idle@1"]);
    await take(second, 1);
    expect(steps).toEqual(["start"]);
    stop.abort();
    await take(first, 1);
    expect(steps).toEqual(["start"]);
    await second.return?.();
    expect(steps).toEqual(["start", "stop"]);
    await take(subscribe(), 1);
    remove();
    await pause(1);
    expect(steps).toEqual(["start", "stop", "start", "stop"]);
  });
});

describe("recipients of an event", () => {
  const principal = (id: string, ...scopes: string[]): Principal => ({
    id,
    kind: "badges",
    name: id,
    scopes,
  });
  const ann = principal("ann", "read");
  const ben = principal("ben");

  it("are the only ones who can tell that it happened, also when they resume", async () => {
    const { bus, publish, subscribe } = setUp(10);
    const own = (revision: string, recipients: Recipients) =>
      bus.publish("registry.changed", { revision }, recipients);
    const callers = [undefined, ben, ann];
    const places = await Promise.all(
      callers.map(async (caller) => {
        const { value } = await subscribe({ caller }).next();
        return (value as BusMessage).id;
      }),
    );
    own("1", { access: { scopes: ["read"] } });
    own("2", { access: "public", only: "ben" });
    own("3", { access: "authenticated", only: null });
    publish(4);
    own("5", { access: "authenticated" });
    const expected = [
      ["4@1", "idle@1"],
      ["2@1", "4@2", "5@3", "idle@3"],
      ["1@1", "4@2", "5@3", "idle@3"],
    ];
    for (const [at, words] of expected.entries()) {
      const messages = subscribe({ caller: callers[at], after: places[at] });
      expect(await take(messages, words.length)).toEqual(words);
    }
  });

  it("resume from an id of their own alone", async () => {
    const { publish, subscribe } = setUp();
    const { value } = await subscribe({ caller: ann }).next();
    publish(1);
    const after = (value as BusMessage).id;
    expect(await take(subscribe({ caller: ann, after }), 1)).toEqual(["1@1"]);
    for (const caller of [undefined, ben, { ...ann, scopes: [] }])
      expect(await take(subscribe({ caller, after }), 1)).toEqual(["missed@1"]);
  });
});
