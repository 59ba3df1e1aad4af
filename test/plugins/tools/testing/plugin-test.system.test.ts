/** The kit for third parties: good plugins pass all checks, and each fault fails the checks that are there for it. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { definePlugin, definePolicy, service, type Plugin } from "waymark";
import preset from "waymark/preset";
import { pluginChecks, type PluginTestOptions } from "waymark/testing";
import { z } from "zod";
import { loadVitest } from "../../../../plugins/tools/testing/vitest.ts";
import { keyed } from "../../../fixtures/keyed.ts";
import brainAtlas from "../../../fixtures/brain-atlas/plugin.ts";
import { SOON } from "../../../_conforms.ts";
import { draw, seed } from "../../../_draw.ts";
import { folderOf } from "../../../_folder.ts";

const root = join(import.meta.dirname, "../../../..");
const FEW = join(import.meta.dirname, "_few.ts");

/** Messages of the checks that fail, by name. One test has the usual limits. */
async function failures(
  plugin: Plugin,
  { config = {}, ...options }: PluginTestOptions = {},
): Promise<Readonly<Record<string, string>>> {
  const failed: Record<string, string> = {};
  const soon = { ...config, plugins: { ...SOON, ...config.plugins } };
  for await (const { name, run } of pluginChecks(plugin, { ...options, config: soon })) {
    try {
      await run();
    } catch (error) {
      failed[name] = error instanceof Error ? error.message : String(error);
    }
  }
  return failed;
}

const get = { method: "GET", summary: "A route.", cache: "no-store" } as const;
const Thing = z.object({ id: z.string() });
const Things = { of: Thing, as: "things", name: "Things" } as const;
const listThings = {
  ...get,
  path: "/things",
  list: Things,
  publish: { rootLink: "things" },
} as const;
const things = () => ({ listThings: () => [{ id: "a" }, { id: "b" }] });
/** A plugin with one list and a fault. */
const faulty = (fault: Partial<Plugin>): Plugin => ({
  ...definePlugin({
    id: "faulty",
    summary: "Serves things.",
    routes: { listThings },
    handlers: things,
  }),
  ...fault,
});

const GET = ["isolated: GET /things", "with the preset: GET /things"];
const CLOSED = "with the preset: every document lists it once, and every link leads somewhere";
const OFF = "switched off: nothing of it is left";
const SAME = "reloaded, nothing changed: it runs on";
const AGAIN = "reloaded, off and on again: it answers as before";
const REPLACED = "reloaded, replaced while it runs: it answers as before";

const Tap = service<{ readonly open: boolean }>("tap");
const ofPreset = (id: string): Plugin => preset.find((plugin) => plugin.id === id) ?? brainAtlas;

type Good = readonly [what: string, plugin: Plugin, options?: PluginTestOptions];
const GOOD: readonly Good[] = [
  ["with a list", brainAtlas, { config: { plugins: { "rate-limit": true } } }],
  [
    "with a route whose body a policy of the preset reads",
    definePlugin({
      id: "photos",
      summary: "Takes photos.",
      routes: {
        putPhoto: {
          method: "PUT",
          path: "/photo",
          summary: "Store the photo.",
          upload: { mediaTypes: "image/png", maxBytes: 10 },
          transaction: false,
          empty: true,
          idempotency: "natural",
        },
      },
      handlers: () => ({
        async putPhoto({ upload }) {
          await Array.fromAsync(upload);
        },
      }),
    }),
  ],
  [
    "with a route that answers 204 (A16)",
    definePlugin({
      id: "bin",
      summary: "Removes.",
      routes: {
        remove: {
          method: "DELETE",
          path: "/bin",
          summary: "Remove.",
          idempotency: "natural",
          returns: z.object({}),
          statuses: [204],
        },
      },
      handlers: () => ({
        remove: ({ status }) => {
          status(204);
          return {};
        },
      }),
    }),
  ],
  ["with nothing", definePlugin({ id: "idle", summary: "Does nothing." })],
  [
    "beside plugins that its config switches on, which need others",
    definePlugin({ id: "idle", summary: "Does nothing." }),
    { config: { plugins: { usage: true, idempotency: { enabled: true } } } },
  ],
  [
    "with options, a service and a closer",
    definePlugin({
      id: "tap",
      summary: "Gives water.",
      options: z.strictObject({ open: z.boolean() }),
      provides: { tap: Tap },
      setup(_use, { options: { open }, defer }) {
        const timer = setInterval(() => {}, 1_000);
        defer(() => clearInterval(timer));
        return { tap: { open } };
      },
    }),
    { options: { open: true } },
  ],
  ["with a policy that guards its own routes (C4)", keyed],
  [
    "with a route that takes an idempotency key",
    definePlugin({
      id: "lots",
      summary: "Draws lots.",
      routes: {
        drawLot: {
          method: "POST",
          path: "/api/lots",
          summary: "Draw a lot.",
          body: z.object({ of: z.int() }),
          returns: z.object({ lot: z.number() }),
          idempotency: "key",
        },
      },
      handlers: () => ({ drawLot: ({ body: { of } }) => ({ lot: Math.random() * of }) }),
    }),
  ],
  ["of the preset, with a policy", ofPreset("cors")],
  ["of the preset, which others need", ofPreset("clock")],
  ["of the preset, with a stream", ofPreset("events")],
  [
    "that needs another to be found",
    ofPreset("integrations"),
    { withPlugins: [ofPreset("offices")], config: { plugins: { "rate-limit": { limit: 60 } } } },
  ],
];
/** Number of good plugins that are tested beside the whole preset; the others beside few of its plugins. */
const WHOLE = 2;
/** Number of the others, and of the plugins that are found out. */
const MANY = 5;

describe("a good plugin passes", () => {
  const some = draw(GOOD, WHOLE + MANY);
  const drawn = new Set(draw(some, WHOLE));
  it.each(some.map((good) => [good[0], drawn.has(good) ? "the preset" : "few", good] as const))(
    `%s, beside %s, with SEED=${seed}`,
    async (_what, beside, [, plugin, options = {}]) => {
      const config = beside === "few" ? { ...options.config, preset: FEW } : options.config;
      expect(await failures(plugin, { ...options, ...(config && { config }) })).toEqual({});
    },
  );
});

describe("a plugin is found out", () => {
  const timers: NodeJS.Timeout[] = [];
  /** State of a module, which outlives each start. */
  const kept: { open: boolean } = { open: false };
  const mood = (isShown: (search: string) => boolean) =>
    definePolicy({
      id: "mood",
      writes: { "X-Mood": "How the service feels." },
      compile: () => ({
        fields: () => ({ "X-Mood": ({ search }) => (isShown(search) ? "glad" : undefined) }),
      }),
    });
  const fickle = z.strictObject({ key: z.string().default(() => crypto.randomUUID()) });
  const throwing = {
    setup: (_use: unknown, { defer }: { defer(close: () => void): void }) =>
      defer(() => {
        throw new Error("it is stuck");
      }),
  };

  type Fault = [
    what: string,
    Plugin,
    names: readonly string[],
    message: RegExp,
    PluginTestOptions?,
  ];
  const faults: readonly Fault[] = [
    [
      "that is refused before it starts",
      faulty({ routes: { listThings: { ...listThings, cache: undefined } as never } }),
      ["isolated: starts"],
      /^ROUTE_CACHE_MISSING/,
    ],
    [
      "whose handler returns a wrong shape",
      faulty({ handlers: () => ({ listThings: () => [{ id: 1 }] }) }),
      GET,
      /GET \/things \[answer\]\n {2}expected: a body that fits Things\n {2}received: .*id.*\n {2}hint: waymark explain faulty.listThings/,
    ],
    [
      "whose handler returns a member that its schema does not declare (T5)",
      faulty({
        handlers: () => ({ listThings: () => [{ id: "a", secret: "x" }, { id: "b" }] }),
      }),
      GET,
      /expected: only members that its schema declares\n {2}received: secret, which is not sent/,
    ],
    [
      "whose handler throws",
      faulty({
        handlers: () => ({
          listThings: () => {
            throw new Error("no things today");
          },
        }),
      }),
      GET,
      /received: status 500 .*no things today/,
    ],
    [
      "that leaves a timer running",
      faulty({ setup: () => void timers.push(setInterval(() => {}, 60_000)) }),
      ["stopped: nothing is left open"],
      /as many open resources of the type Timeout as before\n {2}received: 3 more\n {2}hint: .*defer/,
    ],
    [
      "that goes on listening to the process",
      faulty({ setup: () => void process.on("faulty", () => {}) }),
      ["stopped: nothing is left open"],
      /as many open resources of the type process.on\("faulty"\) as before\n {2}received: 3 more/,
    ],
    [
      "whose body is another each time, though caches may keep it",
      faulty({
        routes: { listThings: { ...listThings, cache: { scope: "public", maxAge: "60s" } } },
        handlers: () => ({ listThings: () => [{ id: crypto.randomUUID() }] }),
      }),
      ["with the preset: GET /things"],
      /GET \/things \[ETag\]\n {2}expected: ETag: .*\n.*\n {2}hint: .*no-store/,
    ],
    [
      "whose closer throws",
      faulty(throwing),
      ["isolated: starts", "with the preset: starts", SAME, AGAIN, REPLACED],
      /received: (?:it is stuck|0 have)/,
    ],
    [
      "whose policy leaves a header out",
      faulty({ policies: [mood((search) => search === "")] }),
      ["with the preset: no warnings"],
      /X-Mood \(policy mood\) is planned and was absent/,
    ],
    [
      "whose policy never writes its header",
      faulty({ policies: [mood(() => false)] }),
      ["isolated: the server and its documents", "with the preset: the server and its documents"],
      /expected: X-Mood in some answer, as policy mood writes it/,
    ],
    [
      "whose policy states what nothing proves",
      faulty({
        policies: [
          definePolicy({ id: "creed", compile: () => ({}), statement: () => ({ belief: "firm" }) }),
        ],
      }),
      ["with the preset: no warnings"],
      /policy creed states something that is not checked\n {2}hint: add a conformance test to the policy/,
    ],
    [
      "whose document links to a dead path",
      faulty({
        routes: { listThings: { ...listThings, document: true } as never },
        handlers: () => ({}),
        documents: { listThings: () => [{ id: "/api/nowhere" }] },
      }),
      [CLOSED],
      /faulty.listThings: the body leads to \/api\/nowhere, which is not served/,
    ],
    [
      "whose path another knows by heart",
      faulty({}),
      [OFF],
      /guide.showGuide: the body leads to \/things, which is not served/,
      {
        withPlugins: [
          definePlugin({
            id: "guide",
            summary: "Knows the way.",
            routes: {
              showGuide: {
                ...get,
                path: "/guide",
                document: true,
                returns: Thing,
                publish: { rootLink: "guide" },
              },
            },
            documents: { showGuide: () => ({ id: "/things" }) },
          }),
        ],
      },
    ],
    [
      "whose options are others each time",
      faulty({ options: fickle }),
      [SAME],
      /expected: the plugin carried over\n {2}received: it was started again/,
    ],
    [
      "whose module keeps what a closer closes",
      faulty({
        setup(_use, { defer }) {
          kept.open = true;
          defer(() => void (kept.open = false));
        },
        handlers: () => ({
          listThings: () => {
            if (!kept.open) throw new Error("closed");
            return [{ id: "a" }];
          },
        }),
      }),
      [REPLACED],
      /GET \/things\n {2}expected: status 200, as before\n {2}received: status 500 once the plugin was replaced/,
    ],
    [
      "that cannot start twice",
      faulty({
        setup(_use, { defer }) {
          if (kept.open) throw new Error("it is open already");
          kept.open = true;
          defer(() => void (kept.open = false));
        },
      }),
      [REPLACED],
      /SETUP_FAILED: it is open already/,
    ],
  ];
  it.each(draw(faults, MANY))(
    `%s, with SEED=${seed}`,
    async (...[, plugin, names, message, options]) => {
      onTestFinished(() => {
        for (const timer of timers.splice(0)) clearInterval(timer);
        process.removeAllListeners("faulty");
      });
      const failed = await failures(plugin, { ...options, config: { preset: FEW } });
      expect(Object.keys(failed)).toEqual(names);
      for (const text of Object.values(failed)) expect(text).toMatch(message);
    },
  );
});

it("a plugin like brains, with its tests, has fewer than 40 lines", () => {
  const lines = ["plugin.ts", "plugin.test.ts"].flatMap((file) =>
    readFileSync(join(root, "test/fixtures/brain-atlas", file), "utf8")
      .trimEnd()
      .split("\n"),
  );
  expect(lines.length).toBeLessThan(40);
});

/** A folder with some of our packages installed, removed when the test is over. */
function project(...packages: readonly string[]): string {
  const folder = folderOf();
  mkdirSync(join(folder, "node_modules"));
  for (const name of packages) {
    const target = name === "waymark" ? root : join(root, "node_modules", name);
    symlinkSync(target, join(folder, "node_modules", name));
  }
  return folder;
}

it("registers the checks with vitest, and a failure says what to do", () => {
  const folder = project("waymark", "vitest", "zod");
  writeFileSync(
    join(folder, "vitest.config.mjs"),
    "export default { test: { experimental: { viteModuleRunner: false, nodeLoader: false } } };",
  );
  writeFileSync(
    join(folder, "moody.test.ts"),
    `import { definePlugin } from "waymark";
    import { testPlugin } from "waymark/testing";
    import { z } from "zod";
    await testPlugin(definePlugin({
      id: "moody",
      summary: "Answers as it likes.",
      routes: {
        getMood: { method: "GET", path: "/mood", summary: "The mood.", cache: "no-store", publish: { rootLink: "mood" }, returns: z.object({ mood: z.string() }) },
      },
      handlers: () => ({ getMood: () => ({ mood: 7 }) }),
    }), { config: { preset: ${JSON.stringify(FEW)} } });`,
  );
  const { stderr } = spawnSync(
    process.execPath,
    [
      join(root, "node_modules/vitest/vitest.mjs"),
      "run",
      "--reporter=json",
      "--outputFile=report.json",
    ],
    { cwd: folder, encoding: "utf8", env: { ...process.env, NO_COLOR: "1" } },
  );
  expect(stderr).toBe("");
  interface Result {
    readonly fullName: string;
    readonly status: string;
    readonly failureMessages: readonly string[];
  }
  const [file] = (
    JSON.parse(readFileSync(join(folder, "report.json"), "utf8")) as {
      testResults: readonly { assertionResults: readonly Result[] }[];
    }
  ).testResults;
  const failed = file?.assertionResults.filter(({ status }) => status === "failed");
  expect(failed?.map(({ fullName }) => fullName)).toEqual([
    "plugin moody isolated: GET /mood",
    "plugin moody with the preset: GET /mood",
  ]);
  expect(failed?.[0]?.failureMessages[0]).toMatch(/expected: .*\n {2}received: .*mood/);
  expect(file?.assertionResults.length).toBeGreaterThan(10);
});

it("says what to install where there is no vitest", async () => {
  await expect(loadVitest("testPlugin", project())).rejects.toThrow(
    /^testPlugin .* not installed at .*\n {2}hint: npm install --save-dev vitest/,
  );
});
