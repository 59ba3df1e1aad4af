/** Plugins that do what they should not: what is said of each, and that everybody else's routes go on. */
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import {
  definePlugin,
  definePolicy,
  type CompiledPolicy,
  type Log,
  type Plugin,
  type PluginSetting,
} from "waymark";
import preset from "waymark/preset";
import type { TestServer } from "waymark/testing";
import { z } from "zod";
import { boot } from "../../../../kernel/host/boot/boot.ts";
import { slowness } from "../../../_machine.ts";
import { json, startServer } from "../../../_setup.ts";
import { folderOf } from "../../../_folder.ts";
import few from "../../../plugins/tools/testing/_few.ts";

const get = { method: "GET", summary: "Read it.", cache: "no-store" } as const;
const hangs = () => new Promise<never>(() => {});

/** A plugin `bad`, as an author without types may write it. */
function bad(rest: object): Plugin {
  return { id: "bad", summary: "Is bad.", ...rest };
}

/** A plugin `bad` with one route, whose handler does this. */
function answering(route: object, handler: (call: never) => unknown): Plugin {
  return bad({
    routes: { read: { ...get, path: "/bad", ...route } },
    handlers: () => ({ read: handler }),
  });
}

interface Line {
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>> | undefined;
}

/** Some of the preset, because each test starts it: without pages, and with one plugin of the domain. */
const PLUGINS = [...few, ...preset.filter(({ id }) => id === "brains")];

/** Limit for setups that hang. The plugins beside them need a part of it, on a busy machine, too. */
const LIMIT_MS = Math.round(3_000 * slowness());

async function startWith(
  setting: Readonly<Record<string, PluginSetting>>,
  setupTimeoutMs = 10_000,
): Promise<{ readonly server: TestServer; readonly lines: readonly Line[] }> {
  const lines: Line[] = [];
  const tell = (message: string, fields?: Readonly<Record<string, unknown>>) =>
    void lines.push({ message, fields });
  const log: Log = { debug() {}, info() {}, warn: tell, error: tell };
  const server = await startServer({
    plugins: PLUGINS,
    config: { plugins: setting },
    setupTimeoutMs,
    log,
  });
  return { server, lines };
}

/** First-party routes that need nothing of a third party's plugin. */
const OTHERS = ["/api/ping", "/api/brains", "/api/openapi", "/api"];

async function othersWork(server: TestServer): Promise<void> {
  for (const path of OTHERS)
    expect([path, (await server.request(path)).status]).toEqual([path, 200]);
}

const setups: readonly (readonly [what: string, plugin: Plugin, code: string, reason: RegExp])[] = [
  [
    "a setup that throws",
    bad({
      setup() {
        throw new Error("the key is wrong");
      },
    }),
    "SETUP_FAILED",
    /the key is wrong/,
  ],
  ["a setup that hangs", bad({ setup: hangs }), "SETUP_TIMEOUT", /not finished after \d+ ms/],
  [
    "a setup that does not return what it provides",
    bad({ provides: { thing: { id: "thing" } }, setup: () => ({}) }),
    "SETUP_FAILED",
    /did not return thing/,
  ],
  [
    "handlers that throw",
    bad({
      handlers() {
        throw new Error("no hands");
      },
    }),
    "SETUP_FAILED",
    /no hands/,
  ],
  [
    "a handler that is missing",
    bad({ handlers: () => ({}) }),
    "HANDLER_MISSING",
    /handlers returned undefined for read/,
  ],
];
const withRoute = (plugin: Plugin): Plugin => ({
  routes: { read: { ...get, path: "/bad", text: { mediaType: "text/plain" } } },
  handlers: () => ({ read: () => "fine" }),
  ...plugin,
});

describe("refuses to start, and names the plugin, what was received and what to do", () => {
  it.each<[what: string, setting: Readonly<Record<string, unknown>>, message: RegExp]>([
    [
      "an id that another plugin has",
      { twin: [{ id: "brains", summary: "Is not the first." }, {}] },
      /^PLUGIN_INVALID[^]*the plugin has the id "brains"[^]*write it below plugins.brains/,
    ],
    [
      "a descriptor that is invalid",
      { bad: bad({ routes: { read: { method: "FETCH", path: "bad", summary: "" } } }) },
      /ROUTE_INVALID: path: it must start with \/[^]*plugin: bad[^]*ROUTE_INVALID: method: expected one of[^]*received "FETCH"[^]*ROUTE_BODY_MISSING/,
    ],
    [
      "a time-out of nothing",
      { bad: answering({ text: { mediaType: "text/plain" }, timeout: "0s" }, () => "") },
      /^ROUTE_INVALID: timeout: expected a duration longer than 0; received "0s"/,
    ],
    [
      "a path that is taken",
      {
        bad: answering({ path: "/api/ping", text: { mediaType: "text/plain" } }, () => "pong"),
      },
      /^ROUTE_CONFLICT[^]*plugin ping[^]*plugin bad/,
    ],
    [
      "a key that no plugin has",
      { bad: bad({ route: {} }) },
      /^PLUGIN_KEY_UNKNOWN[^]*"route"[^]*did you mean "routes"/,
    ],
    [
      "a plugin for another version",
      { bad: bad({ api: 99 }) },
      /^PLUGIN_INCOMPATIBLE[^]*version 99[^]*plugin: bad[^]*update waymark/,
    ],
    [
      "a package that is not installed",
      { "@acme/atlas": true },
      /^PLUGIN_NOT_FOUND[^]*"@acme\/atlas"[^]*npm install @acme\/atlas/,
    ],
    [
      "$optional that is neither true nor false",
      { brains: { $optional: "yes" } },
      /^CONFIG_INVALID[^]*received \$optional: "yes"/,
    ],
    ...setups.map(
      ([what, plugin, code, reason]): [string, Readonly<Record<string, unknown>>, RegExp] => [
        what,
        { bad: withRoute(plugin) },
        new RegExp(`^${code}: [^]*${reason.source}[^]*plugin: bad[^]*hint: `),
      ],
    ),
  ])("%s", async (_what, setting, message) => {
    await expect(startWith(setting as Record<string, PluginSetting>, LIMIT_MS)).rejects.toThrow(
      message,
    );
  });
});

it("takes no notice of a module that breaks while its plugin is off", async () => {
  const folder = folderOf({ "broken.mjs": 'throw new Error("out of order");' });
  const booting = (plugins: string) =>
    boot({ cwd: folderOf({ "waymark.config.yaml": `plugins: { ${plugins} }` }), env: {} });
  await expect(booting(`${folder}/broken.mjs: true`)).rejects.toThrow(/out of order/);
  const { installed } = await booting(`${folder}/broken.mjs: false`);
  expect(installed.every(({ enabled }) => enabled)).toBe(true);
  await expect(booting("locale: false")).rejects.toThrow(/did you mean "locales"/);
});

describe("runs without a plugin that may fail, and says so", () => {
  it.each(setups)("%s", async (_what, plugin, _code, reason) => {
    const { server, lines } = await startWith(
      { bad: [withRoute(plugin), { $optional: true }] },
      LIMIT_MS,
    );
    await othersWork(server);
    const answer = await server.request("/bad");
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "60"]);
    expect(lines).toContainEqual({
      message: "a plugin did not start; its routes answer 503",
      fields: { plugin: "bad", reason: expect.stringMatching(reason) },
    });
    const health = await json<{ status: string }>(await server.request("/api/health"));
    expect(health.status).toBe("degraded");
  });

  it("one that says so itself, unless the operator insists", async () => {
    const plugin = withRoute(bad({ optional: true, setup: hangs }));
    const insisting = startWith({ bad: [plugin, { $optional: false }] }, LIMIT_MS);
    const [{ server }] = await Promise.all([
      startWith({ bad: plugin }, LIMIT_MS),
      expect(insisting).rejects.toThrow(/^SETUP_TIMEOUT/),
    ]);
    expect((await server.request("/bad")).status).toBe(503);
  });

  it("a package that is not there", async () => {
    const { server, lines } = await startWith({ "@acme/atlas": { $optional: true } });
    await othersWork(server);
    expect(lines).toEqual([
      {
        message: "a plugin could not be loaded; the server runs without it",
        fields: { plugin: "@acme/atlas", reason: expect.stringContaining("no package") },
      },
    ]);
    const health = await json<{ status: string }>(await server.request("/api/health"));
    expect(health.status).toBe("degraded");
  });
});

const Shape = z.object({ size: z.int() });
const circle: { self?: object } = {};
circle.self = circle;

describe("answers for a handler that does not, logs which one, and serves everybody else", () => {
  it.each<[what: string, plugin: Plugin, status: number, line: object]>([
    [
      "throws",
      answering({ returns: Shape }, () => {
        throw new Error("out of memory");
      }),
      500,
      { error: expect.stringContaining("out of memory") },
    ],
    [
      "rejects with nothing",
      answering({ returns: Shape }, () => Promise.reject()),
      500,
      { error: "undefined" },
    ],
    [
      "returns nothing",
      answering({ returns: Shape }, () => undefined),
      500,
      { error: expect.stringContaining("returned undefined") },
    ],
    [
      "returns what JSON cannot say",
      answering({ returns: Shape }, () => ({ size: 1n })),
      500,
      { error: expect.stringMatching(/BigInt/) },
    ],
    [
      "returns a circle",
      answering({ returns: z.looseObject({}) }, () => circle),
      500,
      { error: expect.stringContaining("circular") },
    ],
    [
      "returns no text",
      answering({ text: { mediaType: "text/plain" } }, () => 7),
      500,
      { error: expect.stringContaining("returned 7; a route of text") },
    ],
    [
      "returns no stream",
      answering({ stream: { events: { tick: Shape } } }, () => []),
      500,
      { error: expect.stringContaining("async iterable") },
    ],
    [
      "returns a promise of a stream, which fails",
      answering({ stream: { events: { tick: Shape } } }, () => Promise.reject(new Error("dry"))),
      500,
      { error: expect.stringContaining("dry") },
    ],
    [
      "never returns a stream",
      answering({ stream: { events: { tick: Shape } }, timeout: "50ms" }, hangs),
      503,
      { plugin: "bad", timeoutMs: 50 },
    ],
    [
      "never returns",
      answering({ returns: Shape, timeout: "50ms" }, hangs),
      503,
      { plugin: "bad", timeoutMs: 50 },
    ],
  ])("%s", async (_what, plugin, status, line) => {
    const { server, lines } = await startWith({ bad: plugin });
    const answer = await server.request("/bad");
    expect(answer.status).toBe(status);
    const body = await json<{ error: { requestId?: string } }>(answer);
    const ours = lines.filter(({ fields }) => fields?.["route"] === "bad.read");
    expect(ours).toEqual([{ message: expect.any(String), fields: expect.objectContaining(line) }]);
    // Only the operator learns what went wrong.
    expect(JSON.stringify(body)).not.toMatch(/memory|BigInt|circular|bad\.read/);
    await othersWork(server);
  });

  it("has a stream that fails end, with a word in the log", async () => {
    const plugin = answering({ stream: { events: { tick: Shape } } }, async function* () {
      yield { event: "tick", data: { size: 1 } };
      await pause(20);
      throw new Error("the tap broke");
    });
    const { server, lines } = await startWith({ bad: plugin });
    const answer = await server.request("/bad");
    await expect(answer.text()).rejects.toThrow("terminated");
    expect(lines).toEqual([
      {
        message: expect.any(String),
        fields: expect.objectContaining({ error: expect.stringContaining("the tap broke") }),
      },
    ]);
    await othersWork(server);
  });
});

describe("answers 500 for a policy that spoils every answer, and serves everybody else", () => {
  const failing = () => {
    throw new Error("no ink");
  };
  const handlers: readonly (readonly [when: string, handler: () => unknown])[] = [
    ["at once", () => "fine"],
    ["later", async () => "fine"],
  ];
  it.each<[what: string, compiled: CompiledPolicy, reason: RegExp]>([
    ["throws when a header is due", { fields: () => ({ "X-Bad": failing }) }, /no ink/],
    [
      "sets a header to a value that headers cannot have",
      { fields: () => ({ "X-Bad": () => "a\nb" }) },
      /X-Bad/i,
    ],
    [
      "throws when it looks on",
      { fields: () => ({ "X-Bad": undefined }), observe: failing },
      /no ink/,
    ],
  ])("%s", async (_what, compiled, reason) => {
    for (const [, handler] of handlers) {
      const policy = definePolicy({
        id: "spoil",
        writes: { "X-Bad": "Nothing good." },
        compile: ({ plugin }) => (plugin === "bad" ? compiled : undefined),
      });
      const { server, lines } = await startWith({
        bad: { ...answering({ text: { mediaType: "text/plain" } }, handler), policies: [policy] },
      });
      const answer = await server.request("/bad", { signal: AbortSignal.timeout(5000) });
      expect([answer.status, await answer.text()]).toEqual([500, ""]);
      expect(lines).toContainEqual({
        message: "an answer could not be sent",
        fields: { path: "/bad", error: expect.stringMatching(reason) },
      });
      await othersWork(server);
    }
  });
});

it("waits for every thenable, such as a query builder", async () => {
  // oxlint-disable-next-line unicorn/no-thenable -- what is tested
  const query = { then: (resolve: (value: object) => void) => resolve({ size: 7 }) };
  const { server } = await startWith({ bad: answering({ returns: Shape }, () => query) });
  expect(await json<object>(await server.request("/bad"))).toMatchObject({ size: 7 });
});

it("takes a time limit that no timer can hold as none", async () => {
  const plugin = answering({ returns: Shape, timeout: "1000h" }, async () => {
    await pause(20);
    return { size: 7 };
  });
  const { server } = await startWith({ bad: plugin });
  expect((await server.request("/bad")).status).toBe(200);
});

it("closes everybody else when a closer fails", async () => {
  const closed: string[] = [];
  const closing = (id: string, close: () => unknown) =>
    definePlugin({
      id,
      summary: "Closes.",
      setup: (_use, { defer }) => defer(close as () => void),
    });
  const { server, lines } = await startWith({
    first: closing("first", () => void closed.push("first")),
    bad: closing("bad", () => {
      throw new Error("the door is stuck");
    }),
    last: closing("last", () => void closed.push("last")),
  });
  await server.close();
  expect(closed).toEqual(["last", "first"]);
  expect(lines).toEqual([
    {
      message: "a plugin failed to close",
      fields: { plugin: "bad", reason: "the door is stuck" },
    },
  ]);
});
