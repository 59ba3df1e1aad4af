/** The look that all pages share: style, menus, error pages, and Markdown for those who prefer it. */
import { readFileSync } from "node:fs";
import { definePlugin, definePolicy, type Reply } from "waymark";
import { Runtime } from "waymark/services";
import { CONTENT_SECURITY_POLICY } from "./csp.ts";
import { errorPage } from "./error-page.ts";
import { htmlForm, markdownForm } from "./forms.ts";
import { styleRoute } from "../shared/assets.ts";
import { LANGUAGES } from "../shared/languages.ts";

const CSP = "Content-Security-Policy";
const STYLES = new URL("./site.css", import.meta.url);
const ICON = new URL("./favicon.svg", import.meta.url);

const policy = definePolicy({
  id: "site",
  needs: { runtime: Runtime },
  pageForms: [htmlForm, markdownForm],
  compile(route, { use }) {
    // Only what has a language anyway, and what no route answers, negotiates that of its error pages: answers of the API
    // would vary by Accept-Language for nobody's good.
    const speaks = route.kind === "page" || route.kind === "none";
    return {
      errorForm: {
        mediaType: "text/html",
        languages: speaks ? LANGUAGES : ["en"],
        write: (failure, call, language) =>
          errorPage(failure, call, use().runtime.registry, language),
      },
      adds: [
        { header: CSP, outcomes: ["error"], value: ownOnPages },
        ...(route.kind === "page"
          ? [
              {
                header: CSP,
                outcomes: ["ok", "notModified"] as const,
                value: CONTENT_SECURITY_POLICY,
              },
            ]
          : []),
      ],
    };
  },
  statement: () => ({ contentSecurityPolicy: CONTENT_SECURITY_POLICY }),
  conformance: () => import("./conformance.ts"),
});

function ownOnPages(_call: unknown, { representation }: Reply): string | undefined {
  return representation?.contentType.startsWith("text/html") === true
    ? CONTENT_SECURITY_POLICY
    : undefined;
}

export default definePlugin({
  id: "site",
  summary:
    "Gives pages for people their look, menus and error pages, and Markdown to whoever prefers that.",
  needs: { runtime: Runtime },
  policies: [policy],

  routes: {
    showStyles: {
      ...styleRoute("/assets/site.css", "Read the styles of all pages."),
      // The page that tells of the limit is to look like the others.
      rateLimit: "exempt",
    },
    showIcon: {
      method: "GET",
      path: "/favicon.svg",
      summary: "See the icon of the service.",
      text: { mediaType: "image/svg+xml" },
      document: true,
      site: true,
      cache: { scope: "public", maxAge: "1d" },
    },
  },

  documents: {
    showStyles: () => readFileSync(STYLES, "utf8"),
    showIcon: () => readFileSync(ICON, "utf8"),
  },
});
