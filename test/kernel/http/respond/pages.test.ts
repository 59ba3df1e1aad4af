/** Pages as a kind of route: what becomes of their content, in which form and language, and what is refused at the start. */
import { describe, expect, it } from "vitest";
import { assert, property, string } from "fast-check";
import { definePlugin, definePolicy, html, type Plugin } from "waymark";
import { openapiDocument } from "../../../../plugins/discovery/openapi/document.ts";
import { createTestServer } from "waymark/testing";
import { pageEntriesOf, pagesOf } from "waymark/services";
import preset from "../../../../plugins/preset.ts";
import { violations } from "../../../../plugins/tools/shared/closure/index.ts";
import { describeMatrix, startServer } from "../../../_setup.ts";

/** The look of pages, with what knows the keys of its routes. */
const site = preset.filter(({ id }) =>
  ["site", "rate-limit", "server-timing", "clock"].includes(id),
);
const HOSTILE = `"><script>alert(1)</script>&'`;
const LANGUAGES = ["en", "es"] as const;
const cache = { scope: "public", maxAge: "60s" } as const;

const walks = definePlugin({
  id: "walks",
  summary: "Shows walks.",
  routes: {
    showWalks: {
      method: "GET",
      path: "/walks",
      summary: "See all walks.",
      page: {
        title: { en: "Walks", es: "Paseos" },
        description: { en: "Every walk.", es: "Todos los paseos." },
        menu: "main",
        updated: "2026-11-21",
      },
      languages: LANGUAGES,
      document: true,
      cache,
    },
    showWalk: {
      method: "GET",
      path: "/walks/{name}",
      summary: "See one walk.",
      page: { title: "A walk" },
      cache: "no-store",
    },
    showNotes: {
      method: "GET",
      path: "/walks-notes",
      summary: "Read notes.",
      page: { title: "Notes", menu: "none" },
      document: true,
      cache,
    },
  },
  handlers: () => ({
    showWalk: ({ params }) => ({ title: `Walk ${params.name}`, html: html`<p>${params.name}</p>` }),
  }),
  documents: {
    showWalks: (_registry, _options, language) =>
      html`<h2 id="${HOSTILE}">${language === "es" ? "Cerca" : "Near"}</h2><p>${HOSTILE}</p>`,
    showNotes: () => ({
      markdown: `## Notes\n\n${HOSTILE}\n\n[walks](route:walks.showWalks) [gone](route:walks.nothing)\n`,
    }),
  },
});

const asHtml = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const asMarkdown = { accept: "text/markdown" };

describe("html templates", () => {
  it("escape every value, and let nothing of it become markup", () => {
    assert(
      property(string(), (text) => {
        const made = html`<p title="${text}">${text}</p>`.toString();
        expect(made.match(/[<>]/g)).toEqual(["<", ">", "<", ">"]);
        expect(made.match(/"/g)).toHaveLength(2);
      }),
    );
  });

  it("take templates, lists, numbers, and nothing", () => {
    const items = ["a", "<b>"].map((item) => html`<li>${item}</li>`);
    expect(html`<ul>${items}</ul>${0}${undefined}${null}${false}`.toString()).toBe(
      "<ul><li>a</li><li>&lt;b&gt;</li></ul>0",
    );
  });
});

describeMatrix("a page without a site", { plugins: [walks] }, (ask) => {
  it.each([
    ["/walks", "en", "Near", "Walks"],
    ["/walks", "es", "Cerca", "Paseos"],
  ])("is a whole document of its own: %s in %s", async (path, language, text, title) => {
    const answer = await ask(path, { headers: { ...asHtml, "accept-language": language } });
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(answer.headers.get("content-language")).toBe(language);
    const body = await answer.text();
    expect(body).toContain(`<html lang="${language}">`);
    expect(body).toContain(`<title>${title}</title>`);
    expect(body).toContain(text);
    expect(body).not.toContain("<script");
  });

  it("shows Markdown as it is written", async () => {
    expect(await (await ask("/walks-notes")).text()).toContain("<pre>## Notes");
  });
});

describeMatrix("a page of the site", { plugins: [...site, walks] }, (ask) => {
  it("is framed, in HTML unless Markdown is preferred", async () => {
    for (const headers of [asHtml, { accept: "*/*" }, {}]) {
      const body = await (await ask("/walks", { headers })).text();
      expect(body).toContain("<h1>Walks</h1>");
      expect(body).toContain('<a href="/walks" aria-current="page">Walks</a>');
      expect(body).not.toContain("<script>");
    }
    const twin = await ask("/walks", { headers: { ...asMarkdown, "accept-language": "es-MX" } });
    expect(twin.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(twin.headers.get("vary")).toMatch(/Accept, Accept-Language/);
    const text = await twin.text();
    expect(text).toMatch(/^# Paseos\n\n> Todos los paseos\.\n\n## Cerca\n/);
  });

  it("resolves links in Markdown by route, and leaves the text where there is none", async () => {
    const body = await (await ask("/walks-notes", { headers: asHtml })).text();
    expect(body).toContain('<a href="/walks">walks</a> gone');
    expect(body).not.toContain("<script>");
    const twin = await (await ask("/walks-notes", { headers: asMarkdown })).text();
    expect(twin).toContain("[walks](/walks) gone");
  });

  it("takes the title that its handler gives, and shows what came in the path as text", async () => {
    const path = `/walks/${encodeURIComponent("<script>alert(1)</script>")}`;
    const body = await (await ask(path, { headers: asHtml })).text();
    expect(body).toContain("<h1>Walk &lt;script&gt;");
    expect(body).not.toContain("<script>");
  });

  it.each([
    ["/nowhere", "en", 404, "There is no page here"],
    ["/nowhere", "es", 404, "Aquí no hay ninguna página"],
    [`/${encodeURIComponent(HOSTILE)}`, "en", 404, "There is no page here"],
  ])("is what browsers get for errors: %s in %s", async (path, language, status, title) => {
    const answer = await ask(path, { headers: { ...asHtml, "accept-language": language } });
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-language")).toBe(language);
    expect(answer.headers.get("vary")).toMatch(/Accept-Language/);
    const body = await answer.text();
    expect(body).toContain(`<h1>${title}</h1>`);
    expect(body).not.toContain("<script>");
  });

  it("is not what programs get for errors", async () => {
    for (const headers of [
      {},
      { accept: "*/*" },
      { accept: "application/json, text/html;q=0.5" },
    ]) {
      const answer = await ask("/nowhere", { headers });
      expect(answer.headers.get("content-type")).toBe("application/json");
      expect(answer.headers.get("content-language")).toBeNull();
    }
  });
});

describe("pages of a registry", () => {
  const elsewhere: Plugin = definePlugin({
    id: "elsewhere",
    summary: "Has its terms elsewhere.",
    rootLinks: {
      terms: { href: "https://example.org/terms", title: { en: "Terms", es: "Términos" } },
      status: { href: "https://status.example.org" },
    },
  });

  it("are listed with those elsewhere, and are not part of OpenAPI", async () => {
    const server = await startServer({ plugins: [...site, walks, elsewhere] });
    const { registry } = server;
    expect(pagesOf(registry, "es").map(({ title, href, menu }) => [title, href, menu])).toEqual([
      ["Paseos", "/walks", "main"],
      ["Notes", "/walks-notes", "none"],
      ["Términos", "https://example.org/terms", "footer"],
    ]);
    expect(Object.keys(openapiDocument(registry)["paths"] as object)).not.toContain("/walks");
    const body = await (await server.fetch("/walks", { headers: asHtml })).text();
    expect(body).toContain('<a href="https://example.org/terms">Terms</a>');
  });

  it("are listed one by one where their path has parameters", async () => {
    const listing: Plugin = {
      ...walks,
      id: "listing",
      pageEntries: {
        showWalk: (_registry, language) => [
          {
            params: { name: "a b" },
            title: language === "es" ? "Paseo" : "Walk",
            description: "Along the river.",
          },
        ],
      },
    };
    const sitemap = preset.filter(({ id }) => id === "sitemap-xml");
    const server = await startServer({ plugins: [...site, ...sitemap, listing] });
    expect(pageEntriesOf(server.registry, "es")).toMatchObject([
      { params: { name: "a b" }, title: "Paseo", href: "/walks/a%20b", menu: "none" },
    ]);
    expect(await (await server.fetch("/sitemap.xml")).text()).toContain("/walks/a%20b</loc>");
    expect(pagesOf(server.registry, "es").map(({ href }) => href)).not.toContain("/walks/a%20b");
  });

  it("refuse a list of pages for a path that stands for one", async () => {
    const fixed: Plugin = { ...walks, id: "fixed", pageEntries: { showNotes: () => [] } };
    await expect(startServer({ plugins: [...site, fixed] })).rejects.toThrow(
      /pageEntries lists the pages of this route, which is not a page, or has no parameters/,
    );
  });

  it("break the closure law when they link to what is not served", async () => {
    const broken = definePlugin({
      id: "broken",
      summary: "Links to nothing.",
      routes: {
        showBroken: {
          method: "GET",
          path: "/broken",
          summary: "See it.",
          page: { title: "Broken" },
          document: true,
          cache,
        },
      },
      documents: { showBroken: () => html`<a href="/gone">gone</a> <a href="/walks">walks</a>` },
    });
    const server = await startServer({ plugins: [...site, walks, broken] });
    expect(await violations(server.registry)).toEqual([
      "broken.showBroken: the body leads to /gone, which is not served",
    ]);
  });
});

describe("what a route says of its page is checked", () => {
  const languages = LANGUAGES;
  it.each<[string, object, RegExp]>([
    ["no title", { page: {} }, /page\.title must be a text; received undefined/],
    ["an empty title", { page: { title: " " } }, /page\.title must be a text/],
    [
      "a language missing",
      { page: { title: { en: "A" } }, languages },
      /page\.title has no text in es/,
    ],
    ["texts without languages", { page: { title: { en: "A" } } }, /the route names no languages/],
    [
      "a description missing one",
      { page: { title: "A", description: { es: "B" } }, languages },
      /page\.description has no text in en/,
    ],
    [
      "another menu",
      { page: { title: "A", menu: "top" } },
      /page\.menu: expected one of "main", "footer", "none"/,
    ],
    [
      "no day",
      { page: { title: "A", updated: "2026-13-01" } },
      /page\.updated: expected a date such as 2026-01-31/,
    ],
    ["an unknown key", { page: { title: "A", tilte: "B" } }, /page: there is no key "tilte" here/],
    ["nothing", { page: true }, /page: expected an object; received true/],
  ])("%s", async (_name, route, message) => {
    const bad: Plugin = {
      id: "bad",
      summary: "Is bad.",
      routes: {
        show: { method: "GET", path: "/bad", summary: "See it.", cache: "no-store", ...route },
      } as never,
      handlers: () => ({ show: () => html`` }),
    };
    await expect(createTestServer({ plugins: [bad] })).rejects.toThrow(message);
  });

  it("two policies that make pages of the same type conflict", async () => {
    const other = definePlugin({
      id: "other",
      summary: "Makes pages too.",
      policies: [
        definePolicy({
          id: "other",
          pageForms: [{ mediaType: "text/markdown", render: () => "" }],
          compile: () => undefined,
        }),
      ],
    });
    await expect(createTestServer({ plugins: [...site, other] })).rejects.toThrow(
      /PAGE_FORM_CONFLICT/,
    );
  });

  it("and what a handler gives for it, when it comes", async () => {
    const lines: unknown[] = [];
    const log = {
      debug() {},
      info() {},
      warn() {},
      error: (_: string, fields?: object) => void lines.push(fields),
    };
    const bad = definePlugin({
      id: "bad",
      summary: "Answers with a text instead of a page.",
      routes: {
        show: {
          method: "GET",
          path: "/bad",
          summary: "See it.",
          page: { title: "Bad" },
          cache: "no-store",
        },
      },
      handlers: () => ({ show: () => "<p>a string" as never }),
    });
    const server = await startServer({ plugins: [...site, bad], log });
    const answer = await server.fetch("/bad", { headers: asHtml });
    expect(answer.status).toBe(500);
    const body = await answer.text();
    expect(body).toContain("Something went wrong");
    expect(body).not.toContain("string");
    expect(JSON.stringify(lines)).toMatch(/a page is made of html/);
  });
});
