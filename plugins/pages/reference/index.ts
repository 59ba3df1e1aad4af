/** A reference of every operation, rendered from the OpenAPI document in the browser. */
import { definePlugin } from "waymark";
import { asScript, fileText, scriptRoute, styleRoute } from "../shared/assets.ts";
import { LANGUAGES } from "../shared/languages.ts";
import { referencePage } from "./page.ts";

export default definePlugin({
  id: "reference",
  summary: "A page to browse the OpenAPI document.",

  routes: {
    showReference: {
      method: "GET",
      path: "/developers/reference",
      summary: "Browse every operation of the API.",
      page: {
        title: { en: "API reference", es: "Referencia de la API" },
        description: {
          en: "Every operation of the API with its parameters, answers and samples, to browse and search.",
          es: "Todas las operaciones de la API con sus parámetros, respuestas y ejemplos, para explorar y buscar.",
        },
        menu: "none",
        updated: "2026-11-21",
      },
      languages: LANGUAGES,
      document: true,
      cache: { scope: "public", maxAge: "5m" },
    },
    showStyles: styleRoute("/developers/reference.css", "Read the styles of the API reference."),
    showScript: scriptRoute("/developers/reference.js", "Read the script of the API reference."),
  },

  documents: {
    showReference: (registry, _options, language) => referencePage(registry, language),
    showStyles: fileText(new URL("./reference.css", import.meta.url)),
    showScript: () => new URL("./browser/reference.ts", import.meta.url).href,
  },

  renderers: { showScript: asScript },
});
