/** A page for each operation, schema and error of the API, and an index of them. */
import { definePlugin, type PageContent, type Registry } from "waymark";
import { Runtime } from "waymark/services";
import { styleRoute, styleText } from "../shared/assets.ts";
import { LANGUAGES, type Language } from "../shared/languages.ts";
import { operationEntries, schemaEntries, topicEntries } from "./entries.ts";
import type { DocumentId, InstancePages } from "./pages.ts";

const UPDATED = "2026-11-22";
const page = { languages: LANGUAGES, cache: { scope: "public", maxAge: "5m" } } as const;
const found = { ...page, errors: ["resource-not-found"] } as const;

const documentPage =
  (id: DocumentId) =>
  async (registry: Registry, _options: unknown, language: Language): Promise<PageContent> => {
    const pages = await import("./pages.ts");
    return pages.documentPage(id, registry, language);
  };

/** Returns a language: entries are asked for in languages that routes have, and in none. */
function languageOf(language: string | undefined): Language {
  return LANGUAGES.find((one) => one === language) ?? "en";
}

export default definePlugin({
  id: "reference",
  summary: "A page for each operation, schema and error of the API, and an index of them.",
  needs: { runtime: Runtime },

  routes: {
    showReference: {
      ...page,
      method: "GET",
      path: "/developers/reference",
      summary: "Browse every operation of the API.",
      page: {
        title: { en: "API reference", es: "Referencia de la API" },
        description: {
          en: "Every operation of the API by section, each on a page of its own.",
          es: "Todas las operaciones de la API por secciones, cada una en su propia página.",
        },
        menu: "main",
        updated: UPDATED,
      },
      document: true,
    },
    showOperation: {
      ...found,
      method: "GET",
      path: "/developers/operations/{ref}",
      summary: "Read about one operation of the API.",
      page: { title: { en: "Operation", es: "Operación" }, menu: "none", updated: UPDATED },
    },
    showSchemas: {
      ...page,
      method: "GET",
      path: "/developers/schemas",
      summary: "Browse the types of the API.",
      page: {
        title: { en: "Schemas", es: "Esquemas" },
        description: {
          en: "Every type of the API: its fields, their constraints, and where it is used.",
          es: "Todos los tipos de la API: sus campos, sus restricciones y dónde se usan.",
        },
        menu: "none",
        updated: UPDATED,
      },
      document: true,
    },
    showSchema: {
      ...found,
      method: "GET",
      path: "/developers/schemas/{type}",
      summary: "Read about one type of the API.",
      page: { title: { en: "Schema", es: "Esquema" }, menu: "none", updated: UPDATED },
    },
    showErrors: {
      ...page,
      method: "GET",
      path: "/developers/errors",
      summary: "Browse the errors of the API.",
      page: {
        title: { en: "Errors", es: "Errores" },
        description: {
          en: "Every error code of the API: its meaning, its cause, and what to do.",
          es: "Todos los códigos de error de la API: su significado, su causa y qué hacer.",
        },
        menu: "none",
        updated: UPDATED,
      },
      document: true,
    },
    showLimits: {
      ...page,
      method: "GET",
      path: "/developers/limits",
      summary: "See the limits of the API.",
      page: {
        title: { en: "Limits", es: "Límites" },
        description: {
          en: "What the API limits, with the numbers.",
          es: "Qué limita la API, con los números.",
        },
        menu: "none",
        updated: UPDATED,
      },
      document: true,
    },
    showTopic: {
      ...found,
      method: "GET",
      path: "/developers/{topic}",
      summary: "Read about a part of the API.",
      page: { title: { en: "Topic", es: "Tema" }, menu: "none", updated: UPDATED },
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
    let pages: InstancePages | undefined;
    const load = async () => {
      const module = await import("./pages.ts");
      return (pages ??= new module.InstancePages(registry, runtime));
    };
    const unknown = {
      detail: `It is not part of this service; ${registry.href("reference.showReference")} lists what is.`,
    };
    return {
      async showOperation({ params: { ref }, language, fail }) {
        const content = await (await load()).ofOperation(ref, language);
        return content ?? fail("resource-not-found", unknown);
      },
      async showSchema({ params: { type }, language, path, fail }) {
        const content = (await load()).ofSchema(type, path, language);
        return content ?? fail("resource-not-found", unknown);
      },
      async showTopic({ params: { topic }, language, path, fail }) {
        const content = await (await load()).ofTopic(topic, path, language);
        return content ?? fail("resource-not-found", unknown);
      },
    };
  },

  pageEntries: {
    showOperation: (registry, language) => operationEntries(registry, languageOf(language)),
    showSchema: (registry, language) => schemaEntries(registry, languageOf(language)),
    showTopic: (registry, language) => topicEntries(registry, languageOf(language)),
  },
});
