/** The privacy page names what is kept about people, in each config; tables that keep it declare it. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { definePlugin, type Plugin, type Registry, type WaymarkConfig } from "waymark";
import preset from "waymark/preset";
import { Tables, translationOf } from "waymark/services";
import { z } from "zod";
import { boot } from "../../../kernel/host/boot/boot.ts";
import { WRITES_AND_IDENTITY } from "../../fixtures/writes-and-identity.ts";
import { NO_CONFIG, startServer } from "../../_setup.ts";
import { builtIn } from "../../../plugins/pages/texts/shared/built-in.ts";

type Plugins = NonNullable<WaymarkConfig["plugins"]>;

/** Tables of the preset without personal data, each with the reason. */
const WITHOUT: Readonly<Record<string, string>> = {
  statusAnnouncements: "written by operators",
  auditMarks: "hashes",
  auditWaiting: "becomes audit records, which declare theirs",
  brains: "content of the service",
  statusHours: "of the server",
  statusIncidents: "of the server",
  statusSamples: "of the server",
  idempotencyClients: "counts by hashes",
  jobTimes: "of the server",
  integrations: "content of the service",
  locales: "content of the service",
  offices: "content of the service",
  webhookDeliveries: "paths of changes, for subscriptions, which declare theirs",
};

const REDIS: Plugins = { redis: { url: "redis://localhost" } };
const CONFIGS: Readonly<Record<string, Plugins>> = {
  "the preset": {},
  "writes and identity": WRITES_AND_IDENTITY,
  "writes, identity and Redis": { ...WRITES_AND_IDENTITY, ...REDIS },
  "Redis alone": REDIS,
  "keys alone": { "api-keys": true },
  journeys: { journey: true },
  "webhooks of the operator": { webhooks: { enabled: true } },
};

async function registryOf(plugins: Plugins): Promise<Registry> {
  return (await boot({ ...NO_CONFIG, overrides: { plugins } })).registry;
}

function texts(registry: Registry) {
  const fileOf = (language: string) =>
    new URL(`../../../plugins/pages/texts/privacy/${language}.md`, import.meta.url);
  const page = { id: "privacy", texts: { en: fileOf("en"), es: fileOf("es") } };
  const text = (language: string) => builtIn(page, registry, {}, language);
  return { en: text("en"), es: text("es") };
}

describe.each(Object.entries(CONFIGS))("T0c: with %s", (_name, plugins) => {
  it("every table declares its personal data, which the page has, or is known to have none", async () => {
    const registry = await registryOf(plugins);
    const page = texts(registry);
    for (const { name, personal } of registry.of(Tables))
      if (personal === undefined) expect(Object.keys(WITHOUT)).toContain(name);
      else {
        expect(Object.keys(WITHOUT)).not.toContain(name);
        expect(page.en).toContain(`- ${personal}`);
        expect(page.es).toContain(`- ${translationOf(personal, registry, "es")}`);
      }
  });

  it("the page has as many lines in each language", async () => {
    const page = texts(await registryOf(plugins));
    const lines = (text: string) => text.split("\n").filter((line) => line.startsWith("- ")).length;
    expect(lines(page.es)).toBe(lines(page.en));
  });
});

const SAYS = {
  accessLog: "**Access log.**",
  audit: "**Audit.**",
  failures: "**Failed authentication.**",
  keys: "**API keys.**",
  records: "**Records of requests.**",
  ofOwners: "counted by its owner",
  inMemory: "kept in memory only",
  inRedis: "kept in Redis",
  repeated: "**Repeated writes.**",
  subscriptions: "**Webhook subscriptions.**",
  usage: "**Usage.**",
} as const;

it.each<[string, Plugins, readonly (keyof typeof SAYS)[]]>([
  ["by default", {}, ["accessLog", "inMemory"]],
  ["without logs and limits", { "access-log": false, "rate-limit": false }, []],
  ["with journeys", { journey: true }, ["accessLog", "inMemory", "records"]],
  ["with Redis", REDIS, ["accessLog", "inRedis"]],
  [
    "with keys",
    { "api-keys": true },
    ["accessLog", "audit", "failures", "keys", "ofOwners", "inMemory", "usage"],
  ],
  [
    "with keys and Redis",
    { "api-keys": true, ...REDIS },
    ["accessLog", "audit", "failures", "keys", "ofOwners", "inRedis", "usage"],
  ],
  ["with writes", { brains: { writable: true } }, ["accessLog", "inMemory", "repeated"]],
  [
    "with writes and webhooks",
    { brains: { writable: true }, webhooks: { enabled: true } },
    ["accessLog", "inMemory", "repeated", "subscriptions"],
  ],
])("T0c: %s, the page says what is on, and nothing else", async (_name, plugins, expected) => {
  const { en: page } = texts(await registryOf(plugins));
  const said = Object.entries(SAYS).flatMap(([name, text]) => (page.includes(text) ? [name] : []));
  expect(said.toSorted()).toEqual(expected.toSorted());
});

it.each([
  ["", {}, "There are no cookies."],
  ["but one", { journey: true }, "There are no other cookies."],
])("T0c: the page says that there are no cookies %s", async (_but, plugins, text) => {
  const { en: page } = texts(await registryOf(plugins));
  expect(page).toContain(`- ${text} Nothing`);
});

it("T0c: the page names what scripts keep in browsers", async () => {
  const { en: page } = texts(await registryOf({}));
  expect(page).toContain("the theme and the language of code that you have chosen");
});

it("T0c: tables of other plugins are named by what they declare, or by their owners", async () => {
  const Row = z.object({ id: z.string(), sailor: z.string() });
  const crew = definePlugin({
    id: "crew",
    summary: "Sailors.",
    translations: { es: { "**Crew.** Names of sailors.": "**Tripulación.** Nombres." } },
    tables: {
      crew: { of: Row, key: "id", personal: "**Crew.** Names of sailors." },
      letters: { of: Row, key: "id", owner: "sailor" },
      waves: { of: Row, key: "id" },
    },
  });
  const server = await startServer({ plugins: [...preset, crew as Plugin] });
  const read = async (language: string) => {
    const headers = { accept: "text/markdown", "accept-language": language };
    return (await server.fetch("/privacy", { headers })).text();
  };
  expect(await read("en")).toContain("- **Crew.** Names of sailors.");
  expect(await read("es")).toContain("- **Tripulación.** Nombres.");
  expect(await read("en")).toContain("- **Your resources.** Of `letters`,");
  expect(await read("en")).not.toContain("waves");
});

describe("what scripts keep in a browser", () => {
  /** The keys of `site.ts` and of `tab-credential.ts`, with the words of the page for each. */
  const KEPT = { theme: ["the theme", "el tema"], code: ["language of code", "lenguaje"] } as const;
  const IN_TAB = { credential: ["session storage of the tab", "de sesión de la pestaña"] } as const;
  const folder = join(import.meta.dirname, "../../../plugins/pages");
  const scripts = globSync("*/browser/**/*.ts", { cwd: folder });
  const sourceOf = (script: string) => readFileSync(join(folder, script), "utf8");

  it("is kept by two scripts alone, under these keys", () => {
    const storage = /\b(?:localStorage|sessionStorage|indexedDB|document\.cookie|cookieStore)\./;
    const keeping = scripts.filter((script) => storage.test(sourceOf(script)));
    expect(keeping.map((script) => script.replaceAll("\\", "/")).toSorted()).toEqual([
      "shared/browser/tab-credential.ts",
      "site/browser/site.ts",
    ]);
    const tab = sourceOf("shared/browser/tab-credential.ts");
    expect(tab).not.toMatch(/localStorage|document\.cookie/);
    const [, name] = /const NAME = "(.*?)"/.exec(tab) ?? [];
    expect([name]).toEqual(Object.keys(IN_TAB));
    const [, keys = ""] = /const KEYS = \[(.*?)\]/.exec(sourceOf("site/browser/site.ts")) ?? [];
    expect(keys.split(", ")).toEqual(Object.keys(KEPT).map((key) => `"${key}"`));
  });

  it.each(["en", "es"])("is named by the page: %s", (language) => {
    const text = readFileSync(join(folder, `texts/privacy/${language}.md`), "utf8");
    for (const words of Object.values({ ...KEPT, ...IN_TAB }))
      expect(text).toContain(words[language === "en" ? 0 : 1]);
  });
});
