/** A search over pages, operations, schemas and errors: a page without scripts, and a dialog with them. */
import { definePlugin, type Registry } from "waymark";
import { PageEntries, Runtime, Translations, RootLinks } from "waymark/services";
import { z } from "zod";
import { asScript, prepareScripts, scriptRoute, styleRoute, styleText } from "../shared/assets.ts";
import { LANGUAGES } from "../../shared/languages.ts";
import { type SearchEntry, SearchIndex } from "./model.ts";
import { MAX_QUERY } from "./limits.ts";
import { oncePerRegistry } from "../../shared/once-per-registry.ts";

const DIALOG = new URL("./browser/dialog.ts", import.meta.url);

const byLanguage = oncePerRegistry((): Partial<Record<string, Promise<SearchEntry[]>>> => ({}));

/** Returns the index, which is the same for everybody, and made once for each revision and language. */
function indexOf(registry: Registry, language: string): Promise<SearchEntry[]> {
  const made = byLanguage(registry);
  return (made[language] ??= makeIndex(registry, language).catch((error: unknown) => {
    delete made[language]; // a page that could not be made may be the next time
    throw error;
  }));
}

async function makeIndex(registry: Registry, language: string): Promise<SearchEntry[]> {
  const { searchEntries } = await import("./entries.ts");
  return searchEntries(registry, language);
}

export default definePlugin({
  id: "search",
  summary: "Finds pages, operations, schemas and errors, on a page and by keys on every page.",
  needs: { runtime: Runtime },
  points: [PageEntries, RootLinks, Translations],

  setup: () => prepareScripts(DIALOG),

  routes: {
    showSearch: {
      method: "GET",
      path: "/search",
      summary: "Search the pages of this service.",
      page: {
        title: "Search",
        description: "Find pages, operations, schemas and errors of this service.",
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
      returns: SearchIndex,
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
    async showSearch({ query: { q }, language }) {
      const { registry } = runtime;
      const { searchPage } = await import("./page.ts");
      return searchPage(q, await indexOf(registry, language), registry, language);
    },
  }),

  documents: {
    showIndex: async (registry, _options, language) => ({
      entries: await indexOf(registry, language),
      messages: (await import("./messages.ts")).searchMessages(registry, language),
    }),
    showStyles: styleText(new URL("./search.css", import.meta.url)),
    showScript: () => DIALOG.href,
  },
  renderers: { showScript: asScript },
});
