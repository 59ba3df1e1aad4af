/** The reference: a page for everything that the registry has, and none for what is off. */
import { definePlugin } from "waymark";
import { fieldNames, fieldsOf, publishedSchema, toJsonSchema } from "waymark/advanced";
import { createTestServer, type TestServer } from "waymark/testing";
import { pageEntriesOf, translate } from "waymark/services";
import { parseAst } from "vitest/node";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import english from "../../../plugins/pages/reference/messages.json" with { type: "json" };
import { LANGUAGES_OF_CODE } from "../../../plugins/pages/shared/operations/commands.ts";
import { startServer } from "../../_setup.ts";
import { samplePaths } from "../../conformance/sample-paths.ts";

/** The script that packages are bundled into. */
const EDITOR = "/developers/graphql-editor.js";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ config: { plugins: { "rate-limit": { limit: 100_000 } } } });
});
afterAll(() => server.close());

const read = async (path: string, accept = "text/html", of = server, language = "en") => {
  const headers = { Accept: accept, "Accept-Language": language };
  const answer = await of.fetch(path, { headers });
  return { answer, text: await answer.text() };
};

async function serverWithout(...plugins: readonly string[]): Promise<TestServer> {
  const off = Object.fromEntries(plugins.map((plugin) => [plugin, false]));
  const made = await createTestServer({ config: { plugins: off } });
  onTestFinished(() => made.close());
  return made;
}

const operationsOf = ({ registry }: TestServer) =>
  registry.routes.filter(({ site, kind }) => !site && kind !== "page");
const pathOf = (ref: string) => server.registry.href("reference.showOperation", { ref }) ?? "";

describe("the index", () => {
  it.each([
    ["en", "API reference", ["Resources", "Monitoring", "Discovery", "Policies"]],
    ["es", "Referencia de la API", ["Recursos", "Monitorización", "Descubrimiento", "Políticas"]],
  ])("leads to every operation, in sections, in %s", async (language, title, sections) => {
    const { answer, text } = await read("/developers/reference", "text/html", server, language);
    expect(answer.headers.get("content-language")).toBe(language);
    expect(text).toContain(`<h1>${title}</h1>`);
    expect([...text.matchAll(/<summary><h2>([^<]+)/g)].map(([, name]) => name)).toEqual(sections);
    const missing = operationsOf(server).filter(
      ({ ref }) => !text.includes(`href="${pathOf(ref)}"`),
    );
    expect(missing.map(({ ref }) => ref)).toEqual([]);
  });

  it("opens the first section alone", async () => {
    const { text } = await read("/developers/reference");
    const open = [...text.matchAll(/<details class="section" id="(\w+)" open>/g)];
    expect(open.map(([, id]) => id)).toEqual(["resources"]);
  });

  it("has what is on", async () => {
    const few = await serverWithout(
      "locales",
      "legacy",
      "changelog",
      "openapi",
      "developers",
      "schemas",
    );
    const { text } = await read("/developers/reference", "text/html", few);
    const gone = /.*(?:\/api\/locales|\/changelog|\/api\/openapi|undefined).*/g;
    expect(text.match(gone)).toBeNull();
    for (const path of ["operations/locales.listLocales", "changelog"])
      expect((await read(`/developers/${path}`, "text/html", few)).answer.status).toBe(404);
    const { text: page } = await read("/developers/operations/brains.listBrains", "text/html", few);
    expect(page).not.toMatch(/openapi-fetch|id="play"|undefined/);
    // Parameters and answers are the route's, not the document's.
    for (const part of ["filter", "If-None-Match", "not-acceptable", "Cache-Control"])
      expect(page).toContain(part);
  });
});

it("has the newest release first", async () => {
  const { text } = await read("/developers/changelog");
  const dates = [...text.matchAll(/<time[^>]* datetime="([^"]+)"/g)].map(([, date]) => date);
  expect(new Set(dates).size).toBeGreaterThan(5);
  expect(dates).toEqual(dates.toSorted().toReversed());
});

const unescape = (text: string) =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

const withoutTime = (json: string) =>
  json.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>").replaceAll(/"epochMs":\d+/g, "<time>");

const namesIn = (value: unknown): unknown =>
  typeof value !== "object" || value === null
    ? typeof value
    : Array.isArray(value)
      ? "array"
      : Object.entries(value).map(([name, member]) => [name, namesIn(member)]);

const OWN = /^reference\./;

/** The texts of a page outside of code. */
const textsOf = (page: string): ReadonlySet<string> => {
  const plain = page.replaceAll(/<(pre|code|kbd|script)\b[^>]*>[^]*?<\/\1>/g, "<>");
  return new Set([...plain.matchAll(/>([^<]+)/g)].map(([, text = ""]) => unescape(text).trim()));
};

const NAMES = /^(?:Auto|curl|HTTPie|JavaScript|Python|Go|TypeScript|JSON Schema|OpenAPI|waymark)$/;
/** Types of JSON Schema, and the values that they have. */
const TYPES = /^(?:(?:string|integer|number|boolean|object|array|null|any|"[\w-]+")(?: \| |$))+$/;
const SPEC =
  /^(?:RFC|Trace Context|Fetch|Referrer|Content Security|Permissions|draft-|Server Timing|Resource Timing|nginx)[ ,\w.-]/;

function isName(text: string): boolean {
  const { registry } = server;
  const words = text.replace(/ · .*$/, "").replace(/^[\s.:,;|]+|[\s.:,;|]+$/g, "");
  const values = words.split(", ").every((one) => /^(?:\/|[a-z-]+$)/.test(one));
  return (
    !/[a-z]{3}/i.test(words) ||
    [
      NAMES,
      TYPES,
      SPEC,
      /^(?:GET|POST|PUT|PATCH|DELETE|HEAD)(?: \/|$)/,
      /^[\w.+-]+\/[\w.+-]+$/,
    ].some((form) => form.test(words)) ||
    registry.schemas.has(words) ||
    registry.installed.some(({ plugin }) => plugin.id === words) ||
    values
  );
}

describe("an operation", () => {
  it("has a page in each language, with all that its route declares", async () => {
    for (const { ref, path, declaration, kind } of operationsOf(server)) {
      const { text } = await read(pathOf(ref));
      const wanted = [
        path,
        ...Object.keys(
          declaration.params ? (toJsonSchema(declaration.params).root.properties ?? {}) : {},
        ),
        ...(declaration.query === undefined ? [] : fieldNames(declaration.query)),
        ...(declaration.errors ?? []),
        ...(kind === "list" ? ["sort", "cursor"] : []),
      ];
      const missing = wanted.filter((name) => !text.includes(`<code>${name}</code>`));
      expect({ ref, missing }).toEqual({ ref, missing: [] });
      const { answer } = await read(pathOf(ref), "text/html", server, "es");
      expect(answer.headers.get("content-language")).toBe("es");
    }
  });

  it("names the operators of each field, and shows the first item of this moment", async () => {
    const { text } = await read(pathOf("offices.listOffices"));
    expect(text).toMatch(/<code>name<\/code><\/th><td>string<\/td><td>.*<code>contains<\/code>/);
    expect(text).toContain(`<span class="json-string">&quot;lisboa&quot;</span>`);
    expect((await read(pathOf("offices.getOffice"))).text).toContain("/api/offices/lisboa&#39;");
  });

  it("has the fields of the answer in place, and a dozen tabs at most for code and statuses", async () => {
    for (const { ref, schema, kind } of operationsOf(server)) {
      const { text } = await read(pathOf(ref));
      expect(text.match(/<h1>/g)).toHaveLength(1);
      expect(text).toMatch(
        /<nav class="crumbs"[^]*<h1>[^]*<aside id="playground"[^]*id="responses"/,
      );
      const tabs = text.match(/<input type="radio" name="(?:request|code)"/g) ?? [];
      const statuses = text.match(/<summary>[^<]*<span class="tag /g) ?? [];
      expect(tabs.length + statuses.length).toBeLessThanOrEqual(12);
      const published = schema === undefined ? undefined : publishedSchema(server.registry, schema);
      if (published === undefined || kind === "stream" || kind === "alwaysFails") continue;
      const [, responses = ""] = text.split('id="responses"');
      const names = [...fieldsOf(published.root, published.definitions).keys()];
      expect({
        ref,
        missing: names.filter((name) => !responses.includes(`<code>${name}</code>`)),
      }).toEqual({
        ref,
        missing: [],
      });
    }
    const { text } = await read(pathOf("offices.listOffices"));
    expect(text).toMatch(/<summary>Fields of Hito<\/summary>[^]*<code>dueDate<\/code>/);
  });

  it.each(["text/html", "text/markdown"])(
    "names each language of code once: %s",
    async (accept) => {
      const { text } = await read(pathOf("offices.listOffices"), accept);
      const [, tabs = ""] = /class="tabs">([^]*?)<figcaption>/.exec(text) ?? [];
      const lines = (tabs || text).replaceAll(/<[^>]*>/g, "\n").split("\n");
      for (const name of [...Object.keys(LANGUAGES_OF_CODE), english.typedClient])
        expect([name, lines.filter((line) => line.trim() === name).length]).toEqual([name, 1]);
    },
  );

  it("shows the answer of its call, byte for byte", async () => {
    let compared = 0;
    for (const { ref } of operationsOf(server)) {
      const { text } = await read(pathOf(ref));
      const label = `${english.response}: GET `;
      const [, target, shown = ""] =
        new RegExp(`aria-label="${label}([^"]*)"><code>([^]*?)</code>`).exec(text) ?? [];
      if (!unescape(text).includes(english.fromNow)) continue;
      const plain = unescape(shown.replaceAll(/<[^>]*>/g, ""));
      const call = unescape(target ?? "");
      expect(unescape(text)).toContain(`curl '${server.registry.baseUrl}${call}'`);
      const answers = await Promise.all([1, 2].map(async () => (await server.fetch(call)).text()));
      const [one = "", other] = answers.map(withoutTime);
      // An answer that changes from one request to the next is compared by its members.
      const changes = one !== other;
      const form = (json: string) => (changes ? namesIn(JSON.parse(json)) : json);
      expect([ref, form(withoutTime(JSON.stringify(JSON.parse(plain))))]).toEqual([ref, form(one)]);
      compared++;
    }
    expect(compared).toBeGreaterThan(40);
  });

  it("that is not there is refused", async () => {
    const { answer } = await read("/developers/operations/offices.nothing", "application/json");
    expect(answer.status).toBe(404);
  });

  it("is Markdown for those who prefer that", async () => {
    const { text } = await read(pathOf("offices.listOffices"), "text/markdown");
    expect(text).toContain("/api/offices");
    expect(text).not.toContain("<details");
  });
});

it("every type and every error has its place, and the sitemap lists them", async () => {
  const { registry } = server;
  const { text: errors } = await read("/developers/errors");
  for (const { code } of registry.errors) expect(errors).toContain(`id="${code}"`);
  const listed = pageEntriesOf(registry, "es").map(({ href }) => href);
  for (const type of registry.schemas.keys())
    expect(listed).toContain(`/developers/schemas/${type}`);
  const { text: sitemap } = await read("/sitemap.xml", "*/*");
  expect(listed.filter((href) => !sitemap.includes(`${href}</loc>`))).toEqual([]);
  const statuses = await Promise.all(listed.map(async (href) => (await read(href)).answer.status));
  expect(new Set(statuses)).toEqual(new Set([200]));
});

it.each(["en", "es"])("every error says its own cause and remedy, in %s", async (language) => {
  const { registry } = server;
  const { text } = await read("/developers/errors", "text/html", server, language);
  const plain = (part: string) => part.replaceAll(/<[^>]*>/g, "").replaceAll("&#39;", "'");
  const sections = new Map(
    text.split('<section class="entry"').map((part) => [/id="([^"]+)"/.exec(part)?.[1], part]),
  );
  for (const { code, cause = "", remedy = "" } of registry.errors)
    for (const advice of [cause, remedy])
      expect(plain(sections.get(code) ?? "")).toContain(
        translate(advice, registry, language).replaceAll("`", ""),
      );
});

it("has no text in English on the pages in Spanish, except for names", async () => {
  const left = new Set<string>();
  const samples = pageEntriesOf(server.registry, "en").filter(({ route }) => OWN.test(route.ref));
  const paths = ["reference", "errors", "schemas", "limits"].map((page) => `/developers/${page}`);
  for (const path of [...samples.map(({ href }) => href), ...paths]) {
    const [en, es] = await Promise.all(
      ["en", "es"].map(async (one) => textsOf((await read(path, "text/html", server, one)).text)),
    );
    for (const text of en ?? []) if (es?.has(text) && !isName(text)) left.add(`${path}: ${text}`);
  }
  expect([...left]).toEqual([]);
});

describe("the page of limits", () => {
  it.each([
    ["en", ["than 30\u00a0s is", "1,048,576", "8,192", "100,000"]],
    ["es", ["más de 30\u00a0s,", "1.048.576", "8192", "100.000"]],
  ])("spells numbers and times as its language does: %s", async (language, texts) => {
    const { text } = await read("/developers/limits", "text/html", server, language);
    for (const one of texts) expect(text).toContain(one);
  });

  it.each([
    ["en", ["250\u00a0ms", "1.5\u00a0h", "5\u00a0min", "The limit is 30\u00a0s"]],
    ["es", ["250\u00a0ms", "1,5\u00a0h", "5\u00a0min", "El límite es 30\u00a0s"]],
  ])("names operations with a limit of their own: %s", async (language, texts) => {
    const slow = (timeout: "250ms" | "1.5h" | "5m") =>
      ({
        method: "GET",
        path: `/api/slow/${timeout}`,
        summary: `Wait for ${timeout}.`,
        text: { mediaType: "text/plain" },
        cache: "no-store",
        timeout,
      }) as const;
    const waiting = definePlugin({
      id: "waiting",
      summary: "Waits.",
      routes: { ms: slow("250ms"), minutes: slow("5m"), hours: slow("1.5h") },
      handlers: () => ({ ms: () => "", minutes: () => "", hours: () => "" }),
    });
    const other = await createTestServer({ config: { plugins: { waiting } } });
    onTestFinished(() => other.close());
    const { text } = await read("/developers/limits", "text/html", other, language);
    for (const one of texts) expect(text).toContain(one);
  });
});

it("links only to what is served", async () => {
  const samples = [...(await samplePaths(server))].filter(([{ plugin }]) => plugin === "reference");
  const all = await Promise.all(samples.map(([, path]) => read(path)));
  const targets = new Set(
    all.flatMap(({ text }) =>
      [...text.matchAll(/href="(\/[^"#]*)/g)].map(([, target = ""]) => target),
    ),
  );
  for (const target of targets) {
    const { status } = await server.fetch(target, { method: "HEAD" });
    expect({ target, status }).toEqual({ target, status: 200 });
  }
});

describe("the script of the editor", () => {
  it("is one file that needs no other, with an ETag", async () => {
    const { answer, text } = await read(EDITOR, "*/*");
    expect(answer.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(importsOf(text)).toEqual([]);

    const etag = answer.headers.get("etag") ?? "";
    expect(etag).not.toBe("");
    const again = await server.fetch(EDITOR, { headers: { "If-None-Match": etag } });
    expect(again.status).toBe(304);
  });
});

/** The names of the modules that a script imports, statically or on demand. */
function importsOf(script: string): string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== "object" || node === null) return;
    if ("source" in node && isLiteral(node.source)) found.push(node.source.value);
    Object.values(node).forEach(visit);
  };
  visit(parseAst(script));
  return found;
}

function isLiteral(node: unknown): node is { readonly value: string } {
  return typeof node === "object" && node !== null && "value" in node;
}

it("O7: the pages of operations are the same at each node and at each moment", async () => {
  const start = (instance: string) =>
    startServer({ config: { baseUrl: "https://api.example.com", instance } });
  const [one, other] = [await start("one"), await start("other")];
  await other.fetch("/api/brains");
  const differing: string[] = [];
  for (const { ref, method } of operationsOf(one)) {
    if (method !== "GET") continue;
    const text = async (of: TestServer) => (await read(pathOf(ref), "text/html", of)).text;
    const pages = await Promise.all([text(one), text(other)]);
    expect(pages[0]).toContain("<h1");
    const [first, second] = pages.map((page) => page.replace(/<code>[\w-]{36}<\/code>/, "")); // the id of a request
    if (first !== second) differing.push(ref);
  }
  expect(differing).toEqual([]);
});
