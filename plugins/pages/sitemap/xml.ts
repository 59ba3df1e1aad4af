import { definePlugin } from "waymark";
import { escapeHtml } from "waymark/advanced";
import { PageEntries, pageEntriesOf, pagesOf, RootLinks } from "waymark/services";

export default definePlugin({
  id: "sitemap-xml",
  summary: "A sitemap.xml with every page, for crawlers (sitemaps.org 0.9).",

  points: [PageEntries, RootLinks],

  routes: {
    showSitemapXml: {
      method: "GET",
      path: "/sitemap.xml",
      summary: "List the pages for crawlers.",
      text: { mediaType: "application/xml" },
      document: true,
      asset: true,
      cache: { scope: "public", maxAge: "5m" },
    },
  },

  documents: {
    showSitemapXml(registry) {
      const { baseUrl } = registry;
      // A sitemap may only name pages of its own host.
      const urls = [...pagesOf(registry, undefined), ...pageEntriesOf(registry, undefined)]
        .filter(({ here }) => here)
        .map(({ href, updated }) => {
          const lastmod = updated === undefined ? "" : `<lastmod>${updated}</lastmod>`;
          return `  <url><loc>${escapeHtml(`${baseUrl}${href}`)}</loc>${lastmod}</url>\n`;
        });
      return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("")}</urlset>\n`;
    },
  },
});
