/**
 * Every text that pages show has a translation into each of their languages, and no translation is left of a text that is
 * gone: with the plugins of the preset, and with those that it offers.
 */
import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Registry, WaymarkConfig } from "waymark";
import { publishedSchema, toJsonSchema } from "waymark/advanced";
import { openapiDocument } from "../../plugins/discovery/openapi/document.ts";
import preset from "waymark/preset";
import { createTestServer } from "waymark/testing";
import { Tables, translationOf } from "waymark/services";
import { toNode } from "waymark/tools";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { KERNEL } from "../../kernel/host/boot/kernel-names.ts";
import { loadPlugins } from "../../kernel/host/boot/load.ts";
import { loadConfig } from "../../kernel/host/config/config.ts";
import { kernelErrors } from "../../registry/contract/call/errors.ts";
import { fieldErrors } from "../../registry/contract/call/field-errors.ts";
import { optionsOf } from "../../plugins/pages/console/options-form.ts";
import { availablePlugins } from "../../plugins/shared/setting/available.ts";
import { translator } from "../../plugins/services/translator.ts";
import { seal } from "../../registry/seal/seal.ts";
import { NO_CONFIG } from "../_setup.ts";
import { WRITES_AND_IDENTITY } from "../fixtures/writes-and-identity.ts";

const TRANSLATED = ["es"];
/** Plugins of pages with a file of each language. */
const FILES = ["site", "console"];
const PAGES = join(import.meta.dirname, "../../plugins/pages");

/** Offered plugins that go together, as many as do. */
const OFFERED: NonNullable<WaymarkConfig["plugins"]> = {
  ...WRITES_AND_IDENTITY,
  diagnostics: true,
  console: true,
  journey: true,
  listen: { admin: { port: 0 } },
  otel: true,
  redis: { url: "redis://localhost" },
  slo: { measured: true },
  store: { url: "postgres://localhost/waymark" },
};

async function load(plugins: NonNullable<WaymarkConfig["plugins"]>) {
  const overrides = { plugins };
  const loaded = await loadConfig({ ...NO_CONFIG, overrides });
  const { installed, findings } = await loadPlugins(loaded);
  expect([...loaded.findings, ...findings]).toEqual([]);
  const sealed = seal({
    app: loaded.config.app,
    installed,
    kernel: { ...KERNEL, offered: preset },
    baseUrl: () => "http://localhost",
  });
  expect(sealed.findings).toEqual([]);
  if (sealed.registry === undefined) throw new Error("nothing was sealed");
  return { registry: sealed.registry, plugins: installed.map(({ plugin }) => plugin) };
}

const CONSOLE = { console: true, listen: { admin: { port: 0 } } };
const [standard, operated, whole] = await Promise.all([load({}), load(CONSOLE), load(OFFERED)]);
const CONFIGS = {
  "the preset": standard,
  "a console": operated,
  "the plugins that it offers": whole,
};

const KERNEL_ERRORS = Object.entries(kernelErrors).map(([code, entry]) => ({ code, ...entry }));

/** The texts that pages may show, each with one of its places. */
function textsOf(registry: Registry): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const add = (place: string, text: string | undefined) => {
    if (text !== undefined && text !== "" && !texts.has(text)) texts.set(text, place);
  };
  add("config", registry.app.description);
  for (const { ref, declaration } of [...registry.routes, ...registry.adminRoutes]) {
    add(`route ${ref}`, declaration.summary);
    add(`route ${ref}`, declaration.description);
    for (const text of [declaration.page?.title, declaration.page?.description])
      if (typeof text === "string") add(`page ${ref}`, text);
  }
  // Those of the kernel too that no route of these configs has.
  for (const { code, message, cause, remedy } of [...KERNEL_ERRORS, ...registry.errors])
    for (const text of [message, cause, remedy]) add(`error ${code}`, text);
  for (const { plugin, enabled } of registry.installed)
    if (enabled) add(`plugin ${plugin.id}`, plugin.summary);
  for (const { place, text } of textsOfConsole(registry)) add(place, text);
  for (const { ref, method, declaration } of registry.adminRoutes)
    if (method === "GET" && declaration.returns !== undefined)
      visit(toJsonSchema(declaration.returns), `answer of ${ref}`, add);
  for (const { policy, plugin } of registry.policies)
    for (const [name, text] of Object.entries(policy.writes ?? {}))
      add(`header ${name} of ${plugin}`, text);
  for (const name of ["header", "status"])
    for (const { text } of Object.values(meaningsOf(name)))
      if (text !== undefined) add(`meanings of ${name}`, text); // else it is the policy's
  for (const { name, personal } of registry.of(Tables)) add(`table ${name}`, personal);
  for (const { description } of registry.identifiers) add("identifier", description);
  for (const name of registry.schemas.keys())
    visit(publishedSchema(registry, name), `schema ${name}`, add);
  const { paths, components } = openapiDocument(registry);
  // Pages show errors by their codes.
  const ofErrors = new Set(registry.errors.map(({ code, message }) => `\`${code}\`: ${message}`));
  visit({ paths, components }, "openapi", (place, text) => {
    for (const part of text.split("\n\n")) if (!ofErrors.has(part)) add(place, part);
  });
  return texts;
}

/** The texts about plugins that a console shows: none where there is no console. */
function textsOfConsole({ installed }: Registry) {
  if (installed.every(({ plugin }) => plugin.id !== "console")) return [];
  const own = installed.flatMap(({ plugin: { id, options } }) =>
    (options === undefined ? [] : optionsOf(toNode(options), {}, () => "default")).map(
      ({ path, schema }) => ({ place: `option ${id}.${path}`, text: schema.description }),
    ),
  );
  const available = availablePlugins(preset, installed).flatMap(({ id, how }) => [
    { place: `plugin ${id}`, text: preset.find((plugin) => plugin.id === id)?.summary },
    { place: `how to install ${id}`, text: how },
  ]);
  return [...own, ...available];
}

function meaningsOf(
  name: string,
): Readonly<Record<string, { readonly text?: string | undefined }>> {
  return z
    .record(z.string(), z.object({ text: z.string().optional() }))
    .parse(JSON.parse(readFileSync(join(PAGES, `shared/${name}-meanings.json`), "utf8")));
}

const DATA = new Set(["const", "default", "enum", "example", "examples"]);

function visit(value: unknown, place: string, add: (place: string, text: string) => void): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    // A property may be called as any keyword is.
    if (key === "properties") {
      for (const [name, property] of Object.entries(Object(member)))
        visit(property, `${place}/${name}`, add);
      continue;
    }
    if (DATA.has(key)) continue;
    if (key === "description" && typeof member === "string") add(place, member);
    else visit(member, `${place}/${key}`, add);
  }
}

/** Requests that are refused with details of their own, which no declaration has. */
const REFUSED: readonly (readonly [path: string, init?: RequestInit])[] = [
  ["/api/ping", { method: "POST" }],
  ["/api/ping", { headers: { Accept: "*/*;q=0" } }],
  ["/api/ping", { headers: { "Accept-Encoding": "identity;q=0" } }],
  ["/api/brains", { headers: { "If-Match": '"other"' } }],
  [`/api/brains?${"x".repeat(100_000)}`],
  ["/api/offices/nowhere"],
  ["/api/schemas/Nothing"],
  ["/api/graphql?query=mutation{a}"],
  ["/api/graphql?query=%"],
  ...[
    `${Array.from({ length: 25 }, (_, i) => `filter[a${i}]=1`).join("&")}`,
    `filter[id][in]=${"a,".repeat(101)}`,
    `fields=${"id,".repeat(101)}`,
    `sort=${"id,".repeat(11)}`,
    "filter[id]=a&filter[id][eq]=b",
    "filter=a",
    "filter[id][liek]=a",
    "filter[id][contians]=a",
    "filter[idd]=a",
    "filter[nothing]=a",
    "filter[hitos]=a",
    "sort=id,id",
    "limit=1&limit=2",
    "limit=0",
    "cursor=x",
    "limit=%zz",
    "page=2",
  ].map((query) => [`/api/offices?${query}`, { headers: { Prefer: "handling=strict" } }] as const),
  ["/api/locales?filter[default]=1"],
  ["/api/errors?filter[status]=x"],
  ["/api/changelog?filter[date]=x"],
  ["/api/offices/lisboa/integrations?filter[lastSyncAt]=x"],
];

const WRITABLE = {
  brains: { writable: true },
  integrations: { writable: true },
  locales: { writable: true },
  offices: { writable: true },
};

const Refusal = z.object({
  error: z
    .object({
      detail: z.string().optional(),
      errors: z.array(z.object({ detail: z.string() })).optional(),
    })
    .optional(),
});

const Releases = z.object({ releases: z.array(z.object({ summary: z.string() })) });

/** A schema of each kind, with a value that it refuses. */
const REFUSING: readonly (readonly [z.ZodType, unknown])[] = [
  [z.string(), 1],
  [z.int(), 1.5],
  [z.number(), "a"],
  [z.boolean(), "a"],
  [z.null(), "a"],
  [z.array(z.string()), "a"],
  [z.object({}), "a"],
  [z.enum(["a", "b"]), "c"],
  [z.literal("a"), "c"],
  [z.iso.date(), "a"],
  [z.iso.datetime(), "a"],
  [z.iso.time(), "a"],
  [z.email(), "a"],
  [z.url(), "a"],
  [z.uuid(), "a"],
  [z.ipv4(), "a"],
  [z.ipv6(), "a"],
  [z.number().min(2), 0],
  [z.number().max(2), 3],
  [z.number().gt(2), 2],
  [z.number().lt(2), 2],
  [z.number().multipleOf(2), 3],
  [z.string().min(1), ""],
  [z.string().min(2), ""],
  [z.string().max(2), "abc"],
  [z.string().length(2), ""],
  [z.array(z.string()).min(1), []],
  [z.array(z.string()).min(2), []],
  [z.array(z.string()).max(2), ["a", "b", "c"]],
  [z.array(z.string()).length(2), []],
];

/** Details of values that do not fit: of parameters, of members that are missing, and of headers, which show no values. */
const ofValues = REFUSING.flatMap(([schema, value]) => {
  const details = (input: unknown, part: "query" | "body" | "header") =>
    fieldErrors(schema.safeParse(input).error?.issues ?? [], input, part).map(
      ({ detail }) => detail,
    );
  return [...details(value, "query"), ...details(undefined, "body"), ...details(value, "header")];
});

/** The modules of the service, without translations. */
const sources = globSync("{kernel,registry,plugins}/**/*.ts").map((path) =>
  readFileSync(path, "utf8"),
);

/** Checks that a module has all parts of the text between its placeholders. */
function isWritten(text: string): boolean {
  const parts = text.split(/\{\w+\}/).filter((part) => /\w/.test(part));
  return sources.some((source) => parts.every((part) => source.includes(part)));
}

/** Texts that no declaration has: details of refusals, and the releases. */
const others = await (async () => {
  const server = await createTestServer();
  const hasty = await createTestServer({ config: { plugins: { "rate-limit": { limit: 1 } } } });
  const writable = await createTestServer({ config: { plugins: WRITABLE } });
  try {
    await hasty.fetch("/api/brains");
    const answers = await Promise.all([
      hasty.fetch("/api/brains"),
      ...Object.keys(WRITABLE).map((plugin) => {
        const list = plugin === "integrations" ? `offices/lisboa/${plugin}` : plugin;
        return writable.fetch(`/api/${list}/none`);
      }),
      writable.fetch("/api/brains", { method: "POST", body: new Uint8Array(2) }),
      ...REFUSED.map(([path, init]) => server.fetch(path, init)),
    ]);
    const bodies = await Promise.all(answers.map((answer) => answer.json()));
    const details = bodies.flatMap((body) => {
      const { detail = [], errors } = Refusal.parse(body).error ?? {};
      // Pages show the errors in its place.
      return errors?.map((one) => one.detail) ?? detail;
    });
    const changelog = await server.fetch("/api/changelog");
    const { releases } = Releases.parse(await changelog.json());
    return [...ofValues, ...details, ...releases.map(({ summary }) => summary)];
  } finally {
    await Promise.all([server, hasty, writable].map((one) => one.close()));
  }
})();

it.each(TRANSLATED)("details of refusals and releases have a translation: %s", (language) => {
  const missing = others.filter((text) =>
    [standard, whole].every(
      ({ registry }) => translationOf(text, registry, language) === undefined,
    ),
  );
  expect(missing).toEqual([]);
});

describe.each(Object.entries(CONFIGS))("with %s", (_name, { registry }) => {
  it("every error has a cause and a remedy", () => {
    const missing = [...KERNEL_ERRORS, ...registry.errors].filter(
      ({ cause = "", remedy = "" }) => cause === "" || remedy === "",
    );
    expect(missing.map(({ code }) => code)).toEqual([]);
  });

  it.each(TRANSLATED)("every text has a translation: %s", (language) => {
    const missing = [...textsOf(registry)].filter(
      ([text]) => translationOf(text, registry, language) === undefined,
    );
    expect(missing.map(([text, place]) => `${place}: ${JSON.stringify(text)}`)).toEqual([]);
  });
});

describe.each(TRANSLATED)("the translations into %s", (language) => {
  const plugins = new Map(
    [...standard.plugins, ...whole.plugins].map(({ id, translations }) => [id, translations]),
  );
  // An offered plugin takes the place of one of the preset.
  for (const { id, translations } of standard.plugins)
    if (translations !== undefined) plugins.set(id, translations);
  const all = [...plugins].flatMap(([id, translations]) =>
    Object.entries(translations?.[language] ?? {}).map(([text, translation]) => ({
      id,
      text,
      translation,
    })),
  );
  for (const id of FILES)
    for (const [text, translation] of Object.entries(
      readCatalog(join(PAGES, id, `${language}.json`)),
    ))
      if (typeof translation === "string") all.push({ id, text, translation });

  it("are of texts that are there", () => {
    const declared = Object.values(CONFIGS).flatMap(({ registry }) => [
      ...textsOf(registry).keys(),
    ]);
    const texts = [...declared, ...others];
    const known = new Set(texts);
    const stale = all.filter(({ text, translation }) => {
      if (known.has(text)) return false;
      const translate = translator([{ [language]: { [text]: translation } }]);
      return !isWritten(text) && !texts.some((one) => translate(one, language) !== undefined);
    });
    expect(stale.map(({ id, text }) => `${id}: ${JSON.stringify(text)}`)).toEqual([]);
  });

  // The console also shows options of plugins that are not loaded, whose own translations are not there then.
  it("are in one plugin each, and the console says the same", () => {
    const owners = Map.groupBy(all, ({ text }) => text);
    const twice = [...owners].filter(
      ([, entries]) =>
        entries.filter(({ id }) => id !== "console").length > 1 ||
        new Set(entries.map(({ translation }) => translation)).size > 1,
    );
    expect(
      twice.map(([text, entries]) => `${entries.map(({ id }) => id).join()}: ${text}`),
    ).toEqual([]);
  });

  it("keep code, numbers and the full stop", () => {
    const kept = (text: string) => ({
      code: [...text.matchAll(/`[^`]*`/g)].map(String).toSorted(),
      numbers: [...text.matchAll(/\d+/g)].map(String).toSorted(),
      end: /[.?!]?$/.exec(text)?.[0],
    });
    for (const { text, translation } of all)
      expect({ text, ...kept(translation) }).toEqual({ text, ...kept(text) });
  });

  it("have no English words", () => {
    const english =
      /(?<!\p{L})(?:the|of|and|or|that|which|with|are|is|for|from|this|by)(?!\p{L})/iu;
    const left = all.filter(({ translation }) =>
      english.test(translation.replaceAll(/`[^`]*`/g, "")),
    );
    expect(left.map(({ translation }) => translation)).toEqual([]);
  });
});

type Catalog = { readonly [key: string]: unknown };

function readCatalog(file: string): Catalog {
  return z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(file, "utf8")));
}

/** The texts of a catalog by their keys, `state.ok` for one within others. */
function byKey(value: unknown, key = ""): readonly (readonly [string, string])[] {
  if (typeof value !== "object" || value === null) return [[key, String(value)]];
  return Object.entries(value).flatMap(([name, one]) =>
    byKey(one, key === "" ? name : `${key}.${name}`),
  );
}

describe("messages by key", () => {
  const catalogs = globSync("{*,shared/*}/messages.json", { cwd: PAGES }).map((path) => ({
    room: basename(dirname(path)),
    // Messages of the shared folder are shown by all rooms.
    folders: path.startsWith("shared") ? "**" : dirname(path),
    english: readCatalog(join(PAGES, path)),
  }));

  it.each(TRANSLATED)("are in %s too, with the same gaps, and no others are", (language) => {
    const files = FILES.map((id) => readCatalog(join(PAGES, id, `${language}.json`)));
    const translated: Catalog = Object.assign({}, ...files);
    const gaps = (entries: readonly (readonly [string, string])[]) =>
      entries
        .map(([key, text]) =>
          [key, ...[...text.matchAll(/\{\w*\}/g)].map(String).toSorted()].join(" "),
        )
        .toSorted();
    for (const { room, english } of catalogs)
      expect([room, gaps(byKey(translated[room]))]).toEqual([room, gaps(byKey(english))]);
    const groups = Object.keys(translated).filter((key) => typeof translated[key] === "object");
    expect(groups.toSorted()).toEqual(catalogs.map(({ room }) => room).toSorted());
  });

  it.each(catalogs)("of $room are shown somewhere", ({ folders, english }) => {
    const code = globSync(`${folders}/**/*.ts`, { cwd: PAGES })
      .map((path) => readFileSync(join(PAGES, path), "utf8"))
      .join("\n");
    // Names that code makes of values: texts of changes (see their own test), states, ranges, operators, words of one meaning, phrases of the editor, plural forms.
    const isComputed = (key: string) =>
      /^(?:changeTexts|overall|state|groups|incident|ranges|last|noneIn|badge|places|documents|topics|same|sections|fields\.operators|glossary\.nouns|keys\.list|keyList|texts\.(?:group|phrase))\./.test(
        key,
      );
    const unused = byKey(english)
      .map(([key]) => key.replace(/\.(?:one|other)$/, ""))
      .filter((key) => !isComputed(key))
      .filter((key) => {
        const name = key.startsWith("texts.editor.")
          ? key.slice(6)
          : basename(key.replaceAll(".", "/"));
        return !new RegExp(`[.,{\\s"]${name.replaceAll(".", "\\.")}\\b`).test(code);
      });
    expect(unused).toEqual([]);
  });
});
