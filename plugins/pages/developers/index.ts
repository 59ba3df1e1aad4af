/** The page for developers: first calls, every operation, and a playground to try them in. */
import { definePlugin, optional, type Registry, type SealedRoute } from "waymark";
import { Health, Runtime } from "waymark/services";
import { asScript, fileText, scriptRoute, styleRoute } from "../shared/assets.ts";
import { type Language, LANGUAGES } from "../shared/languages.ts";
import { LiveAnswers } from "../shared/operations/live-answers.ts";
import { sayAll } from "../shared/say.ts";
import { credentialsOf } from "../shared/operations/credentials.ts";
import { headerMeanings, statusMeanings } from "../shared/meanings.ts";
import { operationGroups } from "../shared/operations/operations.ts";
import { listWithItem } from "./first-calls.ts";
import { developersPage } from "./page.ts";
import { PLAYGROUND_MESSAGES } from "./playground-messages.ts";
import { ApiDescription } from "../shared/operations/model.ts";

/** The member of the description, absent where callers cannot authenticate. */
function optionalCredentials(registry: Registry, language: Language) {
  const credentials = [...credentialsOf(registry, language)];
  return credentials.length === 0 ? {} : { credentials };
}

function exampleRoute(registry: Registry): SealedRoute | undefined {
  const { list } = listWithItem(registry);
  return registry.routes.find(({ method, path }) => method === "GET" && path === list);
}

export default definePlugin({
  id: "developers",
  summary: "A page for developers, with first calls, every operation and a playground.",
  needs: { runtime: Runtime, health: optional(Health) },

  routes: {
    showDevelopers: {
      method: "GET",
      path: "/developers",
      summary: "Learn and try the API.",
      page: {
        title: { en: "Developers", es: "Desarrolladores" },
        description: {
          en: "First calls, every operation of the API, and a playground to try them in.",
          es: "Primeras llamadas, todas las operaciones de la API y una zona de pruebas.",
        },
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

  handlers: ({ runtime, health }, { registry }) => {
    const answers = new LiveAnswers(runtime, () => performance.now());
    let example: { readonly route: SealedRoute | undefined } | undefined;
    return {
      async showDevelopers({ language }) {
        // Not at the start: the guards of all routes are asked for.
        const { route } = (example ??= { route: exampleRoute(registry) });
        const [report, sample] = await Promise.all([
          health?.report(),
          route && answers.of(route, registry),
        ]);
        return developersPage({ registry, language, state: report?.status, route, sample });
      },
    };
  },

  documents: {
    showOperations: (registry, _options, language) => ({
      baseUrl: registry.baseUrl,
      home: registry.href("developers.showDevelopers") ?? "/",
      groups: sayAll(operationGroups(registry), registry, language),
      ...optionalCredentials(registry, language),
      headers: headerMeanings(registry, language),
      statuses: statusMeanings(language),
      messages: PLAYGROUND_MESSAGES[language],
    }),
    showStyles: fileText(new URL("./developers.css", import.meta.url)),
    showScript: () => new URL("./browser/playground.ts", import.meta.url).href,
    showGraphqlEditor: () => new URL("./browser/graphql-editor.ts", import.meta.url).href,
  },

  renderers: { showScript: asScript, showGraphqlEditor: asScript },
});
