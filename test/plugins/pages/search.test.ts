/** The search: its index, what it finds first, and its page. */
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createTestServer, type TestServer } from "waymark/testing";
import { pageEntriesOf, pagesOf } from "waymark/services";
import { search } from "../../../plugins/pages/search/match.ts";
import type { SearchEntry } from "../../../plugins/pages/search/model.ts";
import { json } from "../../_setup.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

async function indexOf(from: TestServer, language = "en"): Promise<SearchEntry[]> {
  const headers = { "accept-language": language };
  return (
    await json<{ entries: SearchEntry[] }>(await from.fetch("/search/index.json", { headers }))
  ).entries;
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
    const [first] = search(entries, "OfficeWithHito");
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
    expect(hrefs.filter((href) => /developers(?!\/mcp)|brains/.test(href))).toEqual([]);
  });

  it("is small", async () => {
    const text = JSON.stringify(await indexOf(server));
    expect(gzipSync(text).length).toBeLessThan(20 * 1024);
  });
});

describe("the first result", () => {
  it.each([
    ["status", "/status"],
    ["developers", "/developers"],
    ["questions", "/faq"],
  ])("of %s is %s", async (query, href) => {
    expect(search(await indexOf(server), query)[0]?.href).toBe(href);
  });

  it.each(["/api/brains", "GET api brains"])("of %s is the operation", async (query) => {
    expect(search(await indexOf(server), query)[0]).toMatchObject({
      title: "/api/brains",
      method: "GET",
    });
  });

  it("counts every word, without accents, and nothing without words", async () => {
    const all = await indexOf(server, "es");
    expect(search(all, "documentacion").map(({ href }) => href)).toContain("/docs");
    expect(search(all, "documentacion xyzzy")).toEqual([]);
    expect(search(all, "   ")).toEqual([]);
    expect(search(all, "a".repeat(10_000))).toEqual([]);
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
    const { text } = await ask("?q=%3Cscript%3Ealert(1)%3C/script%3E");
    expect(text).toContain("Nothing contains all words of");
    expect(text).not.toContain("<script>alert");
  });

  it.each([
    "<img src=x onerror=alert(1)>",
    "<!-- [a](javascript:alert(1))",
    "&lt;b&gt; &#60;b>",
    "![a](//example.org/a.png) ~~b~~ `c` **d** _e_",
    "<https://example.org>",
  ])("S17: shows the words %s as text in Markdown, too", async (words) => {
    const { default: MarkdownIt } = await import("markdown-it");
    const headers = { accept: "text/markdown" };
    const answer = await server.fetch(`/search?q=${encodeURIComponent(words)}`, { headers });
    const source = await answer.text();
    const line = source.split("\n").find((text) => text.includes("Nothing contains")) ?? "";
    const markdown = new MarkdownIt("default", { html: true });
    const children = markdown.parseInline(line, {})[0]?.children ?? [];
    const shown = children.filter(({ type }) => type.startsWith("text"));
    expect(shown.map(({ content }) => content).join("")).toBe(
      `Nothing contains all words of “${words}”.`,
    );
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
