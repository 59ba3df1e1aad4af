/** A language that a plugin adds with one file. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { definePlugin } from "waymark";
import preset from "waymark/preset";
import { createTestServer, type TestServer } from "waymark/testing";
import { pagesOf } from "waymark/services";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const FRENCH = {
  site: { skip: "Aller au contenu", menu: "Menu" },
  search: { count: { one: "{count} résultat", other: "{count} résultats" } },
  shared: { sections: { resources: { name: "Ressources" } } },
  "terms.text": "En utilisant {{name}}, vous acceptez ces conditions.\n",
  "Terms of use": "Conditions d’utilisation",
  "List brains.": "Liste les brains.",
  "There is nothing at this address.": "Il n’y a rien à cette adresse.",
};

let folder: string;
let server: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "languages-"));
  const file = join(folder, "fr.json");
  await writeFile(file, JSON.stringify(FRENCH));
  const french = definePlugin({
    id: "french",
    summary: "Pages in French.",
    languages: { fr: pathToFileURL(file) },
  });
  server = await createTestServer({ plugins: [...preset, french] });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

async function read(path: string, language = "fr") {
  const headers = { accept: "text/html", "accept-language": language };
  const answer = await server.fetch(path, { headers });
  return { language: answer.headers.get("content-language"), text: await answer.text() };
}

describe("a third language, from one file", () => {
  it("is a language of pages, errors and views, and of the links between them", async () => {
    for (const path of ["/developers", "/status", "/search", "/terms", "/nowhere", "/api/brains"]) {
      const { language, text } = await read(path);
      expect([path, language]).toEqual([path, "fr"]);
      expect(text).toContain('<html lang="fr"');
      expect(text).toContain("Aller au contenu");
    }
    expect((await read("/developers", "en")).text).toMatch(/lang=fr" lang="fr"[^>]*>Français</);
  });

  it("has texts by key, by their English, and prose; what is missing is English", async () => {
    expect((await read("/search?q=brains")).text).toMatch(/\d+ résultats/);
    expect((await read("/developers/reference")).text).toContain("<h2>Ressources</h2>");
    expect((await read("/api/brains")).text).toContain("Liste les brains</h1>");
    const { text } = await read("/terms");
    expect(text).toContain("<h1>Conditions d’utilisation</h1>");
    expect(text).toContain("vous acceptez ces conditions.");
    expect((await read("/faq")).text).toContain("Where do I start?");
    const menu = pagesOf(server.registry, "fr").find(({ href }) => href === "/terms");
    expect(menu?.title).toBe("Conditions d’utilisation");
  });

  it("has every page, whether it is translated or not", async () => {
    const pages = pagesOf(server.registry, "fr").filter(({ here }) => here);
    const answers = await Promise.all(pages.map(({ href }) => read(href)));
    const languages = pages.map(({ href }, index) => [href, answers[index]?.language]);
    expect(languages).toEqual(pages.map(({ href }) => [href, "fr"]));
  });

  it("leaves the others as they were", async () => {
    expect((await read("/terms", "es")).text).toContain("Al usar");
    expect((await read("/terms", "de")).language).toBe("en");
  });
});

describe("a language is refused", () => {
  it.each([
    ["with a tag in another spelling", { FR: new URL("file:///fr.json") }, /language tag/],
    ["with texts in place of a file", { fr: { "List brains.": "…" } }, /URL of a JSON file/],
    ["with a file that is missing", { fr: new URL("file:///none.json") }, /a file that exists/],
  ])("%s", async (_what, languages, message) => {
    const plugin = definePlugin({
      id: "french",
      summary: "Pages in French.",
      languages: languages as Record<string, URL>, // as an author without types may write it
    });
    await expect(createTestServer({ plugins: [...preset, plugin] })).rejects.toThrow(message);
  });
});
