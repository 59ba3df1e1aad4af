/** Answers of the API as pages, for people who open their addresses in a browser. */
import { definePlugin, definePolicy } from "waymark";
import { isViewable, type RouteBase } from "waymark/advanced";
import { Runtime, Translations } from "waymark/services";
import { asScript, prepareScripts, scriptRoute, styleText, styleRoute } from "../shared/assets.ts";

const SCRIPT = new URL("./browser/live.ts", import.meta.url);

/** Checks that a route is an answer of the API on the public listener, which also has the styles. */
function isShown(route: RouteBase): boolean {
  return isViewable(route) && !route.site && route.declaration.listener === undefined;
}

const policy = definePolicy({
  id: "views",
  needs: { runtime: Runtime },
  compile(route, { use, languages }) {
    if (!isShown(route)) return undefined;
    return {
      view: {
        languages,
        async render(answer, call, language) {
          const { viewPage } = await import("./page.ts"); // most services answer programs alone
          const { registry } = use().runtime;
          const sealed = registry.route(route.ref);
          if (sealed === undefined) throw new Error(`${route.ref} is not served`);
          return viewPage({ answer, call, route: sealed, registry, language });
        },
      },
    };
  },
  statement: ({ languages }) => ({ mediaType: "text/html", languages }),
  conformance: () => import("./conformance.ts"),
});

export default definePlugin({
  id: "views",
  summary:
    "Shows the answers of the API as pages to browsers, with their links, schema and headers.",
  points: [Translations],
  policies: [policy],
  setup: () => prepareScripts(SCRIPT),

  routes: {
    showStyles: styleRoute("/assets/views.css", "Read the styles of answers as pages."),
    showScript: scriptRoute("/assets/views.js", "Read the script of answers as pages."),
  },

  documents: {
    showStyles: styleText(new URL("./views.css", import.meta.url)),
    showScript: () => SCRIPT.href,
  },

  renderers: { showScript: asScript },
});
