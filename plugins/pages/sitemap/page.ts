import { definePlugin, html } from "waymark";
import { pagesOf, type PageEntry, Translations } from "waymark/services";
import { LANGUAGES } from "../../shared/languages.ts";
import { messagesOf } from "../shared/messages.ts";
import english from "./messages.json" with { type: "json" };

const sitemapMessages = messagesOf("sitemap", english);

export default definePlugin({
  id: "sitemap",
  summary: "A page that lists every page.",
  points: [Translations],

  routes: {
    showSitemap: {
      method: "GET",
      path: "/sitemap",
      summary: "See every page.",
      page: {
        title: "Sitemap",
        description: "Every page of this service.",
        updated: "2026-11-21",
      },
      languages: LANGUAGES,
      document: true,
      cache: { scope: "public", maxAge: "5m" },
    },
  },

  documents: {
    showSitemap(registry, _options, language) {
      const messages = sitemapMessages(registry, language);
      const root = registry.href("root.showRoot");
      const item = ({ href, title, description, here }: PageEntry) =>
        html`<li><a href="${href}">${title}</a>${!here && html` <span class="tag">${messages.elsewhere}</span>`}${description !== undefined && html`<br><span class="soft">${description}</span>`}</li>`;
      return html`<ul class="index">${pagesOf(registry, language).map(item)}</ul>
${
  root !== undefined &&
  html`<h2>${messages.api}</h2>
<ul class="index"><li><a href="${root}">${root}</a><br><span class="soft">${messages.apiText}</span></li></ul>`
}`;
    },
  },
});
