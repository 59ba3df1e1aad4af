import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { Plugin, Registry } from "waymark";
import preset from "waymark/preset";
import { createTestServer, type TestServer } from "waymark/testing";
import { RootLinks, pagesOf } from "waymark/services";
import { resolveLinks } from "../../../plugins/pages/shared/links.ts";
import { renderMarkdown } from "../../../plugins/pages/shared/markdown.ts";
import { builtIn, type TextValues } from "../../../plugins/pages/texts/shared/built-in.ts";
import { code, escape, link } from "../../../plugins/pages/texts/shared/markdown.ts";
import { readOwnText } from "../../../plugins/pages/texts/shared/own-text.ts";
import { json } from "../../_setup.ts";

/** Each page with the options of its own, all set. */
const PAGES = {
  docs: {},
  support: { email: "help@example.com", contactUrl: "https://example.com/help" },
  faq: {},
  roadmap: { items: ["Fewer words.", { en: "More maps.", es: "Más mapas." }] },
  security: { email: "sec@example.com" },
  terms: { law: "Spain" },
  privacy: { operator: "Example Ltd", email: "data@example.com" },
  legal: { name: "Example Ltd", address: "1 High Street, London", email: "us@example.com" },
} as const;
const IDS = Object.keys(PAGES) as readonly (keyof typeof PAGES)[];
const LANGUAGES = ["en", "es"] as const;

async function page(server: TestServer, id: string, language = "en", type = "text/html") {
  const headers = { accept: type, "accept-language": language };
  const answer = await server.fetch(`/${id}`, { headers });
  return { answer, text: await answer.text() };
}

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), "texts-"))));
afterAll(() => rm(folder, { recursive: true }));

let written = 0;
async function fileWith(content: string | Uint8Array): Promise<string> {
  const file = join(folder, `${++written}.md`);
  await writeFile(file, content);
  return file;
}

/** Everything that pages of text may be made of, with their attributes. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    "ul li code em strong s blockquote hr br table thead tbody tr th td"
      .split(" ")
      .map((name) => [name, []]),
  ),
  ...Object.fromEntries(["h2", "h3", "h4", "h5", "h6"].map((name) => [name, ["id"]])),
  ol: ["start"],
  a: ["href", "title"],
  img: ["src", "alt", "title"],
  pre: ["tabindex"],
  div: ["class", "tabindex", "role", "aria-labelledby"],
  nav: ["class", "aria-labelledby"],
  p: ["id"],
};

/** Content of a page that is not allowed there. */
function offences(markup: string): string[] {
  return [
    ...markup.matchAll(/<(?:\/([a-z0-9]+)>|([a-z0-9]+)((?:\s+[a-z-]+="[^"<>]*")*)\s*\/?>|)/g),
  ].flatMap(([tag, closing, name = closing, attributes = ""]) => {
    const allowed = ALLOWED[name ?? ""];
    if (allowed === undefined) return [tag];
    return [...attributes.matchAll(/([a-z-]+)="([^"]*)"/g)].flatMap(
      ([text, key = "", value = ""]) => {
        if (!allowed.includes(key)) return [text];
        if (key === "href") return isHarmless(value) ? [] : [text];
        if (key !== "src") return [];
        return new URL(value, "http://here.test/").origin === "http://here.test" ? [] : [text];
      },
    );
  });
}

function isHarmless(href: string): boolean {
  const url = URL.parse(href.replaceAll("&amp;", "&"), "http://here.test/");
  return url === null || ["http:", "https:", "mailto:", "tel:"].includes(url.protocol);
}

/** Routes of installed plugins, also of those that are off. */
function offeredRoutes({ installed }: Registry): readonly string[] {
  return installed.flatMap(({ plugin: { id, routes } }) =>
    typeof routes === "function" ? [] : Object.keys(routes ?? {}).map((name) => `${id}.${name}`),
  );
}

/** Relations of the API root by installed plugins, also by those that are off. */
function offeredRelations({ installed }: Registry): readonly string[] {
  return installed.flatMap(({ plugin }) => {
    const { rootLinks, routes }: Plugin = plugin;
    return [
      ...(typeof rootLinks === "function" ? [] : Object.keys(rootLinks ?? {})),
      ...(typeof routes === "function" ? [] : Object.values(routes ?? {})).flatMap(
        ({ publish }) => publish?.rootLink ?? [],
      ),
    ];
  });
}

describe("the built-in pages", () => {
  let bare: TestServer;
  let set: TestServer;
  beforeAll(async () => {
    bare = await createTestServer();
    set = await createTestServer({ config: { plugins: PAGES } });
  });
  afterAll(() => Promise.all([bare.close(), set.close()]));

  it.each(IDS.flatMap((id) => LANGUAGES.map((language) => [id, language] as const)))(
    "/%s in %s is whole, with and without options, as HTML and as Markdown",
    async (id, language) => {
      for (const server of [bare, set]) {
        const { answer, text } = await page(server, id, language);
        expect(answer.status).toBe(200);
        expect(answer.headers.get("content-language")).toBe(language);
        expect(text).toContain(`<html lang="${language}"`);
        expect(text.match(/<h1>/g)).toHaveLength(1);
        const [, prose = ""] = /<div class="prose">([^]*)<\/div>\n<\/main>/.exec(text) ?? [];
        expect(prose.length).toBeGreaterThan(300);
        expect(offences(prose)).toEqual([]);
        const twin = await page(server, id, language, "text/markdown");
        for (const form of [text, twin.text])
          expect(form).not.toMatch(/\{\{|\(route:|\(rel:|undefined/);
        const etag = answer.headers.get("etag") ?? "";
        const headers = { accept: "text/html", "accept-language": language, "if-none-match": etag };
        expect((await server.fetch(`/${id}`, { headers })).status).toBe(304);
      }
    },
  );

  it.each(IDS)("%s says in both languages what options it was given", async (id) => {
    const given = Object.values(PAGES[id]).flat();
    for (const language of LANGUAGES) {
      const { text } = await page(set, id, language);
      for (const value of given)
        expect(text).toContain(typeof value === "string" ? value : value[language]);
    }
  });

  it.each(IDS.flatMap((id) => LANGUAGES.map((language) => [id, language] as const)))(
    "the text of %s in %s names only what is installed, or offered",
    async (id, language) => {
      const { registry } = set;
      const file = new URL(`../../../plugins/pages/texts/${id}/${language}.md`, import.meta.url);
      const body = await readFile(file, "utf8");
      const tags = [
        ...body.matchAll(/\{\{\{?[#^]?(plugin|route|rel)\.([\w.-]+)/g),
        ...body.matchAll(/\]\((route|rel):([\w.-]+)/g),
      ];
      const plugins = [...registry.installed.map(({ plugin }) => plugin), ...preset];
      const known: Readonly<Record<string, ReadonlySet<string>>> = {
        plugin: new Set(plugins.map((plugin) => plugin.id)),
        route: new Set([...registry.routes.map(({ ref }) => ref), ...offeredRoutes(registry)]),
        rel: new Set([...Object.keys(registry.of(RootLinks).hrefs), ...offeredRelations(registry)]),
      };
      const names = tags.map(([, kind = "", name = ""]) => ({ kind, name }));
      expect(names.filter(({ kind, name }) => known[kind]?.has(name) !== true)).toEqual([]);
    },
  );

  it.each(IDS)("the texts of %s have the same parts and values", async (id) => {
    const [en = "", es = ""] = await Promise.all(
      LANGUAGES.map(async (language) => {
        const file = new URL(`../../../plugins/pages/texts/${id}/${language}.md`, import.meta.url);
        return readFile(file, "utf8");
      }),
    );
    const tags = (text: string) => (text.match(/\{\{.+?\}\}+/g) ?? []).toSorted();
    expect(tags(es)).toEqual(tags(en));
  });

  it("stand in menus and links", () => {
    const { registry } = bare;
    const menus = new Map(pagesOf(registry, "es").map(({ href, menu }) => [href, menu]));
    for (const id of IDS) {
      expect(registry.of(RootLinks).hrefs[id]).toBe(`/${id}`);
      const place = id === "docs" ? "main" : id === "legal" ? "none" : "footer";
      expect([id, menus.get(`/${id}`)]).toEqual([id, place]);
    }
  });

  it("enter the menus with the first fact of the operator", async () => {
    const server = await createTestServer({ config: { plugins: { legal: { name: "Example" } } } });
    onTestFinished(() => server.close());
    const entry = pagesOf(server.registry, "en").find(({ href }) => href === "/legal");
    expect(entry?.menu).toBe("footer");
  });

  it("docs says only what is on, and has a table of contents of it", async () => {
    const { text } = await page(bare, "docs");
    expect(text).toMatch(
      /<p id="contents"><strong>On this page<\/strong><\/p>\s.*<a href="#graphql">GraphQL/,
    );
    const off = ["graphql", "rate-limit", "events", "root", "openapi"];
    const config = { plugins: Object.fromEntries(off.map((id) => [id, false])) };
    const server = await createTestServer({ config });
    const less = await page(server, "docs");
    expect(less.text).not.toMatch(/graphql|RateLimit|Last-Event-ID|openapi|curl/i);
    expect(less.text).toContain("ETag");
    await server.close();
  });

  it.each(IDS)("%s is gone everywhere when it is off", async (id) => {
    const server = await createTestServer({ config: { plugins: { [id]: false } } });
    expect((await server.fetch(`/${id}`)).status).toBe(404);
    expect(server.registry.of(RootLinks).hrefs).not.toHaveProperty(id);
    for (const path of [
      "/sitemap",
      "/sitemap.xml",
      "/llms.txt",
      "/api",
      "/.well-known/api-discovery",
    ]) {
      const headers = { accept: "*/*" };
      const text = await (await server.fetch(path, { headers })).text();
      expect(text).not.toMatch(new RegExp(`[/"(]${id}["<)]`));
    }
    for (const other of IDS.filter((one) => one !== id)) {
      const { answer, text } = await page(server, other);
      expect(answer.status).toBe(200);
      expect(text).not.toContain(`"/${id}"`);
    }
    await server.close();
  });
});

describe("config that has markup in it", () => {
  const HOSTILE = `</p><script>alert(1)</script> **b** [x](javascript:1) <!-- end --> # h | \`c\` &amp; {{version}}`;

  it("shows as text, in HTML and in Markdown", async () => {
    const plugins = {
      terms: { law: `- ${HOSTILE}` },
      legal: { name: HOSTILE, address: `1. ${HOSTILE}\n\n# two` },
      roadmap: { items: [HOSTILE, "```", "---", "1. one"] },
      support: { contactUrl: "https://example.com/(a)?q=<b>*c*" },
    };
    const server = await createTestServer({ config: { service: "<b>*x*", plugins } });
    for (const id of ["terms", "legal", "roadmap", "support"]) {
      const { text } = await page(server, id);
      const [, prose = ""] = /<div class="prose">([^]*)<\/div>\n<\/main>/.exec(text) ?? [];
      expect(offences(prose)).toEqual([]);
      expect(prose).not.toMatch(/<(em|h1|hr|pre)\b|<strong>b/);
      if (id === "support") continue;
      const escaped = HOSTILE.replaceAll("&", "&amp;")
        .replaceAll("<", "&lt;")
        .replaceAll(">", "&gt;");
      expect(prose).toContain(escaped);
      expect(prose).toContain("&lt;b&gt;*x*");
      const twin = await page(server, id, "en", "text/markdown");
      expect(offences(renderMarkdown(twin.text).toString())).toEqual([]);
    }
    await server.close();
  });

  it.each<[what: string, source: string, expected: string]>([
    ["inline code", code("a`b*"), "<p><code>a'b*</code></p>"],
    [
      "the target of a link",
      link("https://x.test/(1) 2", "a"),
      `<p><a href="https://x.test/%281%29%202">a</a></p>`,
    ],
    ["the text of a link", link("/", "a](b"), `<p><a href="/">a](b</a></p>`],
    ["the begin of a text", escape("+ 1"), "<p>+ 1</p>"],
    ["the middle of a line", `v${escape("0.1.0", "v")}`, "<p>v0.1.0</p>"],
    ["the begin of a line", `a\n${escape("===", "a\n")}`, "<p>a\n===</p>"],
    ["the begin of an item", `- ${escape("1. a\nb", "- ")}`, "<ul>\n<li>1. a b</li>\n</ul>"],
  ])("shows as text in %s", (_what, source, expected) => {
    expect(renderMarkdown(source).toString().trim()).toBe(expected);
  });
});

describe("Markdown as HTML", () => {
  it.each([
    ["<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"],
    ["[a](javascript:1)", "<p>[a](javascript:1)</p>"],
    ["[a](data:image/png;base64,aa)", "<p>[a](data:image/png;base64,aa)</p>"],
    ["![a](data:image/png;base64,aa)", "<p>![a](data:image/png;base64,aa)</p>"],
    ["![a](https://x.test/i.png)", `<p><a href="https://x.test/i.png">a</a></p>`],
    ["![a](//x.test/i.png)", `<p><a href="//x.test/i.png">a</a></p>`],
    ["[![a](//x.test/i.png)](/b)", `<p><a href="/b">a</a></p>`],
    ["![a](/favicon.svg)", `<p><img src="/favicon.svg" alt="a"></p>`],
    ["# A", `<h2 id="a">A</h2>`],
    ["## Main\n## Main", `<h2 id="main-2">Main</h2>\n<h2 id="main-3">Main</h2>`],
    ["## A\n## A-2\n## A", `<h2 id="a">A</h2>\n<h2 id="a-2">A-2</h2>\n<h2 id="a-3">A</h2>`],
    ["## Límites de `é`", `<h2 id="limites-de-e">Límites de <code>é</code></h2>`],
  ])("%j", (source, expected) => {
    expect(renderMarkdown(source).toString().trim()).toBe(expected);
  });

  it("lets tables scroll, and drops alignments, which would be styles", () => {
    const text = renderMarkdown("## T\n\n| a |\n| -: |\n| 1 |").toString();
    expect(text).toContain(
      `<div class="scroll" tabindex="0" role="group" aria-labelledby="t">\n<table>`,
    );
    expect(text).toContain("<td>1</td>");
  });

  it("is made of allowed elements only, for every text and config", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ..."<script>|<img src=x onerror=1>|<a href=|javascript:|data:text/html,|vbscript:|](|[|![|)|`|```|~~~|\n|\n\n|# |## |- |1. |> | |\t|*|_|~~|&lt;|&#x6a;|\\|\"|'|=|---|<|>|<!--|-->|[a]: |route:|rel:|//x.test|/api|https://x.test/|:|".split(
          "|",
        ),
        "| a | b |\n| :- | -: |\n| c | d |\n",
      ),
      fc.string(),
    );
    const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(text, text, (source, value) => {
        const filled = `${source}\n\n${escape(value)} ${link(value)} ${code(value)}`;
        const registry = { href: () => "/a(b", of: linksTo({ x: "https://x.test" }) };
        expect(offences(renderMarkdown(resolveLinks(filled, registry)).toString())).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

/** A registry of root links alone. */
function linksTo(hrefs: Readonly<Record<string, string>>): Registry["of"] {
  return (() => ({ hrefs, externalPages: [] })) as Registry["of"];
}

describe("links by name", () => {
  const registry = {
    href: (ref: string) => (ref === "a.on" ? "/on" : undefined),
    of: linksTo({ on: "https://x.test/(1)" }),
  };
  it.each([
    ["[a](route:a.on)", "[a](/on)"],
    ["[a](route:a.on?x=1#y)", "[a](/on?x=1#y)"],
    ["[`a`](route:a.on)", "[`a`](/on)"],
    ["[a](rel:on)", "[a](https://x.test/%281%29)"],
    ["[a](route:a.off), [b](rel:off)", "a, b"],
    ["[a](rel:toString)", "a"],
    ['[a](route:a.on "b")', '[a](/on "b")'],
    ["![a](route:a.off)", "a"],
    ["`[a](route:a.on)`", "`[a](route:a.on)`"],
    ["```\n[a](route:a.on)\n```", "```\n[a](route:a.on)\n```"],
    ["[a](/b) [c](https://x.test)", "[a](/b) [c](https://x.test)"],
  ])("%j", (source, expected) => {
    expect(resolveLinks(source, registry)).toBe(expected);
  });
});

it("parts of a text take their line with them when they are left out", async () => {
  const en = pathToFileURL(
    await fileWith(
      "x\n{{#options.a}}\nis {{options.a}}\n{{/options.a}}\n{{^options.a}}\nis not set\n{{/options.a}}\n\n\n- a\n{{#options.a}}\n- b\n{{/options.a}}\n- c\n{{#options.items}}\n- {{.}}\n{{/options.items}}\n",
    ),
  );
  const server = await createTestServer();
  onTestFinished(() => server.close());
  const fill = (values: TextValues) =>
    builtIn({ id: "x", texts: { en, es: en } }, server.registry, values, "es");
  const items = ["d", { en: "f", es: "# e" }];
  expect(fill({ a: "set", items })).toBe("x\nis set\n\n- a\n- b\n- c\n- d\n- \\# e\n");
  expect(fill({})).toBe("x\nis not set\n\n- a\n- c\n");
});

describe("the operator's own text", () => {
  it("comes from a file, in one language, with its heading as the title", async () => {
    const text = "# Our rules\n\nWe ask: [be kind](route:docs.showDocs).";
    const server = await createTestServer({
      config: { plugins: { terms: { file: { de: await fileWith(text) } } } },
    });
    const { answer, text: shown } = await page(server, "terms", "es");
    expect(answer.headers.get("content-language")).toBe("de");
    expect(shown).toContain("<h1>Our rules</h1>");
    expect(shown).toContain(`We ask: <a href="/docs">be kind</a>.`);
    const menu = (language: string) =>
      pagesOf(server.registry, language).find(({ href }) => href === "/terms");
    expect(menu("de")).toMatchObject({ title: "Our rules", updated: undefined });
    expect(menu("es")?.title).toBe("Condiciones de uso");
    await server.close();
  });

  it("comes from a file for each language, the first being the default", async () => {
    const file = {
      fr: await fileWith("# Nos règles\n\nBonjour."),
      en: await fileWith("\uFEFF# Our rules\r\n\r\nHello.\r\n"),
    };
    const server = await createTestServer({ config: { plugins: { terms: { file } } } });
    expect((await page(server, "terms", "es")).text).toContain("Bonjour.");
    const { text } = await page(server, "terms", "en");
    expect(text).toContain("<h1>Our rules</h1>");
    expect(text).toContain("<p>Hello.</p>");
    expect(pagesOf(server.registry, "fr").find(({ href }) => href === "/terms")).toMatchObject({
      title: "Nos règles",
    });
    await server.close();
  });

  it("is elsewhere with `url`, and everything leads there", async () => {
    const url = "https://example.com/terms";
    const server = await createTestServer({ config: { plugins: { terms: { url } } } });
    expect((await server.fetch("/terms")).status).toBe(404);
    expect(server.registry.of(RootLinks).hrefs["terms"]).toBe(url);
    expect(pagesOf(server.registry, "en").find(({ href }) => href === url)).toMatchObject({
      title: "Terms of use",
      here: false,
      menu: "footer",
    });
    const openapi = await json<{ info: { termsOfService: string } }>(
      await server.fetch("/api/openapi"),
    );
    expect(openapi.info.termsOfService).toBe(url);
    expect(await json(await server.fetch("/.well-known/api-discovery"))).toMatchObject({
      terms: url,
    });
    expect(await (await server.fetch("/sitemap.xml")).text()).not.toContain("/terms");
    expect((await page(server, "legal")).text).toContain(`href="${url}"`);
    await server.close();
  });

  it("is another one after a reload: of the config, or of a file that changed", async () => {
    const file = await fileWith("One.");
    const server = await createTestServer({ config: { plugins: { faq: { file } } } });
    const first = await page(server, "faq");
    expect(first.text).toContain("One.");
    await writeFile(file, "Two.");
    await server.reload({ plugins: { faq: { file } } });
    const second = await page(server, "faq");
    expect(second.text).toContain("Two.");
    expect(second.answer.headers.get("etag")).not.toBe(first.answer.headers.get("etag"));
    await server.reload({ plugins: { faq: { file: await fileWith("Three.") } } });
    expect((await page(server, "faq")).text).toContain("Three.");
    await server.reload({});
    expect((await page(server, "faq")).text).toContain("Where do I start?");
    await server.close();
  });

  it.each([
    [{ url: "https://x.test", file: "a.md" }, /terms\.url.*not both|not both[^]*terms\.url/],
    [{ url: "https://x.test", file: { en: "a.md" } }, /not both/],
    [{ file: {} }, /name a file for at least one language/],
    [{ file: { en: "" } }, /terms\.file/],
    [{ url: "javascript:alert(1)" }, /https:\/\//],
    [{ fil: "a.md" }, /did you mean "file"/],
  ])("is refused with options that make no sense: %j", async (terms, message) => {
    await expect(createTestServer({ config: { plugins: { terms } } })).rejects.toThrow(message);
  });

  it.each<[what: string, content: string | Uint8Array, message: RegExp]>([
    ["bytes", Uint8Array.of(0x61, 0x0a, 0x62, 0xff), /\.md: the text is not UTF-8; received "b.*"/],
    ["nothing", " \n", /\.md: the page has no text; received an empty file; write/],
    ["a heading", "# Title\n", /\.md: the page has no text; received a heading only/],
    [
      "front matter",
      "---\ntitle: a\n---\nb",
      /\.md: the file begins with front matter; received ---/,
    ],
  ])("stops the start when it has %s", async (_what, content, message) => {
    const config = { plugins: { terms: { file: await fileWith(content) } } };
    await expect(createTestServer({ config })).rejects.toThrow(message);
  });

  it("has a body or a problem, with any content", async () => {
    const file = await fileWith("");
    const piece = fc.oneof(fc.constantFrom("---\n", "\n", "# ", "[a](", "```"), fc.string());
    const bytes = fc.oneof(
      fc.uint8Array(),
      fc.array(piece).map((pieces) => new TextEncoder().encode(pieces.join(""))),
    );
    await fc.assert(
      fc.asyncProperty(bytes, async (content) => {
        await writeFile(file, content);
        const { problem, body } = await readOwnText(file);
        expect(problem ?? "x.md: ; received ; ").toMatch(/^.*\.md: [^]*; received [^]*; /);
        expect(body.trim() === "").toBe(problem !== undefined);
      }),
      { numRuns: 300 },
    );
  });

  it("may name what is off and what is elsewhere", async () => {
    const off = { graphql: false, security: false, faq: { url: "https://x.test/faq" } };
    const text =
      "[a](route:graphql.queryGraphql) [b](rel:security) [c](rel:faq) [d](/api/schemas/Problem) [i](route:faq.showFaq) `[j](route:no.thing)`";
    const server = await createTestServer({
      config: { plugins: { ...off, terms: { file: await fileWith(text) } } },
    });
    expect((await page(server, "terms")).text).toContain(
      `<p>a b <a href="https://x.test/faq">c</a> <a href="/api/schemas/Problem">d</a> i <code>`,
    );
    await server.close();
  });

  it("stops the start when a file is missing, and only its page when that is optional", async () => {
    const file = { en: await fileWith("Hello."), es: join(folder, "none.md") };
    await expect(createTestServer({ config: { plugins: { terms: { file } } } })).rejects.toThrow(
      /SETUP_FAILED: .*none\.md: the file cannot be read; received ENOENT; name a Markdown file/,
    );
    const server = await createTestServer({
      config: { plugins: { terms: { file, $optional: true } } },
    });
    expect((await server.fetch("/terms")).status).toBe(503);
    expect((await server.fetch("/faq")).status).toBe(200);
    await server.close();
  });
});

it("T2: questions are answered, not referred", async () => {
  const plans = { pro: { limit: 990, requestsLimit: 5000 } };
  const plugins = {
    "rate-limit": { limit: 77 },
    lists: { defaultPageSize: 33, maxPageSize: 44 },
    cors: { origins: ["https://app.example"] },
    "api-keys": true,
    access: { plans, require: { brains: "authenticated" }, obtain: "Write to us." },
  };
  const server = await createTestServer({ config: { plugins } });
  try {
    for (const [language, ...answers] of [
      [
        "en",
        "77 in 60 seconds. With the plan pro, 990 in 60 seconds and 5000 in a month.",
        "pages of 33 items; limit asks for 44 at most",
        "sites: https://app.example",
        / of \d+ operations\. Without a key they answer 401\. How to get one: Write to us\./,
      ],
      [
        "es",
        "77 en 60 segundos. Con el plan pro, 990 en 60 segundos y 5000 al mes.",
        "páginas de 33 elementos; con limit se piden 44 como máximo",
        "sitios: https://app.example",
        / de \d+ operaciones\. Sin clave responden 401\. Cómo obtener una: Write to us\./,
      ],
    ] as const) {
      const { text } = await page(server, "faq", language);
      const plain = text.replace(/<[^>]*>/g, "");
      for (const answer of answers) expect(plain).toMatch(answer);
      expect(plain).not.toMatch(/^(?:See|Ver) /m);
    }
  } finally {
    await server.close();
  }
});
