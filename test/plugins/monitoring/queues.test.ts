import { expect, it } from "vitest";
import { currentCaller, definePlugin, service, type Queue } from "waymark";
import { createTestServer } from "waymark/testing";
import { z } from "zod";

const Boats = service<Queue>("boats");

const harbour = definePlugin({
  id: "harbour",
  summary: "Lends boats.",
  provides: { boats: Boats },
  setup: (_use, { queue }) => ({ boats: queue("boats", { places: 2, maxWaitMs: 60_000 }) }),
  routes: {
    lendBoat: {
      method: "GET",
      path: "/api/boat",
      summary: "Lend a boat for ever.",
      returns: z.object({ owner: z.string(), route: z.string() }),
      cache: "no-store",
    },
  },
  handlers: ({ boats }) => ({
    async lendBoat({ signal }) {
      const caller = currentCaller();
      await boats.take(caller, signal);
      await Promise.resolve();
      expect(currentCaller()).toEqual(caller);
      return caller;
    },
  }),
});

it("S4: operators see who holds and awaits places, by queue, owner and route", async () => {
  const config = { plugins: { listen: { admin: { port: 0 } }, harbour } };
  const server = await createTestServer({ config });
  const leaving = new AbortController();
  try {
    const lent = await server.request("/api/boat");
    expect(await lent.json()).toEqual({ owner: "127.0.0.1", route: "harbour.lendBoat" });
    const left = server.request("/api/boat", { signal: leaving.signal }).catch(() => "left");

    const ask = async (path: string) => (await fetch(`${server.adminOrigin}${path}`)).json();
    await expect
      .poll(() => ask("/queues"))
      .toMatchObject({
        queues: [
          { name: "store.scans", places: 1, inUse: 0, waiting: 0, uses: [] },
          { name: "events.streams", inUse: 0 },
          { name: "graphql.queries", inUse: 0 },
          { name: "mcp.subscriptions", inUse: 0 },
          {
            name: "harbour.boats",
            places: 2,
            inUse: 1,
            waiting: 1,
            uses: [{ owner: "127.0.0.1", route: "harbour.lendBoat", inUse: 1, waiting: 1 }],
          },
        ],
      });
    const metrics = { headers: { accept: "text/plain" } };
    const scraped = await (await server.request("/api/metrics", metrics)).text();
    expect(scraped).toContain('queue_places{queue="harbour.boats",state="waiting"} 1');
    expect(scraped).toContain('queue_owners{queue="harbour.boats",state="waiting"} 1');
    expect(scraped).toContain(
      'queue_route_places{queue="harbour.boats",route="harbour.lendBoat",state="in_use"} 1',
    );
    expect(scraped).not.toContain("127.0.0.1");
    expect(scraped).toContain('queue_refused_total{queue="harbour.boats"} 0');
    expect(scraped).toContain('queue_wait_seconds_count{queue="harbour.boats"} 1');

    leaving.abort();
    expect(await left).toBe("left");
    await expect
      .poll(() => ask("/queues"))
      .toMatchObject({ queues: [{}, {}, {}, {}, { inUse: 1, waiting: 0, refused: 1 }] });

    await server.reload({ ...config, service: "Harbour" });
    expect(await ask("/queues")).toMatchObject({ queues: [{}, {}, {}, {}, { inUse: 1 }] });
  } finally {
    await server.close();
  }
});

it("S4: outside of handlers, the service takes places for itself", () => {
  expect(currentCaller()).toEqual({ owner: "", route: "" });
});
