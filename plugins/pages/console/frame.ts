/** The frame of every page of the console: its bar, the menu at the left, and the content. */
import { type HandlerCall, type Html, html, type Registry } from "waymark";
import { translate } from "waymark/services";
import { consoleMessages } from "./messages.ts";

/** A request for a page of the console. */
export interface PageCall {
  readonly language: string;
  readonly path: string;
  readonly values: { readonly token: string };
}

/** The operator's call, for reads and writes on its behalf. */
export type OperatorCall = Pick<HandlerCall, "signal" | "requestId" | "client"> & {
  readonly language: string;
};

/** Parts of a page. */
export interface Page {
  readonly title: string;
  readonly content: Html;
}

/** Pages of the menu, by the key of their title. */
const MENU = {
  overview: "/console",
  plugins: "/console/plugins",
  map: "/console/map",
  requests: "/console/requests",
  data: "/console/data",
  announcements: "/console/status",
} as const;

/** Path of the sign-in page, which has no menu: strangers see none of the others. */
export const SIGN_IN = "/console/sign-in";

/** Checks that a page has something to show: the status page is a plugin, which may be off. */
function isShown(key: string, registry: Registry): boolean {
  return key !== "announcements" || registry.route("status-page.showStatusPage") !== undefined;
}

/** Returns a whole HTML document. */
export function frame({ title, content }: Page, call: PageCall, registry: Registry): string {
  const { language, path, values } = call;
  const messages = consoleMessages(registry, language);
  const name = translate(registry.app.name, registry, language);
  const pages = new Set([...registry.routes, ...registry.adminRoutes].map((route) => route.path));
  const isStranger = path === SIGN_IN;
  const isSignedIn = registry.route("console.signOut") !== undefined && !isStranger;
  const entries = Object.entries(MENU).map(([key, href]) => {
    if (!pages.has(href) || !isShown(key, registry)) return undefined;
    const isHere = href === "/console" ? path === href : path.startsWith(href);
    return html`<li><a href="${href}"${isHere && html` aria-current="page"`}>${messages.menu[key as keyof typeof MENU]}</a></li>
`;
  });
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${name} · ${messages.console}</title>
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/console/console.css">
<script type="module" src="/console/console.js"></script>
</head>
<body data-token="${values.token}" data-failed="${messages.failed}">
<a class="skip" href="#main">${messages.skip}</a>
<header class="bar"><a class="brand" href="/console">${name}</a> <span class="tag">${messages.console}</span>${isSignedIn && values.token !== "" && html` <form data-act="/console"><button class="quiet">${messages.signOut}</button> <output></output></form>`}</header>
<div class="console">
${
  !isStranger &&
  html`<nav aria-label="${messages.console}"><ul>
${entries}</ul></nav>
`
}<main id="main" tabindex="-1">
<h1>${title}</h1>
${content}
</main>
</div>
</body>
</html>
`.toString();
}
