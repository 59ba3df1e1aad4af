/** `?lang=` in the address of a page, for people whose browser asks for another language. */
import { afterAll, describe, expect, it } from "vitest";
import { definePlugin, html } from "waymark";
import { createTestServer } from "waymark/testing";
import { z } from "zod";

const TEXTS = { en: "hello", es: "hola" };
const languages = ["en", "es"] as const;
const cache = { scope: "public", maxAge: "60s" } as const;
const summary = "Be greeted.";
const page = { title: TEXTS };

const greetings = definePlugin({
  id: "greetings",
  summary: "Greets.",
  routes: {
    kept: { method: "GET", path: "/kept", summary, page, document: true, languages, cache },
    made: {
      method: "GET",
      path: "/made",
      summary,
      page,
      languages,
      cache,
      query: z.strictObject({ name: z.string().default("you") }),
    },
    alone: { method: "GET", path: "/alone", summary, page: { title: "hi" }, cache },
    data: { method: "GET", path: "/data", summary, returns: z.object({}), languages, cache },
  },
  handlers: () => ({
    made: ({ language, query }) => html`<p>${TEXTS[language]} ${query.name}</p>`,
    alone: () => html`<p>hi</p>`,
    data: () => ({}),
  }),
  documents: { kept: (_registry, _options, language) => html`<p>${TEXTS[language]}</p>` },
});

const server = await createTestServer({ config: { plugins: { greetings } } });
afterAll(() => server.close());

async function ask(path: string, language: string) {
  const headers = { accept: "text/html", "accept-language": language };
  const answer = await server.request(path, { headers });
  const { status, headers: sent } = answer;
  return { status, text: await answer.text(), headers: sent };
}

describe.each(["/kept", "/made"])("?lang= of %s", (path) => {
  it.each([
    ["?lang=es", "en", "es"],
    ["?lang=en", "es", "en"],
    ["", "es", "es"],
    ["?lang=tlh", "es", "es"],
    ["?lang=", "es", "es"],
    ["?lang=es&lang=en", "en", "es"],
    ["?slang=es", "en", "en"],
  ])("%s is answered in its language", async (search, asked, expected) => {
    if (path === "/made" && search.startsWith("?slang")) return;
    const answer = await ask(path + search, asked);
    expect([answer.status, answer.headers.get("content-language")]).toEqual([200, expected]);
    expect(answer.headers.get("vary")).toContain("Accept-Language");
    expect(answer.text).toContain(`<p>${TEXTS[expected as "en"]}`);
  });
});

it("leaves declared parameters alone, and refuses unknown ones as before", async () => {
  expect((await ask("/made?lang=es&name=Ana", "en")).text).toContain("<p>hola Ana</p>");
  expect((await ask("/made?lang=es&nome=Ana", "en")).status).toBe(400);
});

it("has no meaning where there is one language, or no page", async () => {
  expect((await ask("/alone?lang=es", "en")).text).toContain("<p>hi</p>");
  const data = await server.request("/data?lang=es", { headers: { accept: "application/json" } });
  expect(data.headers.get("content-language")).toBe("en");
});

it("chooses the language of error pages", async () => {
  const answer = await ask("/nowhere?lang=es", "en");
  expect([answer.status, answer.headers.get("content-language")]).toEqual([404, "es"]);
});

it("leads on in the same language where the address names one", async () => {
  expect((await ask("/kept?lang=es", "en")).text).toContain('href="/made?lang=es"');
  expect((await ask("/kept", "es")).text).not.toContain('href="/made?lang=');
});
