/** Kept lists: which and for how long, and that no client receives a list made for another (A2). */
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  definePlugin,
  definePolicy,
  requestValue,
  service,
  type CacheDeclaration,
  type HandlerCall,
  type Plugin,
  type Route,
} from "waymark";
import preset from "waymark/preset";
import { Ids, Store } from "waymark/services";
import type { TestServer } from "waymark/testing";
import { z } from "zod";
import { json, startServer } from "../../../_setup.ts";
import { samplePaths } from "../../../conformance/sample-paths.ts";

afterEach(() => vi.useRealTimers());

const Who = requestValue<string>("who");
const Seen = z.object({ id: z.string(), seen: z.string() });
type Call = HandlerCall<Route>;

interface Listed {
  readonly cache?: CacheDeclaration;
  readonly declared?: Pick<Route, "headers" | "values">;
  readonly see: (call: Call) => unknown;
}

/** A list of the store, of what `see` returns. `made` counts how often its handler ran. */
async function start({ cache = { scope: "public", maxAge: "60s" }, declared, see }: Listed) {
  const counter = { made: 0 };
  const list = { of: Seen, as: "seen", name: "SeenList" };
  const route = { method: "GET", path: "/api/seen", summary: "List it.", list, cache, ...declared };
  const who = definePolicy({
    id: "who",
    provides: { who: Who },
    compile: () => ({
      provide: { who: (call) => call.header("x-who") ?? "none" },
      members: () => ({ from: { schema: {}, value: ({ call }) => String(Object(call).client) } }),
    }),
  });
  const seen: Plugin = {
    id: "seen",
    summary: "Lists what it sees.",
    needs: { store: Store },
    policies: [who],
    routes: { listSeen: route as Route },
    handlers: () => ({
      listSeen: async (call: Call) => {
        counter.made++;
        await Promise.resolve();
        return [{ id: "1", seen: String(await see(call)) }];
      },
    }),
  };
  const server = await startServer({
    plugins: [...preset, definePlugin(seen as never)],
    config: { trustedProxies: ["127.0.0.1"] },
  });
  return { server, counter };
}

/** Headers of one client. */
const from = (name: string, address: string) => ({
  "x-forwarded-for": address,
  "x-request-id": `request-of-${name}`,
  "last-event-id": `event-of-${name}`,
  "x-who": name,
});
const ANN = from("client-ann", "203.0.113.1");
const BEN = from("client-ben", "203.0.113.2");

const DOORS: readonly [
  string,
  (server: TestServer, headers: Record<string, string>) => Promise<string>,
][] = [
  ["its path", async (server, headers) => (await server.request("/api/seen", { headers })).text()],
  [
    "GraphQL",
    async (server, headers) =>
      (await server.request("/api/graphql?query={seen{id,seen}}", { headers })).text(),
  ],
];

it.each<[string, RegExp, Listed]>([
  ["its caller", /^private, max-age=60/, { see: ({ client }) => client }],
  ["nothing of its caller", /^public, max-age=60/, { see: ({ path }) => path }],
])(
  "what caches may do with a list whose handler reads %s (A2)",
  async (_what, expected, listed) => {
    const { server } = await start(listed);
    for (const headers of [ANN, BEN, ANN]) {
      const { headers: sent } = await server.request("/api/seen", { headers });
      expect(sent.get("cache-control")).toMatch(expected);
      const again = { headers: { ...headers, "if-none-match": sent.get("etag") ?? "" } };
      const unchanged = await server.request("/api/seen", again);
      expect(unchanged.status).toBe(304);
      expect(unchanged.headers.get("cache-control")).toMatch(expected);
    }
  },
);

describe.each(DOORS)("a list by %s", (_door, ask) => {
  it.each<[string, Listed]>([
    ["client", { see: ({ client }) => client }],
    ["requestId", { see: (call) => call.requestId }],
    ["lastEventId", { see: (call) => call.lastEventId }],
    [
      "headers",
      {
        see: (call) => Object(call.headers)["x-who"],
        declared: { headers: z.object({ "x-who": z.string() }) },
      },
    ],
    ["values", { see: (call) => Object(call.values)["who"], declared: { values: { who: Who } } }],
    ["client, after waiting", { see: (call) => Promise.resolve().then(() => call.client) }],
  ])("is not kept when its handler reads %s", async (_what, listed) => {
    const { server, counter } = await start(listed);
    const clean = (text: string) => text.replaceAll(/"(id|requestId)":"[^"]*"/g, "");
    const first = [await ask(server, ANN), await ask(server, ANN), await ask(server, ANN)].map(
      clean,
    );
    const others = [await ask(server, BEN), await ask(server, BEN)].map(clean);
    expect(new Set(first).size).toBe(1);
    expect(new Set(others).size).toBe(1);
    expect(others[0]).not.toBe(first[0]);
    expect(counter.made).toBe(5);
  });

  it("is kept when its handler reads nothing of its caller", async () => {
    const { server, counter } = await start({
      see: ({ path, mediaType }) => `${path} ${mediaType}`,
    });
    await ask(server, ANN);
    const kept = await ask(server, ANN);
    expect(await ask(server, BEN)).toBe(kept);
    expect(counter.made).toBe(1);
  });

  it.each<CacheDeclaration>([
    "no-store",
    { scope: "private", maxAge: "60s" },
    { scope: "public", maxAge: "0s" },
  ])("is not kept with cache: %j", async (cache) => {
    const { server, counter } = await start({ cache, see: () => "" });
    for (let round = 0; round < 4; round++) await ask(server, ANN);
    expect(counter.made).toBe(4);
  });

  it("is kept no longer than its maxAge, as its handler may read the time", async () => {
    let now = 0;
    const { server, counter } = await start({ see: () => now });
    vi.useFakeTimers({ toFake: ["performance"] });
    const seen = async () => /"seen":"(\d+)"/.exec(await ask(server, ANN))?.[1];
    expect([await seen(), await seen(), await seen()]).toEqual(["0", "0", "0"]);
    now = 1;
    vi.advanceTimersByTime(59_999);
    expect(await seen()).toBe("0");
    vi.advanceTimersByTime(2);
    expect(await seen()).toBe("1");
    expect(counter.made).toBe(2);
  });
});

it("has members of policies that know no caller, also those in JavaScript", async () => {
  const { server } = await start({ see: () => "" });
  const answers = [ANN, BEN].map((headers) => server.request("/api/seen", { headers }));
  for (const answer of answers)
    expect(await json(await answer)).toMatchObject({ from: "undefined" });
});

it("is not kept by method, which HEAD and GET tell apart", async () => {
  const { server } = await start({ see: ({ method }) => method });
  await server.request("/api/seen", { method: "HEAD" });
  expect(await json(await server.request("/api/seen"))).toMatchObject({ seen: [{ seen: "GET" }] });
});

it("shows no client what it answered another, on any route of the preset", async () => {
  const server = await startServer({ config: { trustedProxies: ["127.0.0.1"] } });
  for (const [route, path] of await samplePaths(server)) {
    if (route.kind === "stream") continue;
    for (let round = 0; round < 2; round++)
      await (await server.request(path, { headers: ANN })).text();
    const answer = await server.request(path, { headers: BEN });
    const all = [await answer.text(), ...answer.headers.values()].join("\n");
    const traces = Object.values(ANN).filter((trace) => all.includes(trace));
    expect(traces, `traces at ${route.ref}`).toEqual([]);
  }
});

it("keeps nothing while the version of the data is not known", async () => {
  const Source = service<{ known: boolean }>("source", {
    version: ({ known }) => (known ? 1 : undefined),
  });
  const state = { known: true };
  let made = 0;
  const plugin = definePlugin({
    id: "sourced",
    summary: "Lists from a source.",
    needs: { ids: Ids }, // which a plugin that also writes makes keys of
    provides: { source: Source },
    setup: () => ({ source: state }),
    routes: {
      listSourced: {
        method: "GET",
        path: "/api/sourced",
        summary: "List it.",
        list: { of: z.object({ id: z.string() }), as: "sourced", name: "SourcedList" },
        cache: { scope: "public", maxAge: "60s" },
      },
    },
    handlers: () => ({ listSourced: () => [{ id: String(++made) }] }),
  });
  const server = await startServer({ plugins: [...preset, plugin] });
  const read = async () => (await json(await server.fetch("/api/sourced")))["sourced"];
  expect([await read(), await read()]).toEqual([[{ id: "1" }], [{ id: "1" }]]);
  state.known = false;
  expect([await read(), await read()]).toEqual([[{ id: "2" }], [{ id: "3" }]]);
  state.known = true; // as before: equal versions, equal data
  expect(await read()).toEqual([{ id: "1" }]);
});
