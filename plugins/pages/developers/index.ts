/** The page for developers: the data, every operation, and a playground to try them in. */
import { definePlugin, optional } from "waymark";
import { Health, Runtime, Translations } from "waymark/services";
import { asScript, prepareScripts, scriptRoute, styleRoute, styleText } from "../shared/assets.ts";
import { LANGUAGES } from "../../shared/languages.ts";
import { ApiDescription } from "../shared/playground/description.ts";

const PLAYGROUND = new URL("./browser/playground.ts", import.meta.url);
const GRAPHQL_EDITOR = new URL("./browser/graphql-editor.ts", import.meta.url);

export default definePlugin({
  id: "developers",
  summary: "A page for developers, with the data, every operation and a playground.",
  icon: "M1.5 2.5h13v11h-13zM4.25 5.75 6.5 8l-2.25 2.25M8.5 10.5h3",
  needs: { runtime: Runtime, health: optional(Health) },
  points: [Translations],

  setup: () => prepareScripts(PLAYGROUND, GRAPHQL_EDITOR),

  routes: {
    showDevelopers: {
      method: "GET",
      path: "/developers",
      summary: "Learn and try the API.",
      page: {
        title: "Developers",
        description: "The data of the API, its operations, and a playground to try them in.",
        menu: "main",
        updated: "2026-11-21",
      },
      languages: LANGUAGES,
      publish: { rootLink: "developers", capability: "apiPlayground" },
      // It says how the service is.
      cache: { scope: "public", maxAge: "30s" },
    },
    // A visitor who types only the name of the host is most likely new here.
    home: {
      method: "GET",
      path: "/",
      summary: "Leads to the page for developers.",
      redirect: { to: "showDevelopers", status: 302 },
      asset: true,
      cache: { scope: "public", maxAge: "5m" },
    },
    showOperations: {
      method: "GET",
      path: "/developers/operations.json",
      summary: "Read the operations of the API for the playground.",
      returns: ApiDescription,
      document: true,
      asset: true,
      bareBody: true,
      languages: LANGUAGES,
      cache: { scope: "public", maxAge: "5m" },
    },
    showStyles: styleRoute("/developers/developers.css", "Read the styles of the developers page."),
    showScript: scriptRoute("/developers/playground.js", "Read the script of the playground."),
    showGraphqlEditor: scriptRoute(
      "/developers/graphql-editor.js",
      "Read the script of the playground's GraphQL editor.",
    ),
  },

  handlers: ({ runtime, health }, { registry }) => ({
    async showDevelopers({ language }) {
      const { developersPage } = await import("./page.ts");
      return developersPage(registry, language, runtime, health);
    },
  }),

  documents: {
    async showOperations(registry, _options, language) {
      const { describeApi } = await import("../shared/playground/describe.ts");
      return describeApi(registry, language);
    },
    showStyles: styleText(
      new URL("../shared/resource-map.css", import.meta.url),
      new URL("./developers.css", import.meta.url),
    ),
    showScript: () => PLAYGROUND.href,
    showGraphqlEditor: () => GRAPHQL_EDITOR.href,
  },

  renderers: { showScript: asScript, showGraphqlEditor: asScript },
});
