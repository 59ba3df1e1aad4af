/** Files for crawlers and language models: robots.txt, sitemap.xml and llms.txt. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { XMLParser } from "fast-xml-parser";
import robotsParser from "robots-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "waymark/testing";
import { samplePaths } from "../conformance/sample-paths.ts";
import { BROWSER_ACCEPT, pages, textOf } from "./_pages.ts";

const indexed = pages.filter(({ isInstance }) => !isInstance);
import { isDue, run } from "../_programs.ts";
import { folderOf } from "../_folder.ts";

// The package is CommonJS, and declares what an ES module would export.
const parseRobots = robotsParser as unknown as typeof robotsParser.default;

/** A date, or a date and time with a zone, as sitemaps.org has them from a note of the W3C. */
const DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

describe("sitemap.xml", () => {
  it("is XML", async ({ skip }) => {
    skip(!isDue("xmllint"), "needs xmllint (apt install libxml2-utils)");
    const folder = folderOf();
    const file = join(folder, "sitemap.xml");
    await writeFile(file, await sitemapXml());
    const { code, output } = await run("xmllint", "--noout", "--nonet", file);
    expect({ code, output }).toEqual({ code: 0, output: "" });
  });

  it("is a sitemap", async () => {
    const parser = new XMLParser({ ignoreAttributes: false, isArray: (name) => name === "url" });
    const { urlset } = parser.parse(await sitemapXml()) as {
      urlset: { "@_xmlns": string; url: Readonly<Record<string, unknown>>[] };
    };
    expect(urlset["@_xmlns"]).toBe("http://www.sitemaps.org/schemas/sitemap/0.9");
    for (const url of urlset.url)
      expect(url).toEqual({
        loc: expect.stringMatching(/^https?:\/\/\S{1,2000}$/),
        lastmod: expect.stringMatching(DATE),
      });
  });

  it("lists every page once, and each is there", async () => {
    const { baseUrl } = server.registry;
    const listed = await locations();
    expect(listed).toEqual([...new Set(listed)]);
    expect(listed).toEqual(expect.arrayContaining(indexed.map(({ path }) => `${baseUrl}${path}`)));
    for (const { ref, site } of server.registry.routes)
      if (!site)
        expect(listed).toContain(
          `${baseUrl}${server.registry.href("reference.showOperation", { ref })}`,
        );
    for (const url of listed) {
      const { status, headers } = await read(url.slice(baseUrl.length));
      expect({ url, status, type: headers.get("content-type") }).toEqual({
        url,
        status: 200,
        type: expect.stringMatching(/^text\/html\b/),
      });
    }
  });

  it("has all that the page of all pages has", async () => {
    const { baseUrl } = server.registry;
    const text = await (await read(pathOf("sitemap.showSitemap"))).text();
    const main = text.slice(text.indexOf("<main"), text.indexOf("</main>"));
    const linked = [...main.matchAll(/href="(\/[^"]*)"/g)].map(([, path]) => `${baseUrl}${path}`);
    const api = `${baseUrl}${pathOf("root.showRoot")}`;
    expect(linked.filter((url) => url !== api).toSorted()).toEqual(
      indexed.map(({ path }) => `${baseUrl}${path}`).toSorted(),
    );
    expect(await locations()).toEqual(expect.arrayContaining(linked.filter((url) => url !== api)));
  });

  it("is named by robots.txt, which keeps no crawler from a page", async () => {
    const { baseUrl } = server.registry;
    const path = pathOf("robots-txt.showRobots");
    expect(path).toBe("/robots.txt");
    const robots = parseRobots(`${baseUrl}${path}`, await (await server.fetch(path)).text());
    expect(robots.getSitemaps()).toEqual([`${baseUrl}${pathOf("sitemap-xml.showSitemapXml")}`]);
    const kept = (await locations()).filter((url) => robots.isAllowed(url, "Testbot") !== true);
    expect(kept).toEqual([]);
  });
});

it("llms.txt links every page, and nothing that does not answer", async () => {
  const { baseUrl } = server.registry;
  const text = await (await server.fetch(pathOf("llms-txt.showLlmsTxt"))).text();
  const linked = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, url = ""]) => url);
  expect(linked).toEqual(expect.arrayContaining(indexed.map(({ path }) => `${baseUrl}${path}`)));
  const samples = [...(await samplePaths(server))].map(([{ path }, sample]) => [path, sample]);
  const withParameters = Object.fromEntries(samples) as Readonly<Record<string, string>>;
  for (const url of linked) {
    const { origin, pathname } = new URL(url);
    const { status } = await server.fetch(withParameters[pathname] ?? pathname);
    expect({ url, origin, status }).toEqual({ url, origin: baseUrl, status: 200 });
  }
});

function read(path: string): Promise<Response> {
  return server.fetch(path, { headers: { Accept: BROWSER_ACCEPT } });
}

function pathOf(route: string): string {
  const path = server.registry.href(route);
  if (path === undefined) throw new Error(`${route} is off`);
  return path;
}

async function sitemapXml(): Promise<string> {
  return (await server.fetch(pathOf("sitemap-xml.showSitemapXml"))).text();
}

async function locations(): Promise<string[]> {
  return [...(await sitemapXml()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = ""]) =>
    textOf(url),
  );
}
