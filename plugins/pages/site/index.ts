/** The look that all pages share: styles, menus, error pages, and their Markdown form. */
import { definePlugin, definePolicy, html, type Reply } from "waymark";
import { Icons, PageEntries, Runtime, Translations, RootLinks } from "waymark/services";
import { CONTENT_SECURITY_POLICY } from "../shared/content-security-policy.ts";
import { accentSheet } from "./colour.ts";
import { htmlForm, markdownForm } from "./forms.ts";
import { asScript, prepareScripts, scriptRoute, styleRoute, styleText } from "../shared/assets.ts";
import { cardFile, iconFile, iconOf } from "./mark.ts";
import { SiteOptions } from "./options.ts";

const CSP = "Content-Security-Policy";

const SCRIPT = new URL("./browser/site.ts", import.meta.url);

/** Reads the design system, in the order of the cascade. */
const readSheets = styleText(
  new URL("./styles/tokens.css", import.meta.url),
  new URL("./styles/base.css", import.meta.url),
  new URL("./styles/forms.css", import.meta.url),
  new URL("./styles/parts.css", import.meta.url),
  new URL("./styles/code.css", import.meta.url),
  new URL("./styles/data.css", import.meta.url),
  new URL("./styles/frame.css", import.meta.url),
  new URL("./styles/header.css", import.meta.url),
  new URL("./styles/media.css", import.meta.url),
);

/** Accent of tokens.css in the light theme. */
const ACCENT = "#0a5541";
/** Colour of the paper in the manifest: pages choose between two papers. */
const PAPER = "#ffffff";
const ICON_CACHE = { scope: "public", maxAge: "1d" } as const;

const policy = definePolicy({
  id: "site",
  options: SiteOptions,
  needs: { runtime: Runtime },
  pageForms: [htmlForm, markdownForm],
  compile(route, { use, options, languages }) {
    // Its styles and menus are at the listener for clients.
    if (route.declaration.listener !== undefined) return undefined;
    return {
      errorForms: [
        {
          mediaType: "text/html",
          languages,
          async write(failure, call, language) {
            const { errorPage } = await import("./error-page.ts"); // most errors are JSON
            const { registry } = use().runtime;
            return errorPage(failure, call, { registry, language, options });
          },
        },
      ],
      contributes: route.kind === "page" ? OF_PAGES : OF_OTHERS,
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

const ON_ERRORS = { header: CSP, outcomes: ["error"], value: ownOnPages } as const;
const ON_PAGES = {
  header: CSP,
  outcomes: ["ok", "notModified"],
  value: CONTENT_SECURITY_POLICY,
} as const;
/** Headers of pages, made once for all routes, because routes may be many. */
const OF_PAGES = [ON_ERRORS, ON_PAGES];
const OF_OTHERS = [ON_ERRORS, { ...ON_PAGES, of: "view" as const }];

export default definePlugin({
  id: "site",
  summary: "The look, menus and error pages of all pages, as HTML or, by Accept, as Markdown.",
  options: SiteOptions,
  needs: { runtime: Runtime },
  points: [Icons, PageEntries, RootLinks, Translations],
  policies: [policy],

  setup: () => prepareScripts(SCRIPT),
  languages: { es: new URL("./es.json", import.meta.url) },

  routes: {
    showStyles: styleRoute("/assets/site.css", "Read the styles of all pages."),
    showScript: scriptRoute("/assets/site.js", "Read the script of all pages."),
    showIcon: {
      method: "GET",
      path: "/favicon.svg",
      summary: "See the icon of the service.",
      text: { mediaType: "image/svg+xml" },
      document: true,
      asset: true,
      cache: { ...ICON_CACHE, versioned: true },
    },
    // Browsers and crawlers ask for it by themselves.
    findIcon: {
      method: "GET",
      path: "/favicon.ico",
      summary: "Leads to the icon of the service.",
      redirect: { to: "showIcon", status: 308 },
      asset: true,
      cache: ICON_CACHE,
    },
    showCard: {
      method: "GET",
      path: "/assets/card.svg",
      summary: "See the image that other sites show beside a link to this one.",
      text: { mediaType: "image/svg+xml" },
      document: true,
      asset: true,
      cache: ICON_CACHE,
    },
    showManifest: {
      method: "GET",
      path: "/site.webmanifest",
      summary: "Read the name, icon and colours of the site.",
      text: { mediaType: "application/manifest+json" },
      document: true,
      asset: true,
      cache: ICON_CACHE,
    },
  },

  documents: {
    showStyles: (_registry, { accent }) =>
      accent === undefined ? readSheets() : `${readSheets()}\n${accentSheet(accent)}`,
    showScript: () => SCRIPT.href,
    showIcon: (_registry, { accent, logo }) =>
      logo ? iconOf(logo) : iconFile(accent?.light ?? ACCENT),
    showCard: ({ app }, { accent }) =>
      cardFile(accent?.light ?? ACCENT, html`${app.name}`, html`${app.description}`),
    showManifest: ({ app, href }, { accent }) =>
      JSON.stringify({
        name: app.name,
        description: app.description,
        start_url: "/",
        display: "browser",
        icons: [{ src: href("site.showIcon"), sizes: "any", type: "image/svg+xml" }],
        background_color: PAPER,
        theme_color: accent?.light ?? ACCENT,
      }),
  },
  renderers: { showScript: asScript },
});
