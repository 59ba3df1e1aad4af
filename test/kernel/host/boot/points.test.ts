/** Points: a kind of contribution is a plugin's matter, with its document, its comparison and its explanation. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, expectTypeOf, it } from "vitest";
import { definePlugin, definePoint, type Plugin, type Registry } from "waymark";
import { Alerts, Guarantees, HealthChecks, Metrics, Runtime } from "waymark/services";
import { z } from "zod";
import { boot, type Booted } from "../../../../kernel/host/boot/boot.ts";
import { explainTarget } from "../../../../plugins/tools/explain/command.ts";
import { toText } from "../../../../plugins/tools/explain/explanation.ts";
import { registryDocument } from "../../../../registry/derive/export/index.ts";
import { compareRegistries } from "../../../../plugins/shared/diff/compare.ts";
import teaHouse from "../../../fixtures/teas/index.ts";
import { Teas } from "../../../fixtures/teas/point.ts";
import { folderOf } from "../../../_folder.ts";
import { startServer } from "../../../_setup.ts";

const farm = (...teas: readonly string[]): Plugin =>
  definePlugin({
    id: "farm",
    summary: "Grows tea.",
    options: z.strictObject({ grams: z.number().default(2) }),
    teas: ({ grams }) => Object.fromEntries(teas.map((name) => [name, { grams }])),
  });

/** A plugin as an author without types may write it. */
const plain = (keys: object): Plugin => ({ id: "plain", summary: "Has no types.", ...keys });

const booted = (preset: readonly Plugin[], plugins: object = {}): Promise<Booted> =>
  boot({ cwd: folderOf(), env: {}, preset, overrides: { plugins: { ...plugins } } });

const problems = (preset: readonly Plugin[], plugins: object = {}): Promise<string> =>
  booted(preset, plugins).then(
    () => "none",
    ({ message }: Error) => message,
  );

describe("a new kind of contribution", () => {
  it("is a matter of one plugin, of at most three files", () => {
    expect(readdirSync(join(import.meta.dirname, "../../../fixtures/teas"))).toHaveLength(2);
  });

  it("has a document", async () => {
    const server = await startServer({ plugins: [teaHouse, farm("green", "white")] });
    const answer = await server.request("/api/teas");
    expect(await answer.json()).toEqual({ teas: ["green", "white"] });
  });

  it("is part of the exported registry and of its revision, and is compared as it rates itself", async () => {
    const [before, after] = await Promise.all([
      booted([teaHouse, farm("green", "white")]),
      booted([teaHouse, farm("green", "black")], { farm: { grams: 3 } }),
    ]);
    const documents = (await Promise.all(
      [before, after].map(({ registry }) => registryDocument(registry)),
    )) as never;
    expect((await registryDocument(before.registry)).points).toEqual({
      teas: {
        noun: "tea",
        rates: { added: "non-breaking", removed: "breaking", changed: "unknown" },
        entries: { green: { grams: 2 }, white: { grams: 2 } },
      },
    });
    expect(after.registry.revision).not.toBe(before.registry.revision);
    const changes = await compareRegistries(...(documents as [never, never]));
    expect(changes.map(({ where, message, rule }) => `${where}: ${message} (${rule})`)).toEqual([
      "tea white: the tea is gone (point-breaking)",
      "tea green: the tea changed (point-unknown)",
      "tea black: the tea is new (point-safe)",
    ]);
  });

  it("is explained by name", async () => {
    const [text] = explainTarget(await booted([teaHouse, farm("green")]), "green").map(toText);
    expect(text).toBe("tea green\n\n  owner  plugin farm (set by plugins.farm)\n  takes  2 g");
  });

  it("has no entries while its reader is off, and none of a plugin that is off", async () => {
    const read = async (plugins: object) =>
      (await booted([teaHouse, farm("green")], plugins)).registry.of(Teas);
    expect(await read({ farm: false })).toEqual([]);
    expect(await read({ "tea-house": false })).toEqual([]);
    expectTypeOf((registry: Registry) => registry.of(Teas)[0]?.value.grams).returns.toEqualTypeOf<
      number | undefined
    >();
  });

  it.each<[what: string, keys: object, message: RegExp]>([
    [
      "a value that is not an object",
      { teas: ["green"] },
      /^PLUGIN_INVALID: the value of teas does not fit; received \["green"\][^]*hint: write an object with each tea under its name$/,
    ],
    [
      "an unknown key",
      { teas: { green: { gram: 2 } } },
      /^PLUGIN_INVALID: there is no key "gram" here\n {2}where: tea green.gram\n {2}plugin: plain\n {2}hint: did you mean "grams"/,
    ],
    [
      "a wrong value",
      { teas: { green: { grams: "two" } } },
      /^PLUGIN_INVALID: expected a number; received "two"\n {2}where: tea green.grams/,
    ],
    [
      "a name that is reserved",
      { teas: { water: { grams: 1 } } },
      /^TEA_CONFLICT: two teas have the same name\n.*the kernel\n {4}water {3}plugin plain/,
    ],
    [
      "an entry of a point of the kernel",
      { exports: { atlas: { derive: "maps" } } },
      /^PLUGIN_INVALID: expected an object with a function derive; received [^]*where: export atlas\n {2}plugin: plain\n {2}hint: write/,
    ],
    ...[{ run: () => {} }, { summary: "Brews." }].map((command): [string, object, RegExp] => [
      `a command of ${Object.keys(command).join()} alone`,
      { commands: { brew: command } },
      /^PLUGIN_INVALID: expected an object with a summary, and a function run or load/,
    ]),
    ["a rule of the point", { teas: { pale: { grams: 0.1 } } }, /^TEA_WEAK: .* received 0.1/],
  ])("refuses %s", async (_what, keys, message) => {
    expect(await problems([teaHouse, plain(keys)])).toMatch(message);
  });
});

describe("a key of plugins", () => {
  it("is a mistake that names the nearest one, unless a point claims it", async () => {
    expect(await problems([teaHouse, plain({ tees: {} })])).toMatch(/did you mean "teas"\?$/);
    expect(await problems([plain({ alrets: {} })])).toMatch(/did you mean "alerts"\?$/);
    expect(await problems([plain({ cocktails: {} })])).toMatch(/hint: available: id, summary/);
    expect(await problems([plain({ teas: {} })])).toMatch(/a plugin has no key "teas"/);
  });

  it("is a notice where it is one of ours that nothing installed reads", async () => {
    const { notices, registry } = await booted([plain({ alerts: { Down: {} } })]);
    expect(notices).toEqual([
      {
        message: "no installed plugin reads alerts, so they have no effect",
        fields: { plugins: "plain", reader: "metrics" },
      },
    ]);
    expect(registry.of(Alerts)).toEqual([]);
  });

  it("is not reported where a module that might read it is missing", async () => {
    const text = await problems([plain({ cocktails: {} })], { "@acme/bar": true });
    expect(text).toMatch(/^PLUGIN_NOT_FOUND/);
    expect(text).not.toMatch(/cocktails/);
  });

  it("leaves out an optional plugin in which it is misspelt", async () => {
    const folder = folderOf({
      "wrong.mjs": 'export default { id: "wrong", summary: "Is wrong.", handler: {} };',
    });
    const plugins = { "./wrong.mjs": { $optional: true } };
    const { absent } = await boot({ cwd: folder, env: {}, preset: [], overrides: { plugins } });
    expect(absent).toEqual([{ plugin: "./wrong.mjs", reason: 'a plugin has no key "handler"' }]);
  });
});

describe("a record of services", () => {
  const watchdog = definePlugin({
    id: "watchdog",
    summary: "Reads the checks.",
    needs: { runtime: Runtime },
    points: [HealthChecks, Metrics],
    routes: {
      show: {
        method: "GET",
        path: "/checks",
        summary: "Read the checks.",
        returns: z.object({ names: z.array(z.string()) }),
        cache: "no-store",
      },
    },
    handlers: ({ runtime }) => ({
      show: () => ({
        names: runtime.of(HealthChecks).map(({ plugin, name }) => `${plugin}:${name}`),
      }),
    }),
  });

  it("has entries once its plugin has started, for a reader that is on", async () => {
    const health = () => ({ lamp: () => {} });
    const server = await startServer({ plugins: [watchdog, plain({ health })] });
    expect(await (await server.request("/checks")).json()).toEqual({ names: ["plain:lamp"] });
    const { notices } = await booted([plain({ health })]);
    expect(notices).toMatchObject([{ fields: { plugins: "plain", reader: "health" } }]);
  });

  it.each<[what: string, keys: object, message: RegExp]>([
    [
      "what is not a function",
      { health: {} },
      /^PLUGIN_INVALID: the value of health does not fit; received {}/,
    ],
    [
      "an entry that does not fit",
      { health: () => ({ lamp: true }) },
      /^PLUGIN_INVALID: expected a function that checks; received true\n {2}where: health check lamp\n {2}plugin: plain\n {2}hint: write a function that checks or an object/,
    ],
    [
      "a misspelt key of a health check",
      { health: () => ({ lamp: { check: () => {}, titel: "Lamp" } }) },
      /^PLUGIN_INVALID: there is no key "titel" here\n {2}where: health check lamp.titel\n {2}plugin: plain\n {2}hint: did you mean "title"\?/,
    ],
    [
      "a misspelt key of a metric",
      {
        metrics: () => ({ lamps: { help: "Lamps.", type: "gauge", read: () => 1, detial: true } }),
      },
      /^PLUGIN_INVALID: there is no key "detial" here\n {2}where: metric lamps.detial\n {2}plugin: plain\n {2}hint: did you mean "detail"\?/,
    ],
    [
      "a metric of no type",
      { metrics: () => ({ lamps: { help: "Lamps.", type: "sum" } }) },
      /^PLUGIN_INVALID: expected one of "counter", "gauge", "histogram"; received "sum"/,
    ],
    [
      "an entry that a rule of the point refuses",
      { metrics: () => ({ lamps: { help: "Lamps.", type: "gauge" } }) },
      /^METRIC_INVALID: a gauge must have a function read\n {2}where: metric lamps\n {2}plugin: plain/,
    ],
  ])("refuses %s", async (_what, keys, message) => {
    const start = startServer({ plugins: [watchdog, plain(keys)] });
    await expect(start).rejects.toThrow(message);
  });
});

it("refuses a guarantee of a service that is not provided", async () => {
  const keys = { provides: { maps: { id: "maps" } }, guarantees: { map: 1 } };
  expect(await problems([plain({ ...keys, points: [Guarantees] })])).toBe(
    [
      "PLUGIN_INVALID: it guarantees something of map, which its provides does not name",
      "  where: guarantees",
      "  plugin: plain",
      '  hint: name the service under provides, or write the name that it has there: did you mean "maps"?',
    ].join("\n"),
  );
});

it("refuses two points of one key, and a key of the kernel", async () => {
  const twin = { ...Teas };
  const rival = plain({ points: [twin] });
  expect(await problems([teaHouse, rival])).toMatch(
    /^POINT_CONFLICT[^]*where: teas\n {2}plugin: tea-house, plain/,
  );
  const thief = plain({ points: [{ ...Teas, id: "routes" }] });
  expect(await problems([thief])).toMatch(/^POINT_CONFLICT[^]*plugin: kernel, plain/);
  expect(await booted([teaHouse, plain({ points: [Teas] })])).toBeDefined();
});

it("ties the schema and the key to the type that the key has", () => {
  const tea = { id: "teas", noun: "tea", reader: "tea-house", form: "record of options" } as const;
  const schema = z.strictObject({ grams: z.string() });
  // @ts-expect-error the type says that grams are a number
  definePoint({ ...tea, schema });
  // @ts-expect-error no augmentation has this key
  definePoint({ ...tea, id: "coffees", schema });
});
