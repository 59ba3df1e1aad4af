/** Texts of the registry on pages, in the language of the page. */
import { definePlugin } from "waymark";
import { createTestServer, type TestServer } from "waymark/testing";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";

const maps = definePlugin({
  id: "maps",
  summary: "Maps.",
  translations: {
    es: { "List maps.": "Lista los mapas.", "See a map.": "Mira un mapa.", Maps: "Mapas" },
  },
  routes: {
    list: {
      method: "GET",
      path: "/api/maps",
      summary: "List maps.",
      description: "All of them.",
      cache: "no-store",
      text: { mediaType: "text/plain" },
      publish: { rootLink: "maps" },
    },
    show: {
      method: "GET",
      path: "/maps",
      summary: "See a map.",
      languages: ["en", "es"],
      cache: "no-store",
      page: { title: "Maps" },
      publish: { rootLink: "map" },
    },
  },
  handlers: () => ({ list: () => "", show: () => ({ markdown: "A map." }) }),
});

let standard: TestServer;
let server: TestServer;
beforeAll(async () => {
  standard = await createTestServer();
  server = await createTestServer({
    config: {
      service: { en: "Atlas", es: "El atlas" },
      description: { en: "All maps.", es: "Todos los mapas." },
    },
    plugins: [...standard.registry.installed.map(({ plugin }) => plugin), maps],
  });
});
afterAll(() => Promise.all([standard.close(), server.close()]));

const read = async (of: TestServer, path: string, init: RequestInit = {}, language = "es") => {
  const headers = { Accept: "text/html", "Accept-Language": language };
  const answer = await of.fetch(path, { ...init, headers });
  return answer.text();
};

describe("a page in Spanish", () => {
  it.each([
    "/developers",
    "/sitemap",
    "/status",
    "/status/history",
    "/api/offices",
    "/api/nothing",
    "/api/offices/none",
    "/api/schemas/none",
    "/api/graphql",
    "/api/%zz",
    "/developers/operations/none",
    "/status?range=9d",
    "/search?q=" + "a".repeat(200),
  ])("has no English text: %s", async (path) => {
    expect(englishIn(await read(standard, path))).toEqual([]);
  });

  it.each(["brains", "locales", "offices", "integrations"] as const)(
    "says which of the %s is missing",
    async (plugin) => {
      const config = { plugins: { [plugin]: { writable: true } } };
      const writable = await createTestServer({ config });
      onTestFinished(() => writable.close());
      const path = plugin === "integrations" ? `/api/offices/lisboa/${plugin}` : `/api/${plugin}`;
      const page = await read(writable, `${path}/none`);
      expect(page).toMatch(/Aquí ning\S+ \S+ tiene la clave (?:"|&quot;)none(?:"|&quot;)\./);
      expect(englishIn(page)).toEqual([]);
    },
  );

  it("has the name and the sentence about the service", async () => {
    const page = await read(server, "/developers");
    expect(page).toContain("<title>El atlas</title>");
    expect(page).toContain("Todos los mapas. Ofrece brains");
    expect(await read(server, "/developers", {}, "en")).toContain("All maps. It serves brains");
    expect(await read(server, "/api", {}, "es")).toContain('"service":"Atlas"');
  });

  it("has its title and description from the translations, where a route has them in English only", async () => {
    const page = await read(server, "/maps");
    expect(page).toContain("<title>Mapas · El atlas</title>");
    expect(page).toContain('<meta name="description" content="Mira un mapa.">');
    expect(await read(server, "/sitemap")).toContain(
      '<a href="/maps">Mapas</a><br><span class="soft">Mira un mapa.</span>',
    );
  });

  it("shows an error with its detail", async () => {
    const page = await read(standard, "/developers", { method: "POST" });
    expect(page).toContain("Este recurso no admite el método.");
    expect(page).toContain("Aquí no se admite POST. Usa uno de estos: GET, HEAD, OPTIONS.");
    expect(englishIn(page)).toEqual([]);
  });

  it("has the operations for the playground", async () => {
    const text = await read(server, "/developers/operations.json");
    expect(text).toContain('"summary":"Lista los brains."');
    expect(text).toContain('"note":"El tipo de la respuesta."');
    expect(text).toContain('"summary":"Lista los mapas.","texts":["All of them."');
    expect(text).not.toContain("List brains.");
  });
});

/** The elements that are marked as English, except the link to the page in English. */
function englishIn(page: string): readonly string[] {
  return (page.match(/<[a-z]+[^>]* lang="en"[^>]*>/g) ?? []).filter(
    (element) => !element.includes('hreflang="en"'),
  );
}
