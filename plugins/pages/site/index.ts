/** The look that all pages share: styles, menus, error pages, and their Markdown form. */
import { definePlugin, definePolicy, type Reply } from "waymark";
import { Runtime } from "waymark/services";
import { errorPage } from "./error-page.ts";
import { htmlForm, markdownForm } from "./forms.ts";
import { fileText, styleRoute } from "../shared/assets.ts";
import { LANGUAGES } from "../shared/languages.ts";
import { ES } from "./es.ts";

const CSP = "Content-Security-Policy";
/** Pages load from their own origin only (CSP Level 3). */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** The design system, in the order of the cascade. */
const SHEETS = ["tokens", "base", "forms", "parts", "code", "frame", "media"];

const policy = definePolicy({
  id: "site",
  needs: { runtime: Runtime },
  pageForms: [htmlForm, markdownForm],
  compile(route, { use }) {
    // Only pages and unknown paths negotiate the language of their error pages. Answers of the API would vary by
    // Accept-Language without any benefit.
    const speaks = route.kind === "page" || route.kind === "none";
    return {
      errorForms: [
        {
          mediaType: "text/html",
          languages: speaks ? LANGUAGES : ["en"],
          write: (failure, call, language) =>
            errorPage(failure, call, use().runtime.registry, language),
        },
      ],
      contributes: [
        { header: CSP, outcomes: ["error"], value: ownOnPages },
        {
          header: CSP,
          outcomes: ["ok", "notModified"],
          value: CONTENT_SECURITY_POLICY,
          ...(route.kind === "page" ? {} : { of: "view" as const }),
        },
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
  summary: "The look, menus and error pages of all pages, as HTML or, by Accept, as Markdown.",
  needs: { runtime: Runtime },
  policies: [policy],
  translations: { es: ES },

  routes: {
    showStyles: {
      ...styleRoute("/assets/site.css", "Read the styles of all pages."),
      // The error page of the rate limit needs the styles too.
      rateLimit: "exempt",
    },
    showIcon: {
      method: "GET",
      path: "/favicon.svg",
      summary: "See the icon of the service.",
      text: { mediaType: "image/svg+xml" },
      document: true,
      asset: true,
      cache: { scope: "public", maxAge: "1d" },
    },
  },

  documents: {
    showStyles: fileText(...SHEETS.map((name) => new URL(`./styles/${name}.css`, import.meta.url))),
    showIcon: fileText(new URL("./favicon.svg", import.meta.url)),
  },
});
