import { definePlugin, html, pagesOf, type PageEntry } from "waymark";
import { LANGUAGES } from "../shared/languages.ts";

const TEXTS = {
  en: {
    api: "The API",
    apiText: "Where programs begin.",
    elsewhere: "elsewhere",
  },
  es: {
    api: "La API",
    apiText: "Por donde empiezan los programas.",
    elsewhere: "en otro sitio",
  },
} as const;

export default definePlugin({
  id: "sitemap",
  summary: "Lists every page for people on one page.",

  routes: {
    showSitemap: {
      method: "GET",
      path: "/sitemap",
      summary: "See every page.",
      page: {
        title: { en: "Sitemap", es: "Mapa del sitio" },
        description: {
          en: "Every page of this service.",
          es: "Todas las páginas de este servicio.",
        },
        updated: "2026-11-21",
      },
      languages: LANGUAGES,
      document: true,
      cache: { scope: "public", maxAge: "5m" },
    },
  },

  documents: {
    showSitemap(registry, _options, language) {
      const texts = TEXTS[language];
      const root = registry.href("root.showRoot");
      const item = ({ href, title, description, here }: PageEntry) =>
        html`<li><a href="${href}">${title}</a>${!here && html` <span class="tag">${texts.elsewhere}</span>`}${description !== undefined && html`<br><span class="soft">${description}</span>`}</li>`;
      return html`<ul class="index">${pagesOf(registry, language).map(item)}</ul>
${
  root !== undefined &&
  html`<h2>${texts.api}</h2>
<ul class="index"><li><a href="${root}">${root}</a><br><span class="soft">${texts.apiText}</span></li></ul>`
}`;
    },
  },
});
