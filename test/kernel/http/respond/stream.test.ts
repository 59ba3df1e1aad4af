/** Event streams: framing, back-pressure, the end of a client and the end of the server. */
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { definePlugin, type Log } from "waymark";
import { createTestServer, type TestServer } from "waymark/testing";
import { z } from "zod";
import { recordingLog } from "../../../_setup.ts";

let made = 0;
let ended = 0;

const ticker = definePlugin({
  id: "ticker",
  summary: "Ticks for tests.",
  routes: {
    ticks: {
      method: "GET",
      path: "/ticks",
      summary: "Ticks.",
      cache: "no-store",
      stream: { events: { tick: z.object({ n: z.int() }) } },
    },
    broken: {
      method: "GET",
      path: "/broken",
      summary: "Fails after a tick.",
      cache: "no-store",
      stream: { events: { tick: z.string() } },
    },
    waiting: {
      method: "GET",
      path: "/waiting",
      summary: "Waits for its signal.",
      cache: "no-store",
      stream: { events: { tick: z.string() } },
    },
    slow: {
      method: "GET",
      path: "/slow",
      summary: "Takes its time.",
      cache: "no-store",
      text: { mediaType: "text/plain" },
    },
    flood: {
      method: "GET",
      path: "/flood",
      summary: "As many as one reads.",
      cache: "no-store",
      stream: { events: { drop: z.string() } },
    },
  },
  handlers: () => ({
    async *ticks({ signal, lastEventId }) {
      yield { retry: 3000 };
      yield { comment: `after ${lastEventId || "nothing"}` };
      try {
        for (let n = 1; !signal.aborted; n++) {
          yield { event: "tick" as const, id: String(n), data: { n } };
          await pause(20, undefined, { signal }).catch(() => {});
        }
      } finally {
        ended++;
      }
    },
    async broken({ signal }) {
      await pause(1);
      signal.addEventListener("abort", () => ended++);
      return brokenTicks();
    },
    async *waiting({ signal }) {
      yield { event: "tick" as const, data: "one" };
      await pause(60_000, undefined, { signal });
    },
    async slow() {
      await pause(300);
      return "done";
    },
    async *flood({ signal }) {
      while (!signal.aborted) {
        made++;
        yield { event: "drop" as const, data: "x".repeat(10_000) };
      }
    },
  }),
});

async function* brokenTicks() {
  yield { event: "tick" as const, data: "one" };
  throw new Error("no second tick");
}

const servers: TestServer[] = [];
async function start(log?: Log): Promise<TestServer> {
  const server = await createTestServer({ plugins: [ticker], ...(log && { log }) });
  servers.push(server);
  return server;
}
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** Text of a stream until it has `enough`, then the reader is gone. */
async function readUntil(answer: Response, enough: string): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes(enough)) break;
  }
  return text;
}

describe.each(["fetch", "request"] as const)("streams through %s", (way) => {
  it("frame events and hand over the last event id", async () => {
    const server = await start();
    const answer = await server[way]("/ticks", { headers: { "last-event-id": "7" } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/event-stream");
    expect(answer.headers.has("content-length")).toBe(false);
    expect(await readUntil(answer, "id: 2")).toMatch(
      /^retry: 3000\n\n: after 7\n\nevent: tick\nid: 1\ndata: \{"n":1\}\n\nevent: tick\nid: 2\n/,
    );
  });

  it("end when the client is gone", async () => {
    const server = await start();
    const before = ended;
    await readUntil(await server[way]("/ticks"), "id: 1");
    await expect.poll(() => ended).toBe(before + 1);
  });

  it("end when the server stops", async () => {
    const server = await start();
    const answer = await server[way]("/ticks");
    const rest = readUntil(answer, "never");
    await pause(50);
    await server.close();
    expect(await rest).toContain("id: 1");
  });

  it("end when they begin while the server stops", async () => {
    const server = await start();
    const slow = server[way]("/slow");
    await pause(50);
    const closed = server.close();
    const answer = await server[way]("/ticks");
    expect((await slow).status).toBe(200);
    await closed;
    expect(await readUntil(answer, "never")).toContain("retry");
  });

  it("end when what makes them fails, and are forgotten", async () => {
    const server = await start();
    const before = ended;
    await expect((async () => (await server[way]("/broken")).text())()).rejects.toThrow(
      /no second tick|terminated|fetch failed/,
    );
    expect(ended).toBe(before + 1);
  });

  it("answer HEAD at once, without beginning", async () => {
    const server = await start();
    const answer = await server[way]("/ticks", { method: "HEAD" });
    expect(answer.headers.get("content-type")).toBe("text/event-stream");
    expect(await answer.text()).toBe("");
  });

  it("do not count as failed once the client has left, although their signal throws", async () => {
    const { log, lines } = recordingLog();
    const server = await start(log);
    expect(await readUntil(await server[way]("/waiting"), "one")).toContain("one");
    await pause(200);
    expect(lines.filter(({ level }) => level === "error")).toEqual([]);
  });

  it("make no more than is read", async () => {
    const server = await start();
    made = 0;
    const answer = await server[way]("/flood");
    const reader = answer.body?.getReader();
    await reader?.read();
    await pause(200);
    const settled = made;
    await pause(200);
    expect(made).toBe(settled);
    expect(settled).toBeLessThan(2000);
    await reader?.cancel();
  });
});
