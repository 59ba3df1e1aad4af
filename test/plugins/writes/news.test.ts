/** News follow from the rows that a write changed, and from the events that plugins publish. */
import { describe, expect, it } from "vitest";
import { definePlugin, type Plugin } from "waymark";
import { resource } from "waymark/resources";
import { EventBus, Store } from "waymark/services";
import { z } from "zod";
import { json, until } from "../../_setup.ts";
import { receiver, SECRET, send, startRooms, subscribe } from "./_receiver.ts";

declare module "waymark/services" {
  interface BusEvents {
    readonly "berth.occupied": { readonly id: string };
    readonly "berth.audited": { readonly id: string };
  }
}

const Berth = z.object({ id: z.string(), state: z.enum(["free", "taken"]).default("free") });
const berths = resource({
  name: { one: "berth", many: "berths" },
  path: "/api/berths",
  of: Berth,
  key: "id",
  keys: "client",
  actions: {
    occupy: { summary: "Occupy a berth.", from: { state: ["free"] }, set: { state: "taken" } },
  },
});

/** Events of the harbour, as a subscriber of the bus receives them. */
const heard: string[] = [];

const post = { method: "POST", empty: true, idempotency: "natural" } as const;
const harbour = definePlugin({
  id: "harbour",
  summary: "Berths of a harbour.",
  ...berths,
  needs: { ...berths.needs, store: Store, bus: EventBus },
  events: {
    "berth.occupied": z.object({ id: z.string() }),
    "berth.audited": { of: z.object({ id: z.string() }), access: { scopes: ["audit:read"] } },
  },
  routes: {
    ...berths.routes,
    freeBerth: { ...post, path: "/api/berths/{berthId}/free", summary: "Free a berth." },
    lookAtBerth: { ...post, path: "/api/berths/{berthId}/look", summary: "Look at a berth." },
    touchBerth: { ...post, path: "/api/berths/{berthId}/touch", summary: "Touch.", news: false },
    freeAll: { ...post, path: "/api/berths/freeing", summary: "Free all berths." },
    closeHarbour: { ...post, path: "/api/closing", summary: "Close the harbour." },
    announce: {
      ...post,
      path: "/api/announcements/{way}",
      summary: "Announce.",
      errors: ["bad-request"],
    },
  },
  setup({ bus }, { defer }) {
    const end = new AbortController();
    defer(() => end.abort());
    heard.length = 0;
    void (async () => {
      const caller = { id: "clerk", kind: "", name: "", scopes: ["audit:read"] };
      for await (const message of bus.subscribe({ caller, signal: end.signal, idleMs: 60_000 }))
        if (message.kind === "event" && !message.event.startsWith("health."))
          heard.push(`${message.event} ${Object(message.data).id ?? Object(message.data).path}`);
    })();
  },
  handlers: (use) => {
    const { bus, store } = use;
    const set = async (id: string, state: string) =>
      void (await store.table("berths").update(id, { state }));
    return {
      ...berths.handlers(use),
      freeBerth: ({ params }) => set(params.berthId, "free"),
      touchBerth: ({ params }) => set(params.berthId, "free"),
      lookAtBerth: () => undefined,
      freeAll: () => set("a", "free"),
      closeHarbour: () => set("a", "taken"),
      async announce({ params: { way }, fail }) {
        const publish = () => bus.publish("berth.occupied", { id: way });
        if (way === "late") return store.afterCommit(publish);
        if (way === "undone") {
          const part = store.transaction(async () => {
            await set("a", "free");
            publish();
            throw new Error("undone");
          });
          return part.catch(() => undefined);
        }
        publish();
        bus.publish("berth.audited", { id: way });
        if (way === "refused") fail("bad-request");
      },
    };
  },
}) as Plugin;

const own = (url: string, events = ["*"]) => ({
  subscriptions: { own: { url, secret: SECRET, events } },
});

const POST = (server: Parameters<typeof send>[0], path: string) => send(server, "POST", path);

describe("webhooks", () => {
  it("are sent for each write that changed rows, also if it is natural", async () => {
    const { url, all } = await receiver();
    const server = await startRooms(own(url), {}, [harbour]);
    await server.request("/api/berths", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ id: "a" }),
    });
    for (const path of ["occupy", "look", "touch", "free"])
      await POST(server, `/api/berths/a/${path}`);
    await POST(server, "/api/berths/none/free");
    await POST(server, "/api/announcements/undone");
    await POST(server, "/api/berths/freeing");
    await POST(server, "/api/closing");
    await until(() => all.length === 5);
    expect(all.map(({ type, data }) => `${type} ${data.path}`).toSorted()).toEqual([
      "berths.changed /api/berths",
      "berths.changed /api/berths/a",
      "berths.changed /api/berths/a",
      "berths.created /api/berths/a",
      "closing.changed /api/closing",
    ]);
    // The stream of everybody leaves out what no route reads.
    await until(() => heard.includes("data.changed /api/berths"));
    expect(heard.filter((one) => one === "data.changed /api/berths/a")).toHaveLength(3);
  });

  it("carry events of plugins, once the write that publishes them has committed", async () => {
    const { url, all } = await receiver();
    const server = await startRooms(own(url, ["berth.*"]), {}, [harbour]);
    for (const way of ["undone", "one", "refused", "late"])
      await POST(server, `/api/announcements/${way}`);
    await until(() => all.length === 3);
    const sent = all.map(({ type, body }) => `${type} ${body.match(/"id":"(\w+)"/)?.[1]}`);
    const expected = ["berth.audited one", "berth.occupied late", "berth.occupied one"];
    expect(sent.toSorted()).toEqual(expected);
    const ofHarbour = () => heard.filter((one) => one.startsWith("berth."));
    await until(() => ofHarbour().length === 3);
    expect(ofHarbour().toSorted()).toEqual(expected);
  });

  it("of events reach those who may learn of them", async () => {
    const { url, all } = await receiver();
    const server = await startRooms({}, { access: {}, "api-keys": {} }, [harbour]);
    const keys = server.registry.identifiers.find(({ policy }) => policy === "api-keys");
    const key = {
      name: "Sender",
      scopes: ["webhooks:write", "webhooks:read"],
      state: "good",
    } as const;
    await subscribe(server, url, Object(await keys?.issue?.(key)), { events: ["berth.*"] });
    await POST(server, "/api/announcements/one");
    await until(() => all.length === 1);
    expect(all.map(({ type }) => type)).toEqual(["berth.occupied"]);
  });

  it("have a catalogue of types, of which subscriptions name some", async () => {
    const server = await startRooms({}, {}, [harbour]);
    const { eventTypes } = await json<{ eventTypes: string[] }>(
      await server.request("/api/webhooks"),
    );
    expect(eventTypes).toEqual([
      "announcements.changed",
      "berth.audited",
      "berth.occupied",
      "berths.changed",
      "berths.created",
      "berths.patched",
      "berths.removed",
      "berths.replaced",
      "closing.changed",
      "rooms.created",
      "rooms.removed",
      "rooms.replaced",
      "status.changed",
    ]);
    const start = startRooms(own("http://127.0.0.1:1/", ["berth.ocupied"]), {}, [harbour]);
    await expect(start).rejects.toThrow('"berth.ocupied": did you mean "berth.occupied"?');
  });
});
