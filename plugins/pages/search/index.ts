/** A search over pages, operations, schemas and errors: a page without scripts, and a dialog with them. */
import { definePlugin, type Registry } from "waymark";
import { Runtime } from "waymark/services";
import { z } from "zod";
import { asScript, fileText, scriptRoute, styleRoute } from "../shared/assets.ts";
import { type Language, LANGUAGES } from "../shared/languages.ts";
import { searchEntries } from "./entries.ts";
import { SearchEntry } from "./model.ts";
import { MAX_QUERY } from "./match.ts";
import { searchPage } from "./page.ts";

const kept = new WeakMap<Registry, Partial<Record<Language, SearchEntry[]>>>();

/** The index is the same for everybody, and made once for each revision and language. */
function indexOf(registry: Registry, language: Language): SearchEntry[] {
  const byLanguage = kept.get(registry) ?? {};
  kept.set(registry, byLanguage);
  return (byLanguage[language] ??= searchEntries(registry, language));
}

export default definePlugin({
  id: "search",
  summary: "Finds pages, operations, schemas and errors, on a page and by keys on every page.",
  needs: { runtime: Runtime },

  routes: {
    showSearch: {
      method: "GET",
      path: "/search",
      summary: "Search the pages of this service.",
      page: {
        title: { en: "Search", es: "Buscar" },
        description: {
          en: "Find pages, operations, schemas and errors of this service.",
          es: "Encuentra páginas, operaciones, esquemas y errores de este servicio.",
        },
        menu: "none",
        updated: "2026-11-22",
      },
      languages: LANGUAGES,
      query: z.object({ q: z.string().max(MAX_QUERY).default("").describe("Words to find.") }),
      cache: { scope: "public", maxAge: "5m" },
    },
    showIndex: {
      method: "GET",
      path: "/search/index.json",
      summary: "Read everything that the search finds.",
      returns: z.object({ entries: z.array(SearchEntry) }),
      document: true,
      asset: true,
      bareBody: true,
      languages: LANGUAGES,
      cache: { scope: "public", maxAge: "5m" },
    },
    showStyles: styleRoute("/search/search.css", "Read the styles of the search."),
    showScript: scriptRoute("/search/dialog.js", "Read the script of the search."),
  },

  handlers: ({ runtime }) => ({
    showSearch: ({ query: { q }, language }) => {
      const { registry } = runtime;
      return searchPage(q, indexOf(registry, language), registry, language);
    },
  }),

  documents: {
    showIndex: (registry, _options, language) => ({ entries: indexOf(registry, language) }),
    showStyles: fileText(new URL("./search.css", import.meta.url)),
    showScript: () => new URL("./browser/dialog.ts", import.meta.url).href,
  },
  renderers: { showScript: asScript },
});
