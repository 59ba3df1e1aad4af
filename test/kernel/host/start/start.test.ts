/** Start and stop of plugins: the order, time limits, failures that stop the service and failures that do not. */
import { describe, expect, it } from "vitest";
import { definePlugin, definePolicy, service, type Log, type Plugin } from "waymark";
import preset from "waymark/preset";
import { createTestServer, type TestServer, type TestServerOptions } from "waymark/testing";
import { z } from "zod";
import { closeAll } from "../../../../kernel/host/support/shutdown.ts";
import cors from "../../../../plugins/policies/cors/index.ts";
import problemDetails from "../../../../plugins/policies/problem-details.ts";
import { json, startServer } from "../../../_setup.ts";

const Left = service<string>("left");
const Right = service<string>("right");
const get = { method: "GET", summary: "A route.", cache: "no-store" } as const;
const text = { mediaType: "text/plain" };

/** A plugin that records when it starts and closes, with a route `/<id>`. */
function recorder(steps: string[], about: Plugin): Plugin {
  const { id, setup } = about;
  return {
    routes: { show: { ...get, path: `/${id}`, text } },
    handlers: () => ({ show: () => id }),
    ...about,
    setup(use, context) {
      steps.push(`start ${id}`);
      context.defer(() => void steps.push(`close ${id}`));
      return setup?.(use, context);
    },
  };
}

function plugin(id: string, rest: Omit<Plugin, "id" | "summary"> = {}): Plugin {
  return { id, summary: `Is ${id}.`, ...rest };
}

async function start(
  plugins: readonly Plugin[],
  options: TestServerOptions = {},
): Promise<TestServer> {
  return startServer({ plugins, ...options });
}

/** Collects what is logged, as level, message and fields. */
function memoryLog(): { log: Log; lines: unknown[][] } {
  const lines: unknown[][] = [];
  const at =
    (level: string) =>
    (...rest: unknown[]) =>
      void lines.push([level, ...rest]);
  return {
    log: { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") },
    lines: lines,
  };
}

const hangs = () => new Promise<never>(() => {});
const fails = (message: string) => () => {
  throw new Error(message);
};

describe("order", () => {
  it("starts providers first, otherwise as listed, and closes in reverse", async () => {
    const steps: string[] = [];
    const server = await createTestServer({
      plugins: [
        recorder(steps, plugin("last", { needs: { left: Left, right: Right } })),
        recorder(steps, plugin("alone")),
        recorder(
          steps,
          plugin("right", {
            needs: { left: Left },
            provides: { right: Right },
            setup: ({ left }) => ({ right: `${String(left)}, right` }),
          }),
        ),
        recorder(
          steps,
          plugin("left", { provides: { left: Left }, setup: () => ({ left: "left" }) }),
        ),
      ],
    });
    expect(steps).toEqual(["start left", "start right", "start last", "start alone"]);
    steps.length = 0;
    await server.close();
    expect(steps).toEqual(["close alone", "close last", "close right", "close left"]);
    await server.close();
    expect(steps).toHaveLength(4);
  });

  it("closes what is opened later, too", async () => {
    const steps: string[] = [];
    let open = () => {};
    const late = plugin("late", {
      setup: (_use, { defer }) => {
        open = () => defer(() => void steps.push("close later"));
      },
    });
    const server = await createTestServer({ plugins: [late] });
    open();
    await server.close();
    expect(steps).toEqual(["close later"]);
  });

  it("gives instances to setup, handlers, health checks and policies under the names they chose", async () => {
    const used: unknown[] = [];
    const provider = definePlugin({
      id: "left",
      summary: "Provides left.",
      provides: { mine: Left },
      setup: async () => ({ mine: "the instance" }),
      routes: { show: { ...get, path: "/mine", text } },
      handlers: ({ mine }) => ({ show: () => mine }),
    });
    const user = definePlugin({
      id: "user",
      summary: "Uses left.",
      needs: { other: Left },
      setup: ({ other }) => void used.push(other),
      routes: { show: { ...get, path: "/other", text } },
      handlers: ({ other }) => ({ show: () => other }),
      health: ({ other }) => ({ left: () => void used.push(other) }),
      policies: [
        definePolicy({
          id: "used",
          needs: { inPolicy: Left },
          writes: { "X-Left": "The instance." },
          compile: (_route, { use }) => ({ fields: () => ({ "X-Left": () => use().inPolicy }) }),
        }),
      ],
    });
    // The policy's plugin comes first; what the policy needs starts before it all the same.
    const server = await start([user, provider, ...preset]);
    for (const path of ["/mine", "/other"]) {
      const answer = await server.fetch(path);
      expect(await answer.text()).toBe("the instance");
      expect(answer.headers.get("x-left")).toBe("the instance");
    }
    await server.fetch("/api/health");
    expect(used).toEqual(["the instance", "the instance"]);
  });
});

describe("a start that fails", () => {
  it.each<[name: string, bad: Omit<Plugin, "id" | "summary">, expected: object]>([
    [
      "a setup that throws",
      { setup: fails("no connection to db.example") },
      {
        code: "SETUP_FAILED",
        message: "no connection to db.example",
        hint: expect.stringContaining("plugins: { bad: false }"),
      },
    ],
    [
      "a setup that rejects with no error",
      { setup: () => Promise.reject("a word") },
      { code: "SETUP_FAILED", message: "a word" },
    ],
    [
      "a setup that hangs",
      { setup: hangs },
      {
        code: "SETUP_TIMEOUT",
        message: "setup had not finished after 80 ms",
        hint: expect.stringContaining("never settles"),
      },
    ],
    [
      "a setup without what it provides",
      { provides: { rightHand: Right }, setup: () => ({ right: "" }) },
      { code: "SETUP_FAILED", message: expect.stringContaining("did not return rightHand") },
    ],
    ["handlers that throw", { handlers: fails("no handler today") }, { code: "SETUP_FAILED" }],
    [
      "a route without a handler",
      { handlers: () => ({}) },
      {
        code: "HANDLER_MISSING",
        where: "route show",
        message: "handlers returned undefined for show",
        hint: "add show: (call) => … to what handlers returns",
      },
    ],
    [
      "a handler without a route",
      { handlers: () => ({ show: () => "", shwo: () => "" }) },
      {
        code: "HANDLER_UNKNOWN",
        where: "handler shwo",
        hint: expect.stringContaining('"show"'),
      },
    ],
  ])("is undone in reverse: %s", async (_name, bad, expected) => {
    const steps: string[] = [];
    const plugins = [
      recorder(steps, plugin("one")),
      recorder(steps, plugin("two")),
      recorder(steps, plugin("bad", bad)),
      recorder(steps, plugin("three")),
    ];
    await expect(createTestServer({ plugins, setupTimeoutMs: 80 })).rejects.toMatchObject({
      name: "BootError",
      findings: [{ plugin: "bad", ...expected }],
    });
    expect(steps).toEqual([
      "start one",
      "start two",
      "start bad",
      "close bad",
      "close two",
      "close one",
    ]);
  });

  it("aborts the signal of a setup that hangs, and closes what the setup opens later", async () => {
    const steps: string[] = [];
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    const late = plugin("late", {
      setup: (_use, { signal, defer }) =>
        new Promise((resolve) => {
          signal.addEventListener("abort", () => {
            steps.push("aborted");
            defer(close);
            resolve(undefined);
          });
        }),
    });
    await expect(createTestServer({ plugins: [late], setupTimeoutMs: 30 })).rejects.toThrow(
      "SETUP_TIMEOUT",
    );
    await closed;
    expect(steps).toEqual(["aborted"]);
  });

  it("reports all handlers at once", async () => {
    const routes: Plugin["routes"] = {
      first: { ...get, path: "/1", text },
      second: { ...get, path: "/2", text },
    };
    const bad = plugin("bad", {
      routes,
      handlers: () => ({ first: "a text", other: () => "" }),
    });
    await expect(createTestServer({ plugins: [bad] })).rejects.toMatchObject({
      findings: [
        {
          code: "HANDLER_MISSING",
          where: "route first",
          message: expect.stringContaining('"a text"'),
        },
        { code: "HANDLER_MISSING", where: "route second" },
        { code: "HANDLER_UNKNOWN", where: "handler other" },
      ],
    });
  });

  it("runs every closer, also after one that fails", async () => {
    const steps: string[] = [];
    const { log, lines } = memoryLog();
    const failing = (id: string, close: () => unknown) =>
      plugin(id, { setup: (_use, { defer }) => defer(close as () => void) });
    const server = await createTestServer({
      log,
      plugins: [
        recorder(steps, plugin("one")),
        failing("throws", fails("stuck")),
        failing("rejects", () => Promise.reject(new Error("jammed"))),
        recorder(steps, plugin("two")),
      ],
    });
    await server.close();
    expect(steps.slice(2)).toEqual(["close two", "close one"]);
    expect(lines.filter(([level]) => level === "error")).toEqual([
      ["error", "a plugin failed to close", { plugin: "rejects", reason: "jammed" }],
      ["error", "a plugin failed to close", { plugin: "throws", reason: "stuck" }],
    ]);
  });
});

it("gives up on a closer that hangs, by name", async () => {
  const steps: string[] = [];
  const { log, lines } = memoryLog();
  const closers = [
    { plugin: "first", close: () => void steps.push("first") },
    { plugin: "hung", close: hangs },
  ];
  await closeAll(closers, log, 30);
  expect(steps).toEqual(["first"]);
  expect(lines).toEqual([
    [
      "error",
      "a plugin failed to close",
      { plugin: "hung", reason: "it had not closed after 30 ms" },
    ],
  ]);
});

describe("an optional plugin that fails", () => {
  const optional = plugin("shaky", {
    optional: true,
    provides: { left: Left },
    routes: {
      show: { ...get, path: "/shaky", text },
      list: {
        ...get,
        path: "/shaky/list",
        list: {
          of: z.object({ id: z.string() }),
          as: "items",
          name: "ItemsList",
        },
      },
    },
    handlers: () => ({ show: () => "", list: () => [] }),
    setup: fails("secret-host refused"),
    health: () => ({ never() {} }),
  });
  const dependent = plugin("dependent", {
    needs: { left: Left },
    provides: { right: Right },
    setup: fails("must not be reached"),
    routes: { show: { ...get, path: "/dependent", text } },
    handlers: () => ({ show: () => "" }),
  });
  const third = plugin("third", {
    needs: { right: Right },
    routes: { show: { ...get, path: "/third", text } },
    handlers: () => ({ show: () => "" }),
  });
  const sound = plugin("sound", {
    routes: { show: { ...get, path: "/sound", text } },
    handlers: () => ({ show: () => "sound" }),
  });

  it.each(["/shaky", "/shaky/list", "/dependent", "/third"])(
    "answers 503 with Retry-After in both forms, with all headers: %s",
    async (path) => {
      const server = await start([third, dependent, optional, sound, cors, problemDetails]);
      for (const [accept, type] of [
        ["*/*", "application/json"],
        ["application/problem+json", "application/problem+json"],
      ] as const) {
        for (const ask of [server.fetch, server.request]) {
          const answer = await ask(path, { headers: { accept } });
          expect(answer.status).toBe(503);
          expect(answer.headers.get("retry-after")).toBe("60");
          expect(answer.headers.get("content-type")).toMatch(type);
          expect(answer.headers.get("access-control-allow-origin")).toBe("*");
          expect(await answer.text()).not.toContain("secret-host");
        }
      }
      const fine = await server.fetch("/sound");
      expect([fine.status, await fine.text()]).toEqual([200, "sound"]);
    },
  );

  it("degrades health, with all that need its service, and logs each reason", async () => {
    const { log, lines } = memoryLog();
    const server = await start([third, dependent, optional, ...preset], { log });
    const accept = "application/health+json";
    const answer = await server.fetch("/api/health", { headers: { accept } });
    expect(answer.status).toBe(200);
    const report = await json<{ status: string; checks: Record<string, unknown> }>(answer);
    expect(report.status).toBe("warn");
    expect(Object.keys(report.checks)).toEqual([
      "shaky:start",
      "dependent:start",
      "third:start",
      "store:store",
    ]);
    expect(JSON.stringify(report)).not.toContain("secret-host");
    expect(lines.filter(([level]) => level === "warn").map(([, , fields]) => fields)).toEqual([
      { plugin: "shaky", reason: "secret-host refused" },
      {
        plugin: "dependent",
        reason: "dependent needs the service left of the plugin shaky, which did not start",
      },
      {
        plugin: "third",
        reason: "third needs the service right of the plugin dependent, which did not start",
      },
    ]);
  });

  it("closes at once what it had opened, and withdraws the service it had provided", async () => {
    const steps: string[] = [];
    const half = recorder(
      steps,
      plugin("half", {
        optional: true,
        provides: { left: Left },
        setup: () => ({ left: "left" }),
        handlers: fails("too late"),
      }),
    );
    const server = await start([half, recorder(steps, plugin("user", { needs: { left: Left } }))]);
    expect(steps).toEqual(["start half", "close half"]);
    expect((await server.fetch("/user")).status).toBe(503);
  });

  it.each([
    [
      "its own",
      plugin("shaky", { optional: true, provides: { left: Left }, setup: fails("off") }),
      "shaky",
    ],
    ["another plugin's", plugin("user"), "user"],
  ])("stops the start when %s policy needs its service", async (_whose, base, blamed) => {
    const steps: string[] = [];
    const policy = definePolicy({
      id: "leftish",
      needs: { left: Left },
      compile: () => ({}),
    });
    const plugins = [recorder(steps, plugin("one")), { ...base, policies: [policy] }];
    if (blamed === "user") plugins.unshift(optional);
    await expect(createTestServer({ plugins })).rejects.toMatchObject({
      findings: [
        {
          code: "SETUP_FAILED",
          plugin: blamed,
          hint: expect.stringMatching(/plugins: \{ \w+: false \}\nIts policy leftish/),
        },
      ],
    });
    expect(steps).toEqual(["start one", "close one"]);
  });
});

it.each<[name: string, plugins: readonly Plugin[], config: object, finding: object]>([
  [
    "a service that no plugin provides",
    [plugin("user", { needs: { left: Left } })],
    {},
    {
      code: "SERVICE_MISSING",
      plugin: "user",
      message: "user needs the service left, which no installed plugin provides",
      hint: expect.stringContaining("plugins: { user: false }"),
    },
  ],
  [
    "a service whose provider is off",
    [plugin("user", { needs: { left: Left } }), plugin("giver", { provides: { left: Left } })],
    { giver: false },
    {
      code: "SERVICE_MISSING",
      message: "user needs the service left of the plugin giver, which is switched off",
      hint: "switch the provider on with plugins: { giver: true }, or this plugin off with plugins: { user: false }",
    },
  ],
  [
    "two providers of a service",
    [plugin("one", { provides: { left: Left } }), plugin("two", { provides: { mine: Left } })],
    {},
    {
      code: "SERVICE_CONFLICT",
      plugin: "one, two",
      hint: "switch one of them off: plugins: { one: false }",
    },
  ],
  [
    "services in a circle",
    [
      plugin("one", { needs: { right: Right }, provides: { left: Left } }),
      plugin("two", { needs: { left: Left }, provides: { right: Right } }),
    ],
    {},
    {
      code: "SERVICE_CYCLE",
      plugin: "one, two, one",
      message: expect.stringContaining("one → two → one"),
    },
  ],
])("starts nothing with %s", async (_name, plugins, settings, finding) => {
  const steps: string[] = [];
  const all = [recorder(steps, plugin("first")), ...plugins];
  await expect(
    createTestServer({ plugins: all, config: { plugins: settings as never } }),
  ).rejects.toMatchObject({ name: "BootError", findings: [finding] });
  expect(steps).toEqual([]);
});
