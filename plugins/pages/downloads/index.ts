/** Files to download: the operations as requests for the clients of others, and a page that lists every file. */
import { definePlugin, type Registry } from "waymark";
import { z } from "zod";
import { type Language, LANGUAGES } from "../shared/languages.ts";

const FILE = {
  method: "GET",
  document: true,
  asset: true,
  languages: LANGUAGES,
  cache: { scope: "public", maxAge: "5m" },
} as const;

async function collection(registry: Registry, language: Language = "en") {
  const { postmanCollection } = await import("./postman.ts");
  return postmanCollection(await samples(registry, language));
}

async function requests(registry: Registry, language: Language = "en"): Promise<string> {
  const { httpFile } = await import("./http-file.ts");
  return httpFile(await samples(registry, language), language);
}

async function samples(registry: Registry, language: Language) {
  const { sampleRequests } = await import("./requests.ts");
  return sampleRequests(registry, language);
}

export default definePlugin({
  id: "downloads",
  summary: "Every operation as a request, in files for API clients and editors.",

  exports: {
    postman: {
      internal: true,
      derive: async (registry) => JSON.stringify(await collection(registry), undefined, 2),
    },
    http: { internal: true, derive: (registry) => requests(registry) },
  },

  routes: {
    showDownloads: {
      method: "GET",
      path: "/developers/downloads",
      summary: "See the files that describe the API.",
      page: {
        title: { en: "Downloads", es: "Descargas" },
        description: {
          en: "The API as files: for code generators, API clients and editors.",
          es: "La API en archivos: para generadores de código, clientes de API y editores.",
        },
        menu: "none",
        updated: "2026-11-22",
      },
      languages: LANGUAGES,
      document: true,
      cache: { scope: "public", maxAge: "5m" },
    },
    showPostman: {
      ...FILE,
      path: "/developers/postman_collection.json",
      summary: "Download every operation as a collection for Postman, Bruno and others.",
      returns: z.record(z.string(), z.unknown()),
      bareBody: true,
    },
    showHttp: {
      ...FILE,
      path: "/developers/requests.http",
      summary: "Download every operation as a file of requests for editors.",
      text: { mediaType: "text/plain" }, // such files have no media type of their own
    },
  },

  documents: {
    async showDownloads(registry, _options, language) {
      const { downloadsPage } = await import("./page.ts");
      return downloadsPage(registry, language);
    },
    showPostman: (registry, _options, language) => collection(registry, language),
    showHttp: (registry, _options, language) => requests(registry, language),
  },
});
