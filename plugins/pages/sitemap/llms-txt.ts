import { definePlugin } from "waymark";
import { RootLinks, Translations } from "waymark/services";

export default definePlugin({
  id: "llms-txt",
  summary: "An index of pages and API for language models (llmstxt.org).",
  points: [RootLinks, Translations],

  routes: {
    showLlmsTxt: {
      method: "GET",
      path: "/llms.txt",
      summary: "Read the index for language models.",
      text: { mediaType: "text/markdown" },
      document: true,
      asset: true,
      cache: { scope: "public", maxAge: "5m" },
    },
  },

  documents: {
    showLlmsTxt: async (registry) => (await import("./llms-text.ts")).llmsText(registry),
  },
});
