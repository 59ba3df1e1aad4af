/** A page for each operation, schema and error of the API, and an index of them. */
import { definePlugin, Html, type PageContent } from "waymark";
import { Runtime } from "waymark/services";
import { fileText, styleRoute } from "../shared/assets.ts";
import { LANGUAGES, type Language } from "../shared/languages.ts";
import { contextOf, operationPath, titleOf, type Context } from "./context.ts";
import { errorsPage } from "./errors-page.ts";
import { withMenu } from "./frame.ts";
import { indexPage } from "./index-page.ts";
import { limitsPage } from "./limits-page.ts";
import { LiveAnswers } from "../shared/operations/live-answers.ts";
import { operationPage } from "./operation-page.ts";
import { schemaEntries, schemaPage, schemasPage } from "./schema-pages.ts";
import { operationsOf } from "./sections.ts";
import { topicPage, topicsOf } from "./topics.ts";

const UPDATED = "2026-11-22";
const page = { languages: LANGUAGES, cache: { scope: "public", maxAge: "5m" } } as const;
const found = { ...page, errors: ["resource-not-found"] } as const;

/** The content with the menu beside it. */
function inFrame(content: PageContent, path: string, context: Context): PageContent {
  if (content instanceof Html) return withMenu(content, path, context);
  return content.html === undefined
    ? content
    : { ...content, html: withMenu(content.html, path, context) };
}

/** Entries are asked for in languages that routes have, and in none. */
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
          en: "How many requests, how large and for how long.",
          es: "Cuántas peticiones, de qué tamaño y durante cuánto tiempo.",
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
    showReference: (registry, _options, language) => {
      const context = contextOf(registry, language);
      return inFrame(indexPage(context), registry.href("reference.showReference") ?? "", context);
    },
    showSchemas: (registry, _options, language) => {
      const context = contextOf(registry, language);
      return inFrame(schemasPage(context), registry.href("reference.showSchemas") ?? "", context);
    },
    showErrors: (registry, _options, language) => {
      const context = contextOf(registry, language);
      return inFrame(errorsPage(context), registry.href("reference.showErrors") ?? "", context);
    },
    showLimits: (registry, _options, language) => {
      const context = contextOf(registry, language);
      return inFrame(limitsPage(context), registry.href("reference.showLimits") ?? "", context);
    },
    showStyles: fileText(new URL("./reference.css", import.meta.url)),
  },

  handlers: ({ runtime }, { registry }) => {
    const answers = new LiveAnswers(runtime, () => performance.now());
    const detail = (language: Language) =>
      contextOf(registry, language).messages.notFound(
        registry.href("reference.showReference") ?? "",
      );
    return {
      async showOperation({ params: { ref }, language, fail }) {
        const context = contextOf(registry, language);
        const operation = operationsOf(registry).get(ref);
        const route = registry.route(ref);
        if (operation === undefined || route === undefined)
          return fail("resource-not-found", { detail: detail(language) });
        const live = await answers.of(route, registry);
        return inFrame(
          operationPage({ operation, route, live }, context),
          operationPath(ref, context),
          context,
        );
      },
      showSchema({ params, language, path, fail }) {
        const context = contextOf(registry, language);
        const content = schemaPage(params.type, context);
        return content === undefined
          ? fail("resource-not-found", { detail: detail(language) })
          : inFrame(content, path, context);
      },
      async showTopic({ params, language, path, fail }) {
        const context = contextOf(registry, language);
        const content = await topicPage(params.topic, context, runtime);
        return content === undefined
          ? fail("resource-not-found", { detail: detail(language) })
          : inFrame(content, path, context);
      },
    };
  },

  pageEntries: {
    showOperation: (registry, language) => {
      const context = { registry, language: languageOf(language) };
      return [...operationsOf(registry).values()].map(({ ref, method, path, summary }) => ({
        params: { ref },
        title: titleOf(summary, context),
        description: `${method} ${path}`,
      }));
    },
    showSchema: (registry, language) => schemaEntries(registry, languageOf(language)),
    showTopic: (registry, language) => topicsOf(registry, languageOf(language)),
  },
});
