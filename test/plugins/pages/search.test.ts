/** The search: its index, what it finds first, and its page. */
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createTestServer, type TestServer } from "waymark/testing";
import { pageEntriesOf, pagesOf } from "waymark/services";
import { createSearch } from "../../../plugins/pages/search/match.ts";
import type { SearchEntry } from "../../../plugins/pages/search/model.ts";
import { json } from "../../_setup.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

type Index = { entries: SearchEntry[]; messages: Parameters<typeof createSearch>[1] };

async function readIndex(from: TestServer, language = "en"): Promise<Index> {
  const headers = { "accept-language": language };
  return json<Index>(await from.fetch("/search/index.json", { headers }));
}
const indexOf = async (from: TestServer, language?: string) =>
  (await readIndex(from, language)).entries;

/** Returns a search of the index as browsers have it. */
async function searchOf(from: TestServer, language?: string) {
  const { entries, messages } = await readIndex(from, language);
  return createSearch(entries, messages);
}

describe("the index", () => {
  it("has every page and every operation, each once", async () => {
    const hrefs = (await indexOf(server)).map(({ href }) => href);
    const pages = [...pagesOf(server.registry, "en"), ...pageEntriesOf(server.registry, "en")].map(
      ({ href }) => href,
    );
    expect(hrefs).toEqual(expect.arrayContaining(pages));
    expect(new Set(hrefs).size).toBe(hrefs.length);
    const titles = new Set(
      (await indexOf(server)).map(({ title, method }) => `${method} ${title}`),
    );
    const operations = server.registry.routes.filter(({ site }) => !site);
    expect(operations.filter(({ method, path }) => !titles.has(`${method} ${path}`))).toEqual([]);
  });

  it("T5: has every component schema of OpenAPI that has a page, or a part of one", async () => {
    const entries = await indexOf(server);
    const [first] = (await searchOf(server))("OfficeWithHito");
    expect(first?.href).toMatch(/^\/developers\/schemas\/\w+#OfficeWithHito$/);
    const inner = entries.filter(({ href }) => /\/schemas\/\w+#/.test(href));
    expect(inner.length).toBeGreaterThan(10);
    for (const { href } of inner) {
      const [path = "", id = ""] = href.split("#");
      const page = await server.fetch(path, { headers: { accept: "text/html" } });
      expect(await page.text()).toContain(` id="${id}"`);
    }
  });

  it.each(["en", "es"])("T7: has no two pages with the same title: %s", (language) => {
    const { registry } = server;
    const pages = [...pagesOf(registry, language), ...pageEntriesOf(registry, language)];
    const byTitle = Map.groupBy(pages, ({ title }) => title);
    expect([...byTitle.values()].filter(({ length }) => length > 1)).toEqual([]);
  });

  it("is in the language that is asked for", async () => {
    const [page] = await indexOf(server, "es");
    expect(page).toMatchObject({ kind: "Página", title: "Desarrolladores" });
  });

  it("T7: its page, and the playground, name no path that may be off", async () => {
    const without = await createTestServer({ config: { plugins: { root: false } } });
    onTestFinished(() => without.close());
    const page = await (await without.fetch("/search?q=zzzz")).text();
    const playground = await (await without.fetch("/developers/operations.json")).text();
    for (const text of [page, playground]) expect(text).not.toMatch(/such as \/api\./);
  });

  it("leads to nothing that is off", async () => {
    const without = await createTestServer({
      config: { plugins: { developers: false, reference: false, brains: false } },
    });
    onTestFinished(() => without.close());
    const hrefs = (await indexOf(without)).map(({ href }) => href);
    expect(hrefs.filter((href) => /developers(?!\/(?:mcp|client))|brains/.test(href))).toEqual([]);
  });

  it("is small", async () => {
    const text = JSON.stringify(await indexOf(server));
    expect(gzipSync(text).length).toBeLessThan(20 * 1024);
  });
});

/** Queries that people type, and where the first result leads. */
const RECALL = {
  en: [
    ["offices", /offices\.listOffices$/],
    ["ofices", /offices\.listOffices$/],
    ["brain", /brains\.listBrains$/],
    ["GET api brains", /brains\.listBrains$/],
    ["integrations", /integrations\.listIntegrations$/],
    ["milestones", /offices\.listOffices$/],
    ["too many requests", /errors#rate-limit-exceeded$/],
    ["429", /errors#rate-limit-exceeded$/],
    ["rate limit", /docs#rate-limit$/],
    ["limits", /developers\/limits$/],
    ["etag", /docs#caching-and-conditional-requests$/],
    ["If-None-Match", /docs#caching-and-conditional-requests$/],
    ["Server-Timing", /server-timing\.showTimingPolicy$/],
    ["x-request-id", /docs#errors$|support#what-to-include$/],
    ["not found", /errors#not-found$/],
    ["404", /errors#not-found$/],
    ["precondition failed", /errors#precondition-failed$/],
    ["webhook", /webhooks\.showWebhooks$/],
    ["generate client", /faq#can-i-generate-a-client$|developers\/client/],
    ["swagger", /openapi\.showOpenapi$/],
    ["graphql", /graphql\.\w+Graphql$/],
    ["next page", /docs#lists$|faq#why-does-a-list-not-return-all-of-its-items$/],
    ["sort", /docs#lists$/],
    ["status", /^\/status$/],
    ["uptime", /^\/status$/],
    ["incidents", /^\/status\/history$/],
    ["cookies", /^\/privacy$/],
    ["vulnerability", /security#report-a-vulnerability$/],
    ["deprecated", /deprecation\.showDeprecationPolicy$/],
    ["cors", /cors\.showCors$/],
    ["retry", /retry-policy\.showRetryPolicy$/],
    ["sse", /docs#events$|events\.streamEvents$/],
    ["claude", /developers\/mcp#claude-code$/],
    ["questions", /^\/faq$/],
    ["where do I ask for help", /^\/support|faq#where-do-i-ask-other-questions$/],
  ],
  es: [
    ["oficinas", /docs#oficinas-e-hitos$|offices\.listOffices$/],
    ["integraciones", /integrations\.listIntegrations$/],
    ["límite", /docs#limite-de-peticiones$|developers\/limits$/],
    ["demasiadas peticiones", /docs#limite-de-peticiones$/],
    ["etag", /docs#cache-y-peticiones-condicionales$/],
    ["clave", /faq#necesito-una-cuenta-o-una-clave$/],
    ["documentacion", /^\/docs$/],
    ["incidentes", /^\/status\/history$/],
    ["privacidad", /^\/privacy$/],
    ["generar cliente", /faq#puedo-generar-un-cliente$|developers\/client/],
    // Answers are English, on pages in other languages too.
    ["too many requests", /errors#rate-limit-exceeded$/],
    ["Nothing is served at this path", /errors#not-found$/],
  ],
} as const;
/** Queries where callers authenticate and data can be changed. */
const RECALL_WITH_ALL = [
  ["api key", /api-keys\.\w+$|developers\/authentication$/],
  ["login", /developers\/authentication$/],
  ["401", /errors#authentication-required$/],
  ["403", /errors#insufficient-scope$/],
  ["scopes", /developers\/authentication$/],
  ["webhook", /webhook-subscriptions\.\w+$/],
  ["signature", /\/docs\/webhooks$/], // how to check one, in place of an operation
  ["create brain", /brains\.createBrain$/],
  ["brain", /brains\.(?:list|get)/],
  ["office", /offices\.(?:list|get)/],
  ["rotate", /api-keys\.rotate(?:Own)?Key$/],
] as const;

describe("the first result", () => {
  it.each(Object.keys(RECALL))("is the right one: %s", async (language) => {
    const find = await searchOf(server, language);
    // Object.keys forgets which keys there are.
    const wrong = RECALL[language as keyof typeof RECALL].flatMap(([query, expected]) => {
      const [first] = find(query);
      return expected.test(first?.href ?? "") ? [] : [`${query}: ${first?.href}`];
    });
    expect(wrong).toEqual([]);
  });

  it("is the right one with identity, writes and webhooks", async () => {
    const writable = { writable: true };
    const plugins = {
      access: {},
      "api-keys": {},
      brains: writable,
      offices: writable,
      webhooks: { enabled: true },
    };
    const all = await createTestServer({ config: { plugins } });
    onTestFinished(() => all.close());
    const find = await searchOf(all);
    const first = RECALL_WITH_ALL.map(([query]) => `${query}: ${find(query)[0]?.href}`);
    expect(first).toEqual(RECALL_WITH_ALL.map(([, href]) => expect.stringMatching(href)));
  });

  it("has every error, by its code and by its status", async () => {
    const find = await searchOf(server);
    const missing = server.registry.errors.filter(({ code, status }) => {
      const href = `/developers/errors#${code}`;
      const byStatus = find(String(status)).some((entry) => entry.href === href);
      return find(code)[0]?.href !== href || !byStatus;
    });
    expect(missing.map(({ code }) => code)).toEqual([]);
  });

  it("has nothing for words that are nowhere, and looks at no more than anybody types", async () => {
    const find = await searchOf(server, "es");
    for (const query of ["xyzzy", "   ", "de la", "a".repeat(10_000)])
      expect(find(query)).toEqual([]);
    expect(find("documentacion xyzzy")[0]?.href).toBe("/docs");
  });
});

describe("the page", () => {
  const ask = async (query: string) => {
    const headers = { accept: "text/html" };
    const answer = await server.fetch(`/search${query}`, { headers });
    return { status: answer.status, text: await answer.text() };
  };

  it("shows results without a script, in the language of the address", async () => {
    const { text } = await ask("?q=oficinas&lang=es");
    expect(text).toContain("/api/offices");
    expect(text).toMatch(/\d+ resultados?/);
    expect(text).toContain('<input type="hidden" name="lang" value="es">');
  });

  it.each(["", "?q=", "?q=%20"])("%s asks for a word", async (query) => {
    expect((await ask(query)).text).toContain("Write a word");
  });

  it("says when nothing was found, and shows the words as text", async () => {
    const { text } = await ask("?q=%3Czqxscript%3Ezqxalert(9)%3C/zqxscript%3E");
    expect(text).toContain("Nothing was found for");
    expect(text).not.toContain("<zqxscript>");
  });

  it.each([
    "<zqimg zqsrc=zqx>",
    "<!-- [zqa](zqjavascript:zqalert)",
    "&zqlt;zqb&zqgt; &#960960;zqb>",
    "![zqa](//zqexample.zqorg/zqa.zqpng) ~~zqb~~ `zqc` **zqd** _zqe_",
    "<zqhttps://zqexample.zqorg>",
  ])("S17: shows the words %s as text in Markdown, too", async (words) => {
    const { default: MarkdownIt } = await import("markdown-it");
    const headers = { accept: "text/markdown" };
    const answer = await server.fetch(`/search?q=${encodeURIComponent(words)}`, { headers });
    const source = await answer.text();
    const line = source.split("\n").find((text) => text.includes("Nothing was found")) ?? "";
    const markdown = new MarkdownIt("default", { html: true });
    const children = markdown.parseInline(line, {})[0]?.children ?? [];
    const shown = children.filter(({ type }) => type.startsWith("text"));
    expect(shown.map(({ content }) => content).join("")).toBe(`Nothing was found for “${words}”.`);
    const others = children.filter(({ type }) => !type.startsWith("text"));
    expect(others.map(({ type, content }) => `${type} ${content}`)).toEqual([
      "strong_open ",
      "strong_close ",
    ]);
  });

  it("refuses more than anybody types", async () => {
    expect((await ask(`?q=${"a".repeat(101)}`)).status).toBe(400);
  });
});

it("is off without a trace", async () => {
  const without = await createTestServer({ config: { plugins: { search: false } } });
  onTestFinished(() => without.close());
  for (const path of ["/developers", "/nowhere"])
    expect(
      await (await without.fetch(path, { headers: { accept: "text/html" } })).text(),
    ).not.toMatch(/search\.showSearch|href="\/search|action="\/search/);
});
