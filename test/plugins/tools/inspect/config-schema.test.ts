/** The config's schema and the boot agree: what one refuses for its shape, the other refuses too. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { definePlugin, type Plugin } from "waymark";
import standard from "waymark/preset";
import { offered } from "../../../_offered.ts";
import { parse } from "yaml";
import { z } from "zod";
import { boot } from "../../../../kernel/host/boot/boot.ts";
import { BootError } from "../../../../kernel/host/support/boot-errors.ts";
import { configSchema } from "../../../../plugins/tools/inspect/config-schema.ts";
import { preset as goldenPreset } from "../../../kernel/host/boot/boot-preset.ts";
import { folderOf } from "../../../_folder.ts";

const root = join(import.meta.dirname, "../../../..");
const golden = join(root, "test/golden/boot-errors");

interface Part {
  readonly id: string;
  readonly parts?: readonly Part[] | undefined;
  readonly main?: Part | undefined;
}
const Part: z.ZodType<Part> = z
  .strictObject({
    id: z.string(),
    get parts() {
      return z.array(Part).optional();
    },
    get main() {
      return Part.optional();
    },
  })
  .meta({ id: "Part" });
const Backend = z.union([
  z.strictObject({ kind: z.literal("disk"), at: z.strictObject({ path: z.string() }) }),
  z.strictObject({ kind: z.literal("memory") }),
]);
/** Options of every form that a key may hide in. */
const tides = definePlugin({
  id: "tides",
  summary: "Comes and goes.",
  env: { url: "TIDES_URL" },
  options: z.strictObject({
    url: z.url().describe("Where to ask"),
    part: Part.optional(),
    byName: z.record(z.string(), z.strictObject({ size: z.int() })).optional(),
    backend: Backend.optional(),
    maybe: z.strictObject({ on: z.boolean() }).nullable().optional(),
    token: z
      .string()
      .default("hunter2")
      .meta({ writeOnly: true, examples: ["hunter3"] }),
  }),
});
const tidesHigh = definePlugin({
  id: "tides-high",
  summary: "Has a variable that looks like another's.",
  options: z.strictObject({ mark: z.int().default(1) }),
});
const tide = definePlugin({
  id: "tide",
  summary: "Has nothing to say.",
  options: z.looseObject({ known: z.int().optional() }),
});
const tidesTwin = definePlugin({
  id: "tides-twin",
  summary: "Shares a type.",
  options: z.strictObject({ highMark: z.int().optional(), part: Part.optional() }),
});

let preset: readonly Plugin[];
let validate: ValidateFunction;
const cwd = folderOf({}, afterAll);

beforeAll(async () => {
  const { default: firstParty } = await import("waymark/preset");
  preset = [...firstParty, tides, tidesHigh, tidesTwin, tide];
  validate = await validatorFor(preset);
});

const env = { TIDES_URL: "https://tides.example" };

async function schemaFor(plugins: readonly Plugin[]) {
  const { installed } = await boot({ cwd, env, file: false, preset: plugins, validateLater: true });
  return configSchema(installed);
}

async function validatorFor(plugins: readonly Plugin[]): Promise<ValidateFunction> {
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  formats.default(ajv);
  return ajv.compile(await schemaFor(plugins));
}

/** Codes of what the boot refuses. */
async function refusals(config: unknown): Promise<readonly string[]> {
  writeFileSync(join(cwd, "waymark.config.json"), JSON.stringify(config));
  try {
    await boot({ cwd, env, preset, validateLater: true });
    return [];
  } catch (error) {
    if (error instanceof BootError) return error.findings.map(({ code }) => code);
    throw error;
  }
}

const plugins = (settings: object) => ({ plugins: settings });
const inTides = (options: object) => plugins({ tides: options });

describe("what fits", () => {
  it.each<[name: string, config: object]>([
    ["nothing", {}],
    [
      "every key of the kernel",
      {
        $schema: "./waymark.schema.json",
        service: "atlas",
        version: "1.0.0",
        description: "",
        baseUrl: "https://api.example.com",
        host: "0.0.0.0",
        port: 0,
        trustedProxies: ["10.0.0.0/8"],
        proxyHeaders: "forwarded",
        stop: { delay: "10s" },
        preset: "waymark/preset",
        plugins: {},
      },
    ],
    ["plugins on and off", plugins({ cors: true, locales: false, clock: {}, store: {} })],
    [
      "options",
      plugins({
        "rate-limit": { limit: 5, window: "5m" },
        cors: { origins: ["https://a.example"] },
      }),
    ],
    [
      "options that lists and nullable keys hold",
      plugins({
        root: {
          otherVersions: [{ version: "v0", stability: "retired", apiRoot: "/v0", sunset: null }],
        },
      }),
    ],
    [
      "a type within itself",
      inTides({ part: { id: "a", main: { id: "b" }, parts: [{ id: "c" }] } }),
    ],
    ["free names", inTides({ byName: { any: { size: 1 }, thing: { size: 2 } } })],
    ["a branch of a union", inTides({ backend: { kind: "disk", at: { path: "/var" } } })],
    ["the other branch", inTides({ backend: { kind: "memory" } })],
    ["null where it may be", inTides({ maybe: null })],
    ["a free key beside a known one", plugins({ tide: { known: 1, free: [] } })],
    ["an absent option that only the environment brings", inTides({})],
  ])("%s", async (_name, config) => {
    expect([validate(config), validate.errors]).toEqual([true, null]);
    expect(await refusals(config)).toEqual([]);
  });

  it("the config that comes with the project, and the examples in it", () => {
    const shipped = readFileSync(join(root, "waymark.config.yaml"), "utf8");
    expect(validate(parse(shipped))).toBe(true);
    const examples = shipped.replace("plugins: {}\n", "").replaceAll(/^# (?=[a-zA-Z]+:|  )/gm, "");
    expect(parse(examples)).toMatchObject({ port: 3000, plugins: { locales: false } });
    expect([validate(parse(examples)), validate.errors]).toEqual([true, null]);
  });

  it("a plugin by package name or path, on, off or with options", () => {
    const config = plugins({
      "@acme/atlas": true,
      "./atlas.ts": { any: "thing" },
      "../b.ts": false,
    });
    expect(validate(config)).toBe(true);
  });
});

describe("what does not fit", () => {
  it.each<[name: string, config: unknown]>([
    ["a list", [{ port: 3000 }]],
    ["a text", "port: 3000"],
    ["an unknown key", { prot: 3000 }],
    ["a plugin's option at the top", { rateLimit: 5 }],
    ["an empty name", { service: "" }],
    ["a number for a text", { version: 1 }],
    ["a null", { host: null }],
    ["a base URL that is none", { baseUrl: "api" }],
    ["a port beyond", { port: 65_536 }],
    ["a port below", { port: -1 }],
    ["half a port", { port: 1.5 }],
    ["a port as text", { port: "3000" }],
    ["one proxy without a list", { trustedProxies: "10.0.0.0/8" }],
    ["an unknown family of headers", { proxyHeaders: "cloudflare" }],
    ["a stop that is a duration", { stop: "10s" }],
    ["a stop without unit", { stop: { drain: 30 } }],
    ["a part that a stop does not have", { stop: { dely: "10s" } }],
    ["proxies that are not texts", { trustedProxies: [10] }],
    ["an empty preset", { preset: "" }],
    ["a schema that is not an address", { $schema: {} }],
    ["plugins as a list", { plugins: ["cors"] }],
    ["plugins as null", { plugins: null }],
    ["a setting of null", plugins({ cors: null })],
    ["a setting that is a text", plugins({ store: "sqlite" })],
    ["a setting that is a list", plugins({ cors: ["*"] })],
    ["a setting of a plugin that is not installed", plugins({ "./atlas.ts": "on" })],
    ["options of a plugin that has none", plugins({ clock: { zone: "UTC" } })],
    ["a plugin that is optional in words", plugins({ clock: { $optional: "yes" } })],
    ["one that is nowhere", plugins({ "./none.mjs": { $optional: 1 } })],
    ["an unknown option", plugins({ "rate-limit": { limt: 600 } })],
    ["an option of the wrong type", plugins({ "rate-limit": { limit: "many" } })],
    ["an option below its minimum", plugins({ "rate-limit": { limit: 0 } })],
    ["a duration without a unit", plugins({ "rate-limit": { window: "60" } })],
    ["an option that is none of a few", plugins({ "access-log": { format: "xml" } })],
    ["an empty list", plugins({ cors: { origins: [] } })],
    ["a null for an option", plugins({ cors: { origins: null } })],
    [
      "an unknown key in a list of closed objects",
      plugins({
        root: { otherVersions: [{ version: "v0", stability: "retired", apiRoot: "/v0", x: 1 }] },
      }),
    ],
    ["a date that is none", plugins({ root: { sunset: "soon" } })],
    ["an unknown key within an option", inTides({ part: { id: "a", idd: "b" } })],
    [
      "an unknown key deeper down",
      inTides({ part: { id: "a", main: { id: "b", main: { id: "c", x: 1 } } } }),
    ],
    ["an unknown key below a free name", inTides({ byName: { any: { size: 1, sise: 2 } } })],
    [
      "an unknown key within a member of a branch",
      inTides({
        backend: { kind: "disk", at: { path: "/var", pth: "/tmp" } },
      }),
    ],
    [
      "an unknown key within a list",
      inTides({ part: { id: "a", parts: [{ id: "b", idd: "c" }] } }),
    ],
    ["an unknown key in another branch", inTides({ backend: { kind: "memory", at: {} } })],
    ["a required key that is missing further in", inTides({ part: {} })],
  ])("%s", async (_name, config) => {
    expect(await refusals(config)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^(CONFIG_INVALID|CONFIG_KEY_UNKNOWN|OPTION_INVALID)$/),
      ]),
    );
    expect(validate(config)).toBe(false);
  });

  it("golden boot errors about the file's values, and no others", async () => {
    const fits = await validatorFor(goldenPreset);
    const tried = readdirSync(golden).flatMap((name) => {
      const text = readFileSync(join(golden, name), "utf8");
      const config = /^=== waymark\.config\.yaml\n([\s\S]*?)^=== (?!waymark)/m.exec(text)?.[1];
      const codes = [...text.matchAll(/^([A-Z_]+): /gm)].map(([, code = ""]) => code);
      const values = codes.every((code) =>
        /^(CONFIG_INVALID|CONFIG_KEY_UNKNOWN|OPTION_INVALID)$/.test(code),
      );
      if (config === undefined || !values) return [];
      return [{ name, fits: fits(parse(config)), expected: text.includes("=== env\n") }];
    });
    expect(tried.length).toBeGreaterThan(4);
    expect(tried.filter((one) => one.fits !== one.expected)).toEqual([]);
  });
});

it("explains keys, and names the variables that set them", async () => {
  const schema = await schemaFor(preset);
  const settings = schema.properties?.["plugins"]?.properties ?? {};
  const option = (plugin: string, name: string) =>
    settings[plugin]?.anyOf?.[1]?.properties?.[name]?.description;
  expect(schema.properties?.["port"]?.description).toBe(
    "Port to listen at; 0 takes a free one. Environment: PORT.",
  );
  expect(settings["tides"]).toMatchObject({
    description: "Comes and goes. Environment: WAYMARK_TIDES.",
    default: true,
  });
  expect(option("tides", "url")).toBe("Where to ask. Environment: TIDES_URL or WAYMARK_TIDES_URL.");
  expect(option("size-limits", "maxUrlLength")).toContain(
    "Environment: WAYMARK_SIZE_LIMITS_MAX_URL_LENGTH.",
  );
  expect(option("tides-twin", "part")).toBe("Environment: WAYMARK_TIDES_TWIN_PART.");
});

it("names no variable that sets something else", async () => {
  const own = definePlugin({
    id: "tides",
    summary: "Loses the variable to a longer id.",
    options: z.strictObject({ highMark: z.int().optional() }),
  });
  const schema = await schemaFor([own, tidesHigh]);
  const { properties } = schema.properties?.["plugins"] ?? {};
  expect(properties?.["tides"]?.anyOf?.[1]?.properties?.["highMark"]?.description).toBeUndefined();
  expect(properties?.["tides-high"]?.anyOf?.[1]?.properties?.["mark"]?.description).toBe(
    "Environment: WAYMARK_TIDES_HIGH_MARK.",
  );
});

it("shows no secret", async () => {
  expect(JSON.stringify(await schemaFor(preset))).not.toContain("hunter");
});

it("O7: the defaults are those that a config without the key has", async () => {
  const faces = standard.map((plugin) => ({ plugin: plugin as Plugin, source: "preset" }));
  const offers = await Promise.all(Object.values(offered).map(({ load }) => load()));
  const schemas = configSchema(faces, offers).properties?.["plugins"]?.properties;
  const wrong = standard.flatMap(({ id, options }) => {
    const checked = options?.["~standard"].validate({});
    const inForce: Readonly<Record<string, unknown>> = Object(Object(checked).value);
    const [, own] = schemas?.[id]?.anyOf ?? [];
    return Object.entries(own?.properties ?? {}).flatMap(([option, schema]) =>
      option in inForce &&
      ["boolean", "number", "string"].includes(typeof schema.default) &&
      schema.default !== inForce[option]
        ? [`${id}.${option}: ${JSON.stringify([schema.default, inForce[option]])}`]
        : [],
    );
  });
  expect(wrong).toEqual([]);
});
