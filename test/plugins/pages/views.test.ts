/** Answers of the API as pages: every route of the API, generated from the registry. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { definePlugin, type SealedRoute } from "waymark";
import { isViewable } from "waymark/advanced";
import { openapiDocument } from "../../../plugins/discovery/openapi/document.ts";
import preset from "waymark/preset";
import { createTestServer, type TestServer, type TestServerOptions } from "waymark/testing";
import { z } from "zod";
import { jsonTree } from "../../../plugins/pages/views/json.ts";
import { linksOf } from "../../../plugins/pages/shared/data/addresses.ts";
import messages from "../../../plugins/pages/shared/messages.json" with { type: "json" };
import { samplePaths } from "../../conformance/sample-paths.ts";

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
const HTML = "text/html; charset=utf-8";
const unlimited = { "rate-limit": { limit: 100_000 } };

let server: TestServer;
let reads: readonly (readonly [SealedRoute, string])[];

beforeAll(async () => {
  server = await createTestServer({ config: { plugins: unlimited } });
  reads = [...(await samplePaths(server))].filter(
    ([route]) => isViewable(route) && !route.site && route.declaration.listener === undefined,
  );
});
afterAll(() => server.close());

function asBrowser(path: string, headers: Readonly<Record<string, string>> = {}) {
  return server.fetch(path, { headers: { accept: BROWSER, ...headers } });
}

async function serverOf(options: TestServerOptions): Promise<TestServer> {
  const other = await createTestServer(options);
  onTestFinished(() => other.close());
  return other;
}

describe("every read of the API", () => {
  /** Code or style of the page itself; data of a script does not run. */
  const OWN =
    / style="|<script(?! src="\/| type="(?:application\/json|module" src="\/assets\/))|undefined|\[object/;

  it("is a page for browsers, in both languages", async () => {
    expect(reads.length).toBeGreaterThan(50);
    for (const [{ ref }, path] of reads) {
      for (const language of ["en", "es"]) {
        const page = await asBrowser(path, { "accept-language": language });
        const text = await page.text();
        expect({ ref, type: page.headers.get("content-type") }).toEqual({ ref, type: HTML });
        expect(text).toContain(`<html lang="${language}">`);
        expect(text).toContain("/assets/views.css");
        expect({ ref, own: text.match(OWN) }).toEqual({
          ref,
          own: null,
        });
      }
    }
  });

  it("has only links that lead somewhere", async () => {
    const links = new Set<string>();
    for (const [, path] of reads) {
      const text = await (await asBrowser(path)).text();
      const ids = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
      for (const [, href = ""] of text.matchAll(/ href="([^"]*)"/g)) {
        if (href.startsWith("#")) expect([path, ids.has(href.slice(1))]).toEqual([path, true]);
        else if (href.startsWith("/")) links.add(href.replaceAll("&amp;", "&").split("#")[0] ?? "");
      }
    }
    expect(links.size).toBeGreaterThan(80);
    const statuses = await Promise.all(
      [...links].map(async (link) => {
        const answer = await server.fetch(link, { headers: { accept: BROWSER } });
        await answer.body?.cancel();
        return answer.status < 400 ? [] : [`${link}: ${answer.status}`];
      }),
    );
    // Made to refuse, and asked without its query.
    const refusing = /^\/api\/(rate-limit-demo|graphql)\b/;
    expect(statuses.flat().filter((line) => !refusing.test(line))).toEqual([]);
  });

  it("T0a: is untouched for programs, and named by the documents", async () => {
    const off = await serverOf({ config: { plugins: { ...unlimited, views: false } } });
    const volatile = new Set(["date", "server-timing", "traceparent", "x-request-id", "ratelimit"]);
    const observe = async (from: TestServer, path: string, accept: string) => {
      const answer = await from.fetch(path, { headers: { accept } });
      const headers = [...answer.headers].filter(
        ([name]) => !volatile.has(name) && !name.startsWith("x-ratelimit"),
      );
      return { status: answer.status, headers, body: await answer.text() };
    };
    // The styles are one more asset, which the cache policy lists; addresses and revisions are each server's own.
    const plain = (text: string, { registry }: TestServer) =>
      text
        .replaceAll(/\{"path":"\/assets\/views\.\w+"[^}]*\},|"\/assets\/views\.\w+",/g, "")
        .replace(',"text/html"', "")
        .replace(/\\n\\nBrowsers, which prefer `text\/html`[^"]*/, "")
        .replaceAll(registry.baseUrl, "")
        .replaceAll(registry.revision, "");
    const fixed = reads.filter(([{ kind, document }]) => document || kind === "list");
    for (const [{ ref }, path] of fixed)
      for (const accept of ["*/*", "application/json", "application/problem+json"]) {
        const [one, other] = await Promise.all([
          observe(server, path, accept),
          observe(off, path, accept),
        ]);
        expect([ref, accept, plain(one.body, server)]).toEqual([
          ref,
          accept,
          plain(other.body, off),
        ]);
        if (one.body === other.body) expect(one).toEqual(other);
      }
    const { servers: _one, info, ...document } = openapiDocument(server.registry);
    const { servers: _other, info: infoOff, ...documentOff } = openapiDocument(off.registry);
    // Examples of errors have the address of their server.
    expect(plain(JSON.stringify(document), server)).toBe(plain(JSON.stringify(documentOff), off));
    const [described, describedOff] = [info, infoOff].map((one) => JSON.stringify(one));
    expect([/text\/html/.test(described ?? ""), /text\/html/.test(describedOff ?? "")]).toEqual([
      true,
      false,
    ]);
  });

  it("says the same to caches as its JSON, and varies by Accept in both forms", async () => {
    for (const [{ ref, kind }, path] of reads) {
      if (kind === "stream") continue;
      const [page, json] = [await asBrowser(path), await server.fetch(path)];
      for (const name of ["cache-control", "x-content-type-options", "referrer-policy"])
        expect([ref, name, page.headers.get(name)]).toEqual([ref, name, json.headers.get(name)]);
      expect(json.headers.get("vary")).toContain("Accept");
      expect(page.headers.get("vary")).toBe(`${json.headers.get("vary")}, Accept-Language`);
      expect(page.headers.get("content-security-policy")).toContain("style-src 'self'");
    }
  });
});

describe("the language of a page", () => {
  const languageOf = (text: string) => /<html lang="(\w+)"/.exec(text)?.[1];

  it("is that of its address, else the browser's, and every page leads to the other one", async () => {
    for (const [{ ref }, path] of reads) {
      const named = `${path}${path.includes("?") ? "&" : "?"}lang=`;
      const page = await asBrowser(`${named}es`, { "accept-language": "en" });
      const text = await page.text();
      const content = page.headers.get("content-language");
      expect({ ref, content, html: languageOf(text) }).toEqual({ ref, content: "es", html: "es" });
      expect([ref, text.includes(`href="${named.replaceAll("&", "&amp;")}en"`)]).toEqual([
        ref,
        true,
      ]);
      const other = await (await asBrowser(`${named}en`, { "accept-language": "es" })).text();
      expect([ref, languageOf(other)]).toEqual([ref, "en"]);
    }
  });

  it("leaves the answer as it is without it", async () => {
    const json = await (await server.fetch("/api/offices?limit=1")).text();
    for (const search of ["?lang=es&limit=1", "?limit=1&lang=es"]) {
      const text = await (await asBrowser(`/api/offices${search}`)).text();
      const [, raw = ""] = / id="raw"[^>]*><code>([^]*?)<\/code>/.exec(text) ?? [];
      expect(raw.replaceAll("&lt;", "<").replaceAll("&amp;", "&")).toBe(json);
      expect(text).toContain("/api/offices?limit=1&#39;");
    }
  });

  it("goes along with links to other answers and pages", async () => {
    const text = await (await asBrowser("/api/offices?limit=1&lang=es")).text();
    expect(text).toContain('href="/api/offices/lisboa?lang=es"');
    expect(text).toMatch(/href="\/api\/offices\?[^"]*cursor=[^"]*&amp;lang=es"/);
    expect(text).toContain("/developers/operations/offices.listOffices?lang=es");
  });

  it("counts for nothing where it is none of them", async () => {
    expect(languageOf(await (await asBrowser("/api/brains?lang=xx")).text())).toBe("en");
  });

  it("is understood by pages alone: a route refuses or ignores the parameter as any other", async () => {
    const strict = definePlugin({
      id: "strict",
      summary: "Takes what it declares.",
      routes: {
        getStrict: {
          method: "GET",
          path: "/api/strict",
          summary: "Read what was asked.",
          query: z.strictObject({ size: z.string().default("1") }),
          returns: z.object({ size: z.string() }),
          cache: "no-store",
        },
        getOwn: {
          method: "GET",
          path: "/api/own",
          summary: "Read the language that was asked for.",
          query: z.object({ lang: z.string().optional() }),
          returns: z.object({ lang: z.string().optional() }),
          cache: "no-store",
        },
      },
      handlers: () => ({ getStrict: ({ query }) => query, getOwn: ({ query }) => query }),
    });
    const other = await serverOf({ plugins: [...preset, strict] });
    const page = (path: string) => other.fetch(path, { headers: { accept: BROWSER } });
    expect((await other.fetch("/api/strict?lang=es")).status).toBe(400);
    const shown = await page("/api/strict?size=2&lang=es");
    expect([shown.status, languageOf(await shown.text())]).toEqual([200, "es"]);
    const own = await (await page("/api/own?lang=es")).text();
    expect(languageOf(own)).toBe("es");
    expect(own).toContain('{"lang":"es"}');
    expect(own).toContain('href="/api/own?lang=en"');
  });
});

describe("a page of an answer", () => {
  it("stays the same while the answer does", async () => {
    for (const path of ["/api/brains", "/api/openapi", "/api/ping"]) {
      const tag = (await asBrowser(path)).headers.get("etag") ?? "";
      expect((await asBrowser(path, { "if-none-match": tag })).status).toBe(304);
    }
  });

  it("leads to the next page of a list, the operation, the playground and the schema", async () => {
    const text = await (await asBrowser("/api/offices?limit=1")).text();
    for (const link of [
      /href="\/api\/offices\?[^"]*limit=1[^"]*" rel="next">Next page/,
      ...(server.registry.href("reference.showOperation", { ref: "offices.listOffices" }) ===
      undefined
        ? []
        : [/href="[^"]*offices\.listOffices"/]),
      /href="\/developers#call=GET%20%2Fapi%2Foffices%3Flimit%3D1"/,
      /href="[^"]*\/schemas\/OfficesList"/,
    ])
      expect(text).toMatch(link);
    expect(text).toContain("curl &#39;http");
  });

  it("has nothing of plugins that are off", async () => {
    const few = { developers: false, reference: false, schemas: false };
    const without = await serverOf({ config: { plugins: { ...unlimited, ...few } } });
    const text = await (
      await without.fetch("/api/offices", { headers: { accept: BROWSER } })
    ).text();
    expect(text).toContain("OfficesList");
    expect(text.match(/href="\/(developers|api\/schemas)/)).toBeNull();
  });

  it("has no style where the site is off", async () => {
    const bare = await serverOf({ config: { plugins: { ...unlimited, site: false } } });
    const answer = await bare.fetch("/api/brains", { headers: { accept: BROWSER } });
    expect(await answer.text()).not.toContain("stylesheet");
  });

  it("is JSON again when the plugin is off", async () => {
    const off = await serverOf({ config: { plugins: { ...unlimited, views: false } } });
    const answer = await off.fetch("/api/brains", { headers: { accept: BROWSER } });
    expect(answer.headers.get("content-type")).toBe("application/json");
  });

  it("S17: shows a part of a large answer, says so, and leads to all of it", async () => {
    const json = await (await server.fetch("/api/openapi")).text();
    const page = await (await asBrowser("/api/openapi")).text();
    expect(json.length).toBeGreaterThan(300_000);
    expect(page.length).toBeLessThan(131_072);
    expect(page).toMatch(/first \d{3} values .* The commands under Code fetch all/);
    expect(page).toContain('<a href="/developers/openapi.json">');
    const [, raw = ""] = / id="raw"[^>]*><code>([^]*?)<\/code>/.exec(page) ?? [];
    const part = raw.replaceAll("&lt;", "<").replaceAll("&amp;", "&");
    expect(part.length).toBeGreaterThan(10_000);
    expect(json.startsWith(part)).toBe(true);
  });

  it("S17: is bounded for every read of the API", async () => {
    for (const [{ ref }, path] of reads) {
      const { length } = await (await asBrowser(path)).text();
      expect([ref, length < 131_072]).toEqual([ref, true]);
    }
  });
});

describe("the tree", () => {
  const tree = (value: unknown) =>
    jsonTree(value, 1, linksOf(server.registry), "en", messages.data).html.toString();

  it("lets nothing of an answer become markup", () => {
    const hostile = `"><img src=x onerror=alert(1)>&</span>`;
    const html = tree({ [hostile]: [hostile, { href: `https://x.test/${hostile}` }] });
    expect(html).not.toMatch(/<img|<\/span>&lt;\/span><img/);
    expect(html.match(/<(?!\/?(?:details|summary|div|span|a)\b)/g)).toBeNull();
  });

  it.each([
    ["/api/brains", "any", "/api/brains"],
    ["/api/offices/lisboa?fields=id#x", "any", "/api/offices/lisboa?fields=id#x"],
    ["/api/nothing", "href", undefined],
    ["/api/offices/{officeId}", "href", undefined],
    ["//elsewhere.test/api", "href", undefined],
    ["/\\elsewhere.test", "href", undefined],
    ["javascript:alert(1)", "href", undefined],
    ["https://elsewhere.test/x", "href", "https://elsewhere.test/x"],
    ["https://elsewhere.test/x", "url", undefined],
  ])("links what this service answers: %s as %s", (text, member, target) => {
    expect(linksOf(server.registry)(text, member)).toBe(target);
  });

  it("makes absolute URLs of this service relative", () => {
    const { baseUrl } = server.registry;
    expect(linksOf(server.registry)(`${baseUrl}/api/errors#x`, "type")).toBe("/api/errors#x");
  });

  it("stops at a limit, however the values are nested", () => {
    let deep: unknown = "end";
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    const wide = Array.from({ length: 100_000 }, () => ({ a: 1 }));
    for (const value of [deep, wide, ["x".repeat(5_000_000)]]) {
      const { html, isWhole } = jsonTree(value, 1e6, linksOf(server.registry), "en", messages.data);
      expect(isWhole).toBe(false);
      expect(html.toString().length).toBeLessThan(131_072);
    }
  });
});
