/** Another config while the server runs: what stays, what starts again, and what a request in flight sees. */
import { EventEmitter, once } from "node:events";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { definePlugin, definePolicy, service, type Plugin, type Registry } from "waymark";
import { Capabilities, Runtime, Tables } from "waymark/services";
import { createTestServer } from "waymark/testing";
import { z } from "zod";
import { json, startServer } from "../../../_setup.ts";

const Base = service<{ readonly start: number }>("base");
const get = { method: "GET", summary: "A route.", cache: "no-store" } as const;
const text = { mediaType: "text/plain" };

/** Plugins that record when they start and stop: `base`, `above` which needs it, `apart` which does not. */
function family(steps: string[], rest: Partial<Plugin> = {}) {
  let starts = 0;
  const record = (id: string, defer: (close: () => void) => void) => {
    steps.push(`start ${id}`);
    defer(() => void steps.push(`stop ${id}`));
  };
  const base = definePlugin({
    id: "base",
    summary: "Is needed.",
    options: z.strictObject({ size: z.int().default(1) }),
    provides: { base: Base },
    setup(_use, { defer }) {
      record("base", defer);
      return { base: { start: ++starts } };
    },
  });
  const above = definePlugin({
    id: "above",
    summary: "Needs.",
    needs: { base: Base },
    setup: (_use, { defer }) => record("above", defer),
    routes: { show: { ...get, path: "/above", text } },
    handlers: ({ base: { start: count } }) => ({ show: () => String(count) }),
  });
  const apart: Plugin = {
    ...definePlugin({
      id: "apart",
      summary: "Needs nothing.",
      setup: (_use, { defer }) => record("apart", defer),
      routes: { show: { ...get, path: "/apart", text } },
      handlers: () => ({ show: () => "apart" }),
    }),
    ...rest,
  };
  return [base, above, apart];
}

describe("what a reload starts and stops", () => {
  it.each<[what: string, plugins: object, did: object]>([
    ["nothing changed", {}, { started: [], stopped: [], carriedOver: ["base", "above", "apart"] }],
    [
      "a plugin off",
      { apart: false },
      { started: [], stopped: ["apart"], carriedOver: ["base", "above"] },
    ],
    [
      "an option changed: every plugin that needs its service starts again too",
      { base: { size: 2 } },
      { started: ["base", "above"], stopped: ["base", "above"], carriedOver: ["apart"] },
    ],
    [
      "an option that says the default",
      { base: { size: 1 } },
      { started: [], stopped: [], carriedOver: ["base", "above", "apart"] },
    ],
  ])("%s", async (_what, plugins, did) => {
    const server = await startServer({ plugins: family([]) });
    expect(await server.reload({ plugins: plugins as never })).toMatchObject(did);
  });

  it("starts the new before it stops the old, dependents first", async () => {
    const steps: string[] = [];
    const server = await startServer({ plugins: family(steps) });
    steps.length = 0;
    await server.reload({ plugins: { base: { size: 2 } } });
    expect(await (await server.fetch("/above")).text()).toBe("2");
    await server.reload({}); // which waits for nothing, but comes after
    await server.close();
    expect(steps.slice(0, 4)).toEqual(["start base", "start above", "stop above", "stop base"]);
    expect(steps.filter((line) => line === "start apart" || line === "stop apart")).toEqual([
      "stop apart",
    ]);
  });

  const tables = { buoys: { of: z.object({ id: z.string() }), key: "id" } };

  it("restarts a plugin when a part of the registry that its setup reads is different", async () => {
    const reads = (id: string, parts: readonly (keyof Registry)[]) =>
      definePlugin({
        id,
        summary: "Reads.",
        setup: (_use, { registry }) => {
          for (const part of parts) expect(registry[part]).toBeDefined();
        },
      });
    const server = await startServer({
      plugins: [
        definePlugin({
          id: "reads-flags",
          summary: "Reads flags.",
          points: [Capabilities],
          setup: (_use, { registry }) => void [registry.errors, registry.of(Capabilities)],
        }),
        reads("reads-address", ["baseUrl"]),
        reads("reads-routes", ["routes"]),
        reads("reads-nothing", []),
        definePlugin({ id: "flag", summary: "Has a flag.", capabilities: { flag: true } }),
        definePlugin({ id: "table", summary: "Has a table.", tables }),
        definePlugin({
          id: "reads-tables",
          summary: "Reads the entries of a point.",
          points: [Tables],
          setup: (_use, { registry }) => void registry.of(Tables),
        }),
      ],
    });
    const { started } = await server.reload({ plugins: { flag: false } });
    expect(started).toEqual(["reads-flags", "reads-routes"]);
    const next = await server.reload({ plugins: { flag: false, table: false } });
    expect(next.started).toEqual(["reads-flags", "reads-routes", "reads-tables"]);
  });
});

describe("what is served", () => {
  it("switches routes off and on again", async () => {
    const server = await startServer({ plugins: family([]) });
    const statuses = async () => [
      (await server.request("/apart")).status,
      (await server.fetch("/apart")).status,
    ];
    expect(await statuses()).toEqual([200, 200]);
    await server.reload({ plugins: { apart: false } });
    expect(await statuses()).toEqual([404, 404]);
    await server.reload({});
    expect(await statuses()).toEqual([200, 200]);
  });

  it("gives carried-over plugins the registry of the current revision, in setups and handlers", async () => {
    const revisions: string[] = [];
    let seen: (() => readonly [string, Registry["errors"]]) | undefined;
    const witness = definePlugin({
      id: "witness",
      summary: "Sees.",
      needs: { runtime: Runtime },
      setup({ runtime }, { registry, defer }) {
        seen = () => [runtime.registry.revision, registry.errors];
        defer(runtime.onChange(({ revision }) => void revisions.push(revision)));
      },
      routes: { show: { ...get, path: "/witness", text } },
      handlers: (_use, { registry }) => ({ show: () => registry.revision }),
    });
    const server = await startServer({ plugins: [witness, ...family([])] });
    const first = server.registry.revision;
    const { revision, carriedOver } = await server.reload({ plugins: { apart: false } });
    expect(carriedOver).toContain("witness");
    expect(revision).not.toBe(first);
    expect(server.registry.revision).toBe(revision);
    expect(seen?.()[0]).toBe(revision);
    expect(seen?.()[1]).toBe(server.registry.errors);
    expect(await (await server.fetch("/witness")).text()).toBe(revision);
    expect(revisions).toEqual([revision]);
  });

  it("lets a request end in the revision that it began in, and stops nothing before", async () => {
    const steps: string[] = [];
    const gate = new EventEmitter();
    const arrived = once(gate, "arrived");
    const marked = definePolicy({
      id: "mark",
      writes: { "X-Size": "The size." },
      options: z.strictObject({ size: z.int() }),
      compile: (_route, { options }) => ({ fields: () => ({ "X-Size": String(options.size) }) }),
    });
    const slow = definePlugin({
      id: "slow",
      summary: "Takes its time.",
      options: z.strictObject({ size: z.int().default(1) }),
      policies: [marked],
      setup: (_use, { defer }) => defer(() => void steps.push("stop slow")),
      routes: { show: { ...get, path: "/slow", text } },
      handlers: (_use, { options }) => ({
        show: async () => {
          if (options.size === 1) {
            const go = once(gate, "go");
            gate.emit("arrived");
            await go;
          }
          steps.push("answer");
          return String(options.size);
        },
      }),
    });
    const server = await startServer({ plugins: [slow] });
    const before = server.request("/slow");
    await arrived;
    await server.reload({ plugins: { slow: { size: 2 } } });
    const after = await server.request("/slow");
    expect([after.headers.get("x-size"), await after.text()]).toEqual(["2", "2"]);
    expect(steps).toEqual(["answer"]);
    gate.emit("go");
    const answer = await before;
    expect([answer.headers.get("x-size"), await answer.text()]).toEqual(["1", "1"]);
    await expect.poll(() => steps).toEqual(["answer", "answer", "stop slow"]);
  });

  it("keeps a service's state, the counts of clients and the place in the events through unrelated changes", async () => {
    const server = await startServer({});
    const left = async () =>
      Number((await server.request("/api/locales")).headers.get("x-ratelimit-remaining"));
    const before = await left();
    const stream = await server.request("/api/events");
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    const { revision, started } = await server.reload({ plugins: { "request-info": false } });
    expect(started).toEqual([]);
    let received = "";
    while (!received.includes("registry.changed")) received += (await reader?.read())?.value ?? "";
    expect(received).toContain(`data: {"revision":"${revision}"}`);
    expect(await left()).toBe(before - 2);
    await reader?.cancel();
  });

  it("ends the streams of a plugin that is switched off", async () => {
    const server = await startServer({});
    const stream = await server.request("/api/events");
    await server.reload({ plugins: { events: false } });
    await expect(stream.text()).resolves.toContain("retry:");
    expect((await server.request("/api/events")).status).toBe(404);
  });
});

describe("requests that outlast their revision", () => {
  it("are given up together, however many revisions have come since", async () => {
    const steps: string[] = [];
    const stop = { drain: "3s" } as const;
    const hanging = definePlugin({
      id: "hanging",
      summary: "Never answers.",
      options: z.strictObject({ turn: z.int().default(0) }),
      setup: (_use, { options, defer }) => defer(() => void steps.push(`stop ${options.turn}`)),
      routes: { wait: { ...get, path: "/hanging", text } },
      handlers: () => ({ wait: () => new Promise<never>(() => {}) }),
    });
    const server = await startServer({ plugins: [hanging], config: { stop } });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    for (const turn of [1, 2, 3]) {
      void server.fetch("/hanging");
      await server.reload({ stop, plugins: { hanging: { turn } } });
    }
    expect(steps).toEqual([]);
    await vi.advanceTimersByTimeAsync(3000);
    expect(steps).toEqual(["stop 0", "stop 1", "stop 2"]);
  });

  it("have their streams ended with the plugin that makes them", async () => {
    const gate = new EventEmitter();
    const arrived = once(gate, "arrived");
    const admitted = definePolicy({
      id: "admitted",
      guards: false,
      compile: () => ({
        async admit() {
          const go = once(gate, "go");
          gate.emit("arrived");
          await go;
          return undefined;
        },
      }),
    });
    const late = definePlugin({
      id: "late",
      summary: "Streams.",
      options: z.strictObject({ turn: z.int().default(0) }),
      policies: [admitted],
      setup: () => {},
      routes: { follow: { ...get, path: "/late", stream: { events: { tick: z.object({}) } } } },
      handlers: () => ({
        async *follow({ signal }) {
          yield { comment: "here" };
          if (!signal.aborted) await once(signal, "abort");
        },
      }),
    });
    const server = await startServer({ plugins: [late] });
    const asked = server.request("/late");
    await arrived;
    await server.reload({ plugins: { late: { turn: 1 } } });
    gate.emit("go");
    expect(await (await asked).text()).toBe(": here\n\n");
  });
});

it("goes on when a listener to changes rejects", async () => {
  const errors: string[] = [];
  const sour = definePlugin({
    id: "sour",
    summary: "Rejects.",
    needs: { runtime: Runtime },
    setup({ runtime }, { defer }) {
      defer(runtime.onChange(() => Promise.reject(new Error("not again")) as never));
    },
  });
  const log = {
    debug() {},
    info() {},
    warn() {},
    error: (message: string) => void errors.push(message),
  };
  const server = await startServer({ plugins: [sour], log });
  await server.reload({});
  await expect.poll(() => errors).toEqual(["a listener to changes of the registry failed"]);
});

describe("a reload that fails", () => {
  const broken: Partial<Plugin> = {
    options: z.strictObject({ fail: z.string().default("no") }),
    setup(_use, { options, defer }) {
      const { fail } = options as { fail: string };
      if (fail === "setup") throw new Error("the mains are off");
      defer(() => {});
    },
    handlers: (_use, { options }) => {
      if ((options as { fail: string }).fail === "handlers") throw new Error("no hands");
      return { show: () => "apart" };
    },
  };

  it.each([
    ["an option that does not fit", { apart: { fail: 1 } }, /^OPTION_INVALID/],
    ["a setup that throws", { apart: { fail: "setup" }, base: { size: 2 } }, /the mains are off/],
    ["handlers that throw", { apart: { fail: "handlers" }, base: { size: 2 } }, /no hands/],
  ])("changes nothing: %s", async (_what, plugins, message) => {
    const steps: string[] = [];
    const server = await startServer({ plugins: family(steps, broken) });
    const { revision } = server.registry;
    steps.length = 0;
    await expect(server.reload({ plugins })).rejects.toThrow(message);
    expect(server.registry.revision).toBe(revision);
    expect(await (await server.request("/above")).text()).toBe("1");
    expect(await (await server.request("/apart")).text()).toBe("apart");
    // The plugins that were started for it stop again, and no others.
    expect(steps.filter((line) => line.startsWith("stop")).length).toBe(
      steps.filter((line) => line.startsWith("start")).length,
    );
    // The next one works as if nothing had been.
    await server.reload({ plugins: { base: { size: 3 } } });
    expect(server.registry.revision).not.toBe(revision);
  });

  it("refuses to begin while the server closes", async () => {
    const server = await createTestServer({ plugins: family([]) });
    const closing = server.close();
    await expect(server.reload({})).rejects.toThrow("the server is closing");
    await closing;
  });

  it("changes nothing when the server begins to close meanwhile, and keeps no client waiting", async () => {
    const steps: string[] = [];
    const gate = new EventEmitter();
    const starting = once(gate, "starting");
    const slow = definePlugin({
      id: "slow",
      summary: "Starts slowly.",
      options: z.strictObject({ wait: z.boolean().default(false) }),
      provides: { base: Base },
      async setup(_use, { options, defer }) {
        defer(() => void steps.push(`stop ${options.wait}`));
        if (options.wait) {
          gate.emit("starting");
          await once(gate, "go");
        }
        return { base: { start: 0 } };
      },
      routes: { follow: { ...get, path: "/slow", stream: { events: { tick: z.object({}) } } } },
      handlers: () => ({
        async *follow({ signal }) {
          yield { comment: "here" };
          await once(signal, "abort");
        },
      }),
    });
    const server = await createTestServer({ plugins: [slow] });
    const { revision } = server.registry;
    const stream = await server.request("/slow");
    const refused = server.reload({ plugins: { slow: { wait: true } } }).catch(String);
    await starting;
    const closing = server.close();
    expect(await stream.text()).toBe(": here\n\n");
    gate.emit("go");
    expect(await refused).toContain("the server is closing");
    await closing;
    expect(server.registry.revision).toBe(revision);
    expect(steps).toEqual(["stop true", "stop false"]);
  });

  it("brings a plugin back that may fail and did", async () => {
    let works = false;
    const fickle = definePlugin({
      id: "fickle",
      summary: "Starts at times.",
      optional: true,
      setup: () => {
        if (!works) throw new Error("not now");
      },
      routes: { show: { ...get, path: "/fickle", text } },
      handlers: () => ({ show: () => "here" }),
    });
    const server = await startServer({ plugins: [fickle] });
    expect((await server.fetch("/fickle")).status).toBe(503);
    works = true;
    expect(await server.reload({})).toMatchObject({ started: ["fickle"] });
    expect(await (await server.fetch("/fickle")).text()).toBe("here");
  });
});

it("checks health again after each change", async () => {
  const sick = definePlugin({
    id: "sick",
    summary: "Is not well.",
    health: () => ({ self: () => ({ status: "degraded" as const }) }),
  });
  const server = await startServer({ config: { plugins: { sick, health: { cache: "1h" } } } });
  const status = async () =>
    (await json<{ status: string }>(await server.fetch("/api/health"))).status;
  expect(await status()).toBe("degraded");
  await server.reload({ plugins: { health: { cache: "1h" } } });
  expect(await status()).toBe("ok");
});
