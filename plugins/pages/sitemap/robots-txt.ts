import { definePlugin } from "waymark";
import { z } from "zod";

const path = z
  .string()
  .regex(
    /^[/*][\x21-\x7e]*$/,
    "write a path, such as /private/, percent-encoded where it is not ASCII",
  );

const Options = z.strictObject({
  disallow: z
    .array(path)
    .default([])
    .describe("Paths that crawlers should not visit, such as /private/."),
});

export default definePlugin({
  id: "robots-txt",
  summary: "A robots.txt with the paths that crawlers may visit (RFC 9309).",
  options: Options,

  routes: {
    showRobots: {
      method: "GET",
      path: "/robots.txt",
      summary: "Read which paths crawlers may visit.",
      text: { mediaType: "text/plain" },
      document: true,
      asset: true,
      cache: { scope: "public", maxAge: "1h" },
    },
  },

  documents: {
    showRobots(registry, { disallow }) {
      const sitemap = registry.href("sitemap-xml.showSitemapXml");
      const open = disallow.length === 0 ? ["Allow: /"] : disallow.map((one) => `Disallow: ${one}`);
      const group = ["User-agent: *", ...open].join("\n");
      return sitemap === undefined
        ? `${group}\n`
        : `${group}\n\nSitemap: ${registry.baseUrl}${sitemap}\n`;
    },
  },
});
