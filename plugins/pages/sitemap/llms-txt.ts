import { definePlugin } from "waymark";
import { absoluteRootLink } from "waymark/advanced";
import { pagesOf, Translations } from "waymark/services";

/** Entry points for programs, each a relation of the API root. */
const ENTRIES = [
  ["openapi", "OpenAPI description", "every operation with its parameters, answers and errors"],
  ["schemas", "JSON Schemas", "every type"],
  ["graphql", "GraphQL", "any number of lists and resources in one query"],
  ["mcp", "MCP", "every operation as tools of the Model Context Protocol"],
  ["client", "TypeScript client", "one file, typed to the field, that follows the policies"],
  ["capabilities", "Capabilities", "the features that are on"],
  ["errors", "Errors", "every error code and its meaning"],
] as const;

export default definePlugin({
  id: "llms-txt",
  summary: "An index of pages and API for language models (llmstxt.org).",
  points: [Translations],

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
    async showLlmsTxt(registry) {
      const { authentication } = await import("./authentication.ts");
      const { writing } = await import("./writing.ts");
      const { app, baseUrl, href, pageForms } = registry;
      const absolute = (target: string) =>
        target.startsWith("/") ? `${baseUrl}${target}` : target;
      const entry = (title: string, target: string, text: string | undefined) =>
        `- [${title}](${absolute(target)})${text === undefined ? "" : `: ${text}`}`;
      const root = href("root.showRoot");
      const api = [
        ...(root === undefined ? [] : [entry("API root", root, "the entry to the API")]),
        ...ENTRIES.flatMap(([rel, title, text]) => {
          const target = absoluteRootLink(registry, rel);
          return target === undefined ? [] : [entry(title, target, text)];
        }),
      ];
      const pages = pagesOf(registry, "en").map((page) =>
        entry(page.title, page.href, page.description),
      );
      const section = (title: string, lines: readonly string[]) =>
        lines.length === 0 ? [] : [`## ${title}`, "", ...lines, ""];
      return [
        `# ${app.name}`,
        "",
        `> ${app.description}`,
        "",
        ...(pageForms.has("text/markdown")
          ? ["Pages answer in Markdown to `Accept: text/markdown`.", ""]
          : []),
        ...section("API", api),
        ...section("Authentication", authentication(registry)),
        ...section("Writing", writing(registry)),
        ...section("Pages", pages),
      ].join("\n");
    },
  },
});
