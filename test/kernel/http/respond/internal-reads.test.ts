/** Reads of one plugin's routes by another, as GraphQL makes them. */
import { describe, expect, it } from "vitest";
import { definePlugin, definePolicy, Unavailable, type Plugin } from "waymark";
import preset from "waymark/preset";
import { Runtime, Store } from "waymark/services";
import { createTestServer } from "waymark/testing";
import { z } from "zod";
import { startServer } from "../../../_setup.ts";
import { BootError } from "../../../../kernel/host/support/boot-errors.ts";

const Item = z.object({ id: z.string(), group: z.string() });
const ITEMS = ["a", "b", "c", "d"].map((id) => ({ id, group: id < "c" ? "x" : "y" }));
const Echo = z.object({ client: z.string(), path: z.string(), size: z.number() });

/** Lists by group, with or without a batch, and a resource that describes its request. */
function groups(loaders?: (groups: readonly string[], limit: number) => unknown): Plugin {
  const plugin = definePlugin({
    id: "groups",
    summary: "Groups.",
    optional: true,
    routes: {
      listItems: {
        method: "GET",
        path: "/api/groups/{group}/items",
        summary: "List the items of a group.",
        list: { of: Item, as: "items", name: "ItemsList" },
        errors: ["resource-not-found"],
        cache: "no-store",
      },
      getEcho: {
        method: "GET",
        path: "/api/groups/{group}",
        summary: "Read how it was asked.",
        params: z.object({ group: z.string().max(3) }),
        query: z.object({ size: z.coerce.number<string>().default(1) }),
        returns: Echo,
        cache: "no-store",
      },
    },
    handlers: () => ({
      listItems: ({ params: { group }, fail }) => {
        const items = ITEMS.filter((item) => item.group === group);
        return items.length === 0 ? fail("resource-not-found") : items;
      },
      getEcho: ({ client, path, query: { size } }) => ({ client, path, size }),
    }),
  });
  if (loaders === undefined) return plugin;
  return {
    ...plugin,
    loaders: () => ({
      listItems: (params: readonly { group: string }[], { limit }: { limit: number }) =>
        loaders(
          params.map(({ group }) => group),
          limit,
        ),
    }),
  };
}

async function runtimeOf(...plugins: readonly Plugin[]): Promise<Runtime> {
  let runtime: Runtime | undefined;
  const probe = definePlugin({
    id: "probe",
    summary: "Keeps the runtime.",
    needs: { runtime: Runtime },
    setup: (use) => void (runtime = use.runtime),
  });
  await startServer({ plugins: [...preset, ...plugins, probe] });
  if (runtime === undefined) throw new Error("nothing was started");
  return runtime;
}

describe("read", () => {
  it("returns a list's items with the path of the next page, and a document's value", async () => {
    const { read } = await runtimeOf(groups());
    const page = await read("groups.listItems", { group: "x" }, { search: "?limit=1&sort=-id" });
    expect(page).toMatchObject({
      value: [{ id: "b" }],
      next: expect.stringMatching(/^\/api\/groups\/x\/items\?.*cursor=/),
    });
    expect(await read("version.getVersion")).toEqual({
      value: { service: "waymark", version: "0.1.0" },
    });
  });

  it("returns the whole body, as requests receive it, with the status that was chosen", async () => {
    const busy = definePlugin({
      id: "busy",
      summary: "Has no time.",
      routes: {
        getBusy: {
          method: "GET",
          path: "/api/busy",
          summary: "Read how busy it is.",
          returns: z.object({ busy: z.boolean() }),
          statuses: [503],
          cache: "no-store",
        },
      },
      handlers: () => ({
        getBusy({ status }) {
          status(503);
          return { busy: true };
        },
      }),
    });
    const { read } = await runtimeOf(groups(), busy);
    const self = { href: "/api/groups/x/items?limit=1" };
    expect(
      await read("groups.listItems", { group: "x" }, { search: "?limit=1", whole: true }),
    ).toMatchObject({
      value: { items: [{ id: "a" }], _meta: { count: 1 }, _links: { self, next: {} } },
    });
    expect(await read("busy.getBusy", {}, { whole: true })).toEqual({
      status: 503,
      value: { busy: true },
    });
  });

  it("checks parameters and applies defaults", async () => {
    const { read } = await runtimeOf(groups());
    expect(await read("groups.getEcho", { group: "x" }, { search: "?size=2" })).toEqual({
      value: { client: "", path: "/api/groups/x", size: 2 },
    });
    expect(await read("groups.getEcho", { group: "x" })).toMatchObject({ value: { size: 1 } });
    expect(await read("groups.getEcho", { group: "long" })).toMatchObject({
      refusal: { code: "bad-request" },
    });
  });

  it("takes a handler's call as the caller, and nothing that looks like one", async () => {
    const { read } = await runtimeOf(groups());
    const { signal } = new AbortController();
    const onBehalfOf = { client: "192.0.2.1", requestId: "1", signal };
    await expect(read("groups.getEcho", { group: "x" }, { onBehalfOf })).rejects.toThrow(
      "onBehalfOf takes the call",
    );
  });

  it.each([
    ["a resource that is not there", { group: "z" }, "", "resource-not-found"],
    ["a query that does not fit", { group: "x" }, "?limit=0", "bad-request"],
  ])("returns the refusal of %s", async (_what, params, search, code) => {
    const { read } = await runtimeOf(groups());
    expect(await read("groups.listItems", params, { search })).toMatchObject({ refusal: { code } });
  });

  it("refuses for a plugin that did not start", async () => {
    const failing: Plugin = {
      ...groups(),
      setup: () => Promise.reject(new Error("it cannot")),
    };
    const { read } = await runtimeOf(failing);
    expect(await read("groups.listItems", { group: "x" })).toEqual({
      refusal: { code: "service-unavailable" },
    });
  });

  it.each(["openapi.nothing", "aliases.ping", "events.streamEvents"])(
    "does not take %s for a list or a resource",
    async (ref) => {
      const { read } = await runtimeOf(groups());
      await expect(read(ref)).rejects.toThrow(ref);
    },
  );
});

describe("what is known without reading", () => {
  /** Rows of the store, listed by a route that is kept and by one that is not; and a list of a plugin without data. */
  async function start() {
    const declared = { method: "GET", summary: "List items." } as const;
    const cache = { scope: "public", maxAge: "60s" } as const;
    let reads = 0;
    let store: Store | undefined;
    const kept = definePlugin({
      id: "kept",
      summary: "Lists of the store.",
      needs: { store: Store },
      tables: { items: { of: Item, key: "id" } },
      setup: (use) => void (store = use.store),
      routes: {
        listKept: {
          ...declared,
          path: "/api/kept/{group}",
          list: { of: Item, as: "kept", name: "KeptList" },
          errors: ["resource-not-found"],
          cache,
        },
        listFresh: {
          ...declared,
          path: "/api/fresh",
          list: { of: Item, as: "fresh", name: "FreshList" },
          cache: "no-store",
        },
        listOwn: {
          ...declared,
          path: "/api/own",
          list: { of: Item, as: "own", name: "OwnList" },
          cache,
        },
      },
      handlers: (use) => ({
        listOwn: ({ query, principal }) =>
          principal === undefined ? use.store.table("items").list(query) : [],
        listKept: ({ query, params: { group }, fail }) => {
          reads++;
          if (group === "none") fail("resource-not-found");
          return use.store.table("items").list(query);
        },
        listFresh: ({ query }) => use.store.table("items").list(query),
      }),
    });
    const plain = definePlugin({
      id: "plain",
      summary: "A list of nothing that has a version.",
      routes: {
        listPlain: {
          ...declared,
          path: "/api/plain",
          list: { of: Item, as: "plain", name: "PlainList" },
          cache,
        },
      },
      handlers: () => ({ listPlain: () => ITEMS }),
    });
    const runtime = await runtimeOf(kept, plain);
    const table = store?.table("items");
    if (table === undefined) throw new Error("nothing was started");
    await table.insert(ITEMS);
    return { runtime, table, reads: () => reads };
  }

  it("is a list that was read before, for the same path and query", async () => {
    const { runtime, reads } = await start();
    const asked = ["kept.listKept", { group: "x" }, { search: "?limit=1" }] as const;
    expect(runtime.readCached(...asked)).toBeUndefined();
    const read = await runtime.read(...asked);
    expect(read).toMatchObject({ value: [{ id: "a" }], next: expect.any(String) });
    expect(runtime.readCached(...asked)).toBe(read);
    expect(reads()).toBe(1);
    expect(
      runtime.readCached("kept.listKept", { group: "y" }, { search: "?limit=1" }),
    ).toBeUndefined();
    expect(runtime.readCached("kept.listKept", { group: "x" })).toBeUndefined();
  });

  it("is undefined once the version of the data has changed", async () => {
    const { runtime, table } = await start();
    const before = runtime.versionOf("kept.listKept");
    expect(before).toBeDefined();
    await runtime.read("kept.listKept", { group: "x" });
    expect(runtime.versionOf("kept.listKept")).toBe(before);
    await table.remove("a");
    expect(runtime.versionOf("kept.listKept")).not.toBe(before);
    expect(runtime.readCached("kept.listKept", { group: "x" })).toBeUndefined();
    expect(await runtime.read("kept.listKept", { group: "x" })).toMatchObject({
      value: [{ id: "b" }, { id: "c" }, { id: "d" }],
    });
  });

  it.each(["kept.listFresh", "kept.listOwn", "plain.listPlain", "offices.getOffice"])(
    "is undefined for %s, which has no version for all callers",
    async (ref) => {
      const { runtime } = await start();
      const params = { officeId: "lisboa" };
      expect(await runtime.read(ref, params)).toHaveProperty("value");
      expect(runtime.readCached(ref, params)).toBeUndefined();
      expect(runtime.versionOf(ref)).toBeUndefined();
    },
  );

  it("has an end: the list that was read longest ago goes first", async () => {
    const { runtime } = await start();
    const groupsOf = Array.from({ length: 20 }, (_, at) => `${at}`.padEnd(1_000_000, "x"));
    for (const group of groupsOf) await runtime.read("kept.listKept", { group });
    const isKept = (group = "") => runtime.readCached("kept.listKept", { group }) !== undefined;
    expect([isKept(groupsOf[0]), isKept(groupsOf[19])]).toEqual([false, true]);
    const tooLong = "y".repeat(17 * 1024 * 1024);
    await runtime.read("kept.listKept", { group: tooLong });
    expect(isKept(tooLong)).toBe(false);
  });

  it("never holds a refusal", async () => {
    const { runtime, reads } = await start();
    const refused = { refusal: { code: "resource-not-found" } };
    expect(await runtime.read("kept.listKept", { group: "none" })).toMatchObject(refused);
    expect(runtime.readCached("kept.listKept", { group: "none" })).toBeUndefined();
    expect(await runtime.read("kept.listKept", { group: "none" })).toMatchObject(refused);
    expect(reads()).toBe(2);
  });

  it("is of one version for documents, and of none while a plugin is not there", async () => {
    const { versionOf } = await runtimeOf(groups());
    expect(versionOf("version.getVersion")).toBe("");
    const failing: Plugin = { ...groups(), setup: () => Promise.reject(new Error("it cannot")) };
    expect((await runtimeOf(failing)).versionOf("groups.listItems")).toBeUndefined();
    expect(() => versionOf("events.streamEvents")).toThrow("events.streamEvents");
  });
});

describe("readMany", () => {
  const each = ["x", "y", "x"].map((group) => ({ group }));
  const byGroup = (names: readonly string[]) =>
    names.map((name) => ITEMS.filter(({ group }) => group === name));

  it("returns the same together as one by one, with cursors that go on", async () => {
    const limits: number[] = [];
    const together = await runtimeOf(
      groups((names, limit) => {
        limits.push(limit);
        return byGroup(names);
      }),
    );
    const alone = await runtimeOf(groups());
    const inquiry = { search: "?limit=1&sort=id", atMost: 10 };
    const results = await together.readMany("groups.listItems", each, inquiry);
    expect(results).toEqual(await alone.readMany("groups.listItems", each, inquiry));
    expect(results).toMatchObject([{ value: [{ id: "a" }] }, { value: [{ id: "c" }] }, {}]);
    expect(limits).toEqual([11]);
  });

  it("refuses those alone whose parameters no path can have (E15)", async () => {
    const { read, readMany } = await runtimeOf(groups(byGroup));
    const names = ["", ".", "..", "\ud800"];
    const params = [...names, "x"].map((group) => ({ group }));
    const notThere = { refusal: { code: "resource-not-found" } };
    const reads = await readMany("groups.listItems", params, { atMost: 10 });
    expect(reads).toMatchObject([...names.map(() => notThere), { value: [{ id: "a" }, {}] }]);
    for (const group of names) expect(await read("groups.getEcho", { group })).toEqual(notThere);
    await expect(read("groups.getEcho", {})).rejects.toThrow("missing");
  });

  it("refuses those alone whose guard cannot decide for now", async () => {
    const guard = definePolicy({
      id: "directory",
      guards: true,
      compile: ({ ref }) =>
        ref === "groups.listItems"
          ? {
              admit({ params: { group } }) {
                if (group === "y") throw new Unavailable("the directory does not answer");
                return undefined;
              },
            }
          : undefined,
    });
    const directory = definePlugin({ id: "directory", summary: "Guards.", policies: [guard] });
    const { readMany } = await runtimeOf(groups(byGroup), directory);
    const results = await readMany("groups.listItems", each, { atMost: 10 });
    const refusal = { code: "service-unavailable" };
    expect(results).toMatchObject([{ value: [{}, {}] }, { refusal }, { value: [{}, {}] }]);
  });

  it("refuses more items than it may give", async () => {
    const { readMany } = await runtimeOf(groups(byGroup));
    const results = await readMany("groups.listItems", each, { atMost: 5 });
    expect(results).toHaveLength(3);
    expect(results[0]).toMatchObject({ refusal: { code: "unprocessable-content" } });
  });

  it.each([[() => []], [() => [1, 2, 3]], [() => undefined]])(
    "rejects when a batch gives something else than a list for each",
    async (batch) => {
      const { readMany } = await runtimeOf(groups(batch));
      await expect(readMany("groups.listItems", each, { atMost: 5 })).rejects.toThrow("batch");
    },
  );
});

it("refuses a batch of a route that is not a list", async () => {
  const wrong: Plugin = { ...groups(), optional: false, loaders: () => ({ getEcho: () => [] }) };
  const start = createTestServer({ plugins: [...preset, wrong] });
  await expect(start).rejects.toThrow(BootError);
  await expect(start).rejects.toThrow("loader getEcho");
});

it("refuses a relation of items to be filled from what they lack", async () => {
  const wrong = definePlugin({
    id: "wrong",
    summary: "A relation that leads nowhere.",
    routes: {
      listWrong: {
        method: "GET",
        path: "/api/wrong",
        summary: "Wrong.",
        list: {
          of: Item,
          as: "items",
          name: "WrongList",
          relations: { office: { to: "offices.getOffice", with: { officeId: "office" } } },
        },
        cache: "no-store",
      },
    },
    handlers: () => ({ listWrong: () => [] }),
  });
  const start = createTestServer({ plugins: [...preset, wrong] });
  await expect(start).rejects.toThrow('{officeId} from "office", which its items do not have');
});
