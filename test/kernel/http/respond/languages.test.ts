/** Routes that speak several languages (RFC 9110, sections 8.5 and 12.5.4). */
import { afterAll, describe, expect, it } from "vitest";
import { definePlugin, type Plugin } from "waymark";
import { openapiDocument } from "../../../../plugins/discovery/openapi/document.ts";
import { createTestServer, pluginChecks } from "waymark/testing";
import { z } from "zod";
import { json } from "../../../_setup.ts";

const Greeting = z.object({ text: z.string() });
const TEXTS = { en: "hello", es: "hola", "pt-BR": "olá" };
const languages = ["en", "es", "pt-BR"] as const;
const cache = { scope: "public", maxAge: "60s" } as const;

const greetings = definePlugin({
  id: "greetings",
  summary: "Greets.",
  routes: {
    greet: {
      method: "GET",
      path: "/greeting",
      publish: { rootLink: "greeting" },
      summary: "Be greeted.",
      returns: Greeting,
      languages,
      cache,
    },
    show: {
      method: "GET",
      path: "/greeting.txt",
      publish: { rootLink: "greetingText" },
      summary: "Be greeted by a document.",
      text: { mediaType: "text/plain" },
      document: true,
      languages,
      cache,
    },
    list: {
      method: "GET",
      path: "/greetings",
      publish: { rootLink: "greetings" },
      summary: "Be greeted often.",
      list: { of: Greeting, as: "greetings", name: "GreetingsList" },
      languages,
      cache,
    },
    alone: {
      method: "GET",
      path: "/saludo",
      publish: { rootLink: "saludo" },
      summary: "Be greeted in Spanish.",
      text: { mediaType: "text/plain" },
      languages: ["es"],
      cache,
    },
  },
  handlers: () => ({
    greet: ({ language }) => ({ text: TEXTS[language] }),
    list: ({ language }) => [{ text: TEXTS[language] }],
    alone: () => "hola",
  }),
  documents: { show: (_registry, _options, language) => TEXTS[language] },
});

const server = await createTestServer({ config: { plugins: { greetings } } });
afterAll(() => server.close());

const ask = (path: string, language?: string) =>
  server.request(path, language === undefined ? {} : { headers: { "accept-language": language } });

describe.each(["/greeting", "/greeting.txt", "/greetings"])("%s", (path) => {
  it.each([
    ["", "en"],
    ["es", "es"],
    ["ES", "es"],
    ["es-MX, en;q=0.5", "es"],
    ["pt-br", "pt-BR"],
    ["pt-BR;q=0.1, en", "en"],
    ["fr, es;q=0.8, en;q=0.7", "es"],
    ["*", "en"],
    ["en;q=0, *", "es"],
    ["fr", "en"],
    ["en;q=0", "en"],
    ["?;;q=,, 5", "en"],
    [`${"x-".repeat(4000)}`, "en"],
  ])("speaks, asked for %j, %s", async (header, language) => {
    for (let times = 0; times < 2; times++) {
      const answer = await ask(path, header);
      expect(answer.headers.get("content-language")).toBe(language);
      expect(answer.headers.get("vary")).toMatch(/^Accept, Accept-Language\b/);
      expect(await answer.text()).toContain(TEXTS[language as keyof typeof TEXTS]);
    }
  });

  it("has a different tag in each language", async () => {
    const [english, spanish] = [await ask(path, "en"), await ask(path, "es")];
    const etag = english.headers.get("etag") ?? "";
    expect(spanish.headers.get("etag")).not.toBe(etag);
    const again = await server.request(path, {
      headers: { "if-none-match": etag, "accept-language": "es" },
    });
    expect(again.status).toBe(200);
    const same = await server.request(path, { headers: { "if-none-match": etag } });
    // Headers that describe content are sent with content only (RFC 9110, section 15.4.5).
    expect([same.status, same.headers.get("content-language")]).toEqual([304, null]);
  });

  it("says so to HEAD, and varies on errors too", async () => {
    const head = await server.request(path, {
      method: "HEAD",
      headers: { "accept-language": "es" },
    });
    expect(head.headers.get("content-language")).toBe("es");
    const refused = await server.request(path, { method: "DELETE" });
    expect(refused.headers.get("vary")).toContain("Accept-Language");
    expect(refused.headers.get("content-language")).toBeNull();
  });
});

it("names its one language where there is no choice", async () => {
  const answer = await ask("/saludo", "en");
  expect(answer.headers.get("content-language")).toBe("es");
  expect(answer.headers.get("vary")).not.toContain("Accept-Language");
});

it("is described in OpenAPI and in the accept policy", async () => {
  const { paths } = openapiDocument(server.registry) as {
    readonly paths: Readonly<Record<string, { readonly get: object }>>;
  };
  expect(JSON.stringify(paths["/greeting"])).toContain("Content-Language");
  expect(JSON.stringify(paths["/saludo"])).not.toContain("Accept-Language");
  const policy = await json<{ acceptLanguage: object }>(await server.fetch("/api/accept-policy"));
  expect(policy.acceptLanguage).toEqual({ default: "en", supported: ["en", "es", "pt-BR"] });
});

it.each([[["en", "english!"]], [["en", "en"]], [["EN"]]])("refuses %j", async (wrong) => {
  const routes = greetings.routes as Readonly<Record<string, object>>;
  const broken = {
    ...greetings,
    routes: { ...routes, greet: { ...routes["greet"], languages: wrong } },
  };
  await expect(createTestServer({ plugins: [broken as unknown as Plugin] })).rejects.toThrow(
    /ROUTE_INVALID: languages[.\d]*: expected (a language tag|each one once)/,
  );
});

it("conforms", async () => {
  const names: string[] = [];
  for await (const { name, run } of pluginChecks(greetings)) {
    await run();
    names.push(name);
  }
  expect(names.length).toBeGreaterThan(10);
});
