import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { definePlugin } from "waymark";
import { createTestServer, type TestServer } from "waymark/testing";
import { json } from "../../_setup.ts";

const AGAIN = /Try again in (?:a moment|\d+ s)\./;

const failing = definePlugin({
  id: "failing",
  summary: "Fails in several ways.",
  routes: {
    break: {
      method: "GET",
      path: "/broken",
      summary: "Break.",
      text: { mediaType: "text/plain" },
      cache: "no-store",
    },
    rest: {
      method: "GET",
      path: "/resting",
      summary: "Rest.",
      alwaysFails: { code: "service-unavailable", retryAfter: "1s" },
      cache: "no-store",
    },
  },
  handlers: () => ({
    break: () => {
      throw new Error("broken");
    },
  }),
});

/** Method, path and status of requests that are refused. */
const REFUSED = [
  ["GET", "/nowhere", 404],
  ["DELETE", "/api/brains", 405],
  ["GET", "/api/rate-limit-demo", 429],
  ["GET", "/broken", 500],
  ["POST", "/api/bulk", 501],
  ["GET", "/resting", 503],
] as const;

describe("error pages advise to try again where the retry policy does, and nowhere else (B4)", () => {
  it.each([
    ["by default", {}],
    ["without a retry policy", { "retry-policy": false }],
  ])("%s", async (_name, plugins) => {
    const server = await createTestServer({ config: { plugins: { failing, ...plugins } } });
    onTestFinished(() => server.close());
    const { retryOn } = await json<{ retryOn?: number[] }>(await server.fetch("/api/retry-policy"));
    for (const [method, path, status] of REFUSED) {
      const answer = await server.request(path, { method, headers: { accept: "text/html" } });
      const advises = AGAIN.test(await answer.text());
      const isListed = retryOn?.includes(status) ?? false;
      expect([path, answer.status, advises]).toEqual([path, status, isListed]);
    }
  });
});

describe("the page for too many requests", () => {
  it.each([
    ["en", "Too many requests: try again in 5 s", "Try again in 5 s."],
    ["es", "Demasiadas peticiones: inténtalo de nuevo dentro de 5 s", "dentro de 5 s."],
  ])("says when to come back, and leads to the limits: %s", async (language, title, advice) => {
    const server = await createTestServer();
    onTestFinished(() => server.close());
    const headers = { accept: "text/html", "accept-language": language };
    const page = await (await server.request("/api/rate-limit-demo", { headers })).text();
    expect(page).toContain(`<h1>${title}</h1>`);
    expect(page).toMatch(new RegExp(`<span data-again="5">[^<]*${advice}</span>`));
    expect(page).toContain('href="/developers/limits"');
    expect(page).toContain('<a href="/api/rate-limit-demo">');
  });

  it("leads to no limits where their page is off", async () => {
    const server = await createTestServer({ config: { plugins: { reference: false } } });
    onTestFinished(() => server.close());
    const headers = { accept: "text/html" };
    const page = await (await server.request("/api/rate-limit-demo", { headers })).text();
    expect(page).not.toContain("See the limits");
  });
});

describe("error pages lead on", () => {
  it.each([
    ["GET", "/api/offices?limit=0", "bad-request", ["offices.listOffices"]],
    ["GET", "/api/bulk", "method-not-allowed", ["bulk.runBulk"]],
    ["GET", "/api/offices/none", "resource-not-found", ["offices.getOffice"]],
    ["GET", "/api/graphql", "bad-request", ["graphql.queryGraphql", "graphql.postGraphql"]],
    ["GET", "/nowhere", "not-found", []],
    ["POST", "/status", "method-not-allowed", []],
  ])("%s %s to its error and its operations", async (method, path, code, operations) => {
    const server = await createTestServer();
    onTestFinished(() => server.close());
    const answer = await server.request(path, { method, headers: { accept: "text/html" } });
    const hrefs = [...(await answer.text()).matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
    expect(hrefs).toContain(`/developers/errors#${code}`);
    expect(hrefs.filter((href) => href?.startsWith("/developers/operations/"))).toEqual(
      operations.map((ref) => `/developers/operations/${ref}`),
    );
  });

  it("not to pages that are off", async () => {
    const server = await createTestServer({ config: { plugins: { reference: false } } });
    onTestFinished(() => server.close());
    const headers = { accept: "text/html" };
    const page = await (await server.fetch("/api/offices?limit=0", { headers })).text();
    expect(page).toContain("<code>bad-request</code>");
    expect(page).not.toMatch(/developers\/(?:errors|operations)/);
  });
});

describe("the language of an error page", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  const REFUSED_BY = {
    "a handler": ["GET", "/api/offices/none"],
    "the list engine": ["GET", "/api/offices?limit=0"],
    "a route that always refuses": ["GET", "/api/rate-limit-demo"],
    "a route that writes": ["POST", "/api/bulk"],
    "another method": ["DELETE", "/api/brains"],
    "a text": ["DELETE", "/robots.txt"],
    "a page": ["POST", "/status"],
    "an unknown path": ["GET", "/nowhere"],
  } as const;

  const ask = async (
    [method, path]: readonly [method: string, path: string],
    preferred: string,
    accept: string,
    named?: string,
  ) => {
    const search = named === undefined ? "" : `${path.includes("?") ? "&" : "?"}lang=${named}`;
    const headers = { accept, "accept-language": preferred };
    const answer = await server.request(`${path}${search}`, { method, headers });
    return { answer, text: await answer.text() };
  };

  describe.each(Object.entries(REFUSED_BY))("by %s", (_name, refused) => {
    it.each([
      ["es-MX, en;q=0.5", undefined, "es"],
      ["en", undefined, "en"],
      ["en", "es", "es"],
      ["es", "en", "en"],
      ["es", "xx", "es"],
    ])("is that of the browser (%s), unless the address names one (%s)", async (...row) => {
      const [preferred, named, language] = row;
      const { answer, text } = await ask(refused, preferred, "text/html", named);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(/<html lang="(\w+)"/.exec(text)?.[1]).toBe(language);
      expect(answer.headers.get("content-language")).toBe(language);
      expect(answer.headers.get("vary")?.match(/Accept-Language/g)).toHaveLength(1);
    });

    it("does not matter to programs", async () => {
      for (const accept of ["*/*", "application/problem+json"]) {
        const [one, other] = [await ask(refused, "es", accept), await ask(refused, "en", accept)];
        const plain = (text: string) => text.replaceAll(/"requestId":"[^"]+"/g, "");
        expect(plain(one.text)).toBe(plain(other.text));
        expect(one.answer.headers.get("content-language")).toBeNull();
        expect(one.answer.headers.get("vary")).toBe(other.answer.headers.get("vary"));
        if (refused[1].startsWith("/api/"))
          expect(one.answer.headers.get("vary")).not.toContain("Accept-Language");
      }
    });
  });
});

describe("error pages lead to themselves in the other language", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  it.each([
    ["GET", "/nowhere", 'href="/nowhere?lang=es"'],
    ["GET", "/nowhere?lang=es", 'href="/nowhere?lang=en"'],
    [
      "GET",
      "/api/offices?limit=0&lang=es&q=%22",
      'href="/api/offices?limit=0&amp;q=%22&amp;lang=en"',
    ],
    ["GET", "//other.example/", undefined],
    ["DELETE", "/api/brains", undefined],
  ])("%s %s", async (method, path, link) => {
    const answer = await server.request(path, { method, headers: { accept: "text/html" } });
    const [, nav] = /<nav class="languages"[^>]*>(.*?)<\/nav>/.exec(await answer.text()) ?? [];
    if (link === undefined) expect(nav).toBeUndefined();
    else expect(nav).toContain(link);
  });
});
