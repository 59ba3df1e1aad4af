/** A page for each operation, schema and error of the API, and an index of them. */
import { definePlugin, type PageContent, type Registry } from "waymark";
import type { Menu } from "waymark/advanced";
import { Runtime, Translations } from "waymark/services";
import { styleRoute, styleText } from "../shared/assets.ts";
import { LANGUAGES } from "../../shared/languages.ts";
import { operationEntries, schemaEntries, topicEntries } from "./entries.ts";
import type { DocumentId } from "./pages.ts";

const UPDATED = "2026-11-22";
const page = { languages: LANGUAGES, cache: { scope: "public", maxAge: "5m" } } as const;
const found = { ...page, errors: ["resource-not-found"] } as const;

/** Returns the route of a page that follows from the registry alone. */
function documentRoute<Path extends `/${string}`>(
  path: Path,
  summary: string,
  about: { readonly title: string; readonly description: string; readonly menu?: Menu },
) {
  const shown = { menu: "none", updated: UPDATED, ...about } as const;
  return { ...page, method: "GET", path, summary, page: shown, document: true } as const;
}

const documentPage =
  (id: DocumentId) =>
  async (registry: Registry, _options: unknown, language: string): Promise<PageContent> => {
    const pages = await import("./pages.ts");
    return pages.documentPage(id, registry, language);
  };

export default definePlugin({
  id: "reference",
  summary: "A page for each operation, schema and error of the API, and an index of them.",
  icon: "M3 2.75A1.25 1.25 0 0 1 4.25 1.5H13v13H4.25A1.25 1.25 0 0 1 3 13.25zM3 13a1.25 1.25 0 0 1 1.25-1.25H13M6 4.75h4",
  needs: { runtime: Runtime },
  points: [Translations],

  routes: {
    showReference: documentRoute("/developers/reference", "Browse every operation of the API.", {
      title: "API reference",
      description: "Every operation of the API by section, each on a page of its own.",
      menu: "main",
    }),
    showOperation: {
      ...found,
      method: "GET",
      path: "/developers/operations/{ref}",
      summary: "Read about one operation of the API.",
      page: { title: "Operation", menu: "none", updated: UPDATED },
    },
    showSchemas: documentRoute("/developers/schemas", "Browse the types of the API.", {
      title: "Schemas",
      description: "Every type of the API: its fields, their constraints, and where it is used.",
    }),
    showSchema: {
      ...found,
      method: "GET",
      path: "/developers/schemas/{type}",
      summary: "Read about one type of the API.",
      page: { title: "Schema", menu: "none", updated: UPDATED },
    },
    showErrors: documentRoute("/developers/errors", "Browse the errors of the API.", {
      title: "Errors",
      description: "Every error code of the API: its meaning, its cause, and what to do.",
    }),
    showLimits: documentRoute("/developers/limits", "See the limits of the API.", {
      title: "Limits",
      description: "What the API limits, with the numbers.",
    }),
    showTopic: {
      ...found,
      method: "GET",
      path: "/developers/{topic}",
      summary: "Read about a part of the API.",
      page: { title: "Topic", menu: "none", updated: UPDATED },
    },
    showStyles: styleRoute("/developers/reference.css", "Read the styles of the API reference."),
  },

  documents: {
    showReference: documentPage("showReference"),
    showSchemas: documentPage("showSchemas"),
    showErrors: documentPage("showErrors"),
    showLimits: documentPage("showLimits"),
    showStyles: styleText(new URL("./reference.css", import.meta.url)),
  },

  handlers({ runtime }, { registry }) {
    const load = () => import("./pages.ts");
    const unknown = {
      detail: `It is not part of this service; ${registry.href("reference.showReference")} lists what is.`,
    };
    return {
      async showOperation({ params: { ref }, language, fail }) {
        const content = await (await load()).ofOperation(ref, language, registry, runtime);
        return content ?? fail("resource-not-found", unknown);
      },
      async showSchema({ params: { type }, language, path, fail }) {
        const content = (await load()).ofSchema(type, path, language, registry);
        return content ?? fail("resource-not-found", unknown);
      },
      async showTopic({ params: { topic }, language, path, fail }) {
        const content = await (await load()).ofTopic(topic, path, language, registry, runtime);
        return content ?? fail("resource-not-found", unknown);
      },
    };
  },

  pageEntries: {
    showOperation: (registry, language = "en") => operationEntries(registry, language),
    showSchema: (registry, language = "en") => schemaEntries(registry, language),
    showTopic: (registry, language = "en") => topicEntries(registry, language),
  },
});
