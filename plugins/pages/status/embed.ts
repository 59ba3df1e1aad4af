/** A small view of the state for frames of other sites. It is a document on its own, without menus and without a script. */
import { html, type Registry } from "waymark";
import { type Locale, timeElement } from "./format.ts";
import { incidentTitle } from "./incidents.ts";
import { ongoing, type StatusInfo } from "./info.ts";
import { sign } from "./page.ts";
import { TONE } from "./systems.ts";

/** Pages of all sites may frame it (CSP Level 3, section 6.4.2); it loads two style sheets and nothing else. */
export const EMBED_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors *",
].join("; ");

/** Seconds after which a browser reads it again. */
const REFRESH_SECONDS = 60;

export function embedPage(info: StatusInfo, registry: Registry, locale: Locale): string {
  const { messages, format, language } = locale;
  const { status, at } = info;
  const [cause] = ongoing(info).toReversed();
  const { name } = registry.app;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${REFRESH_SECONDS}">
<title>${name}: ${messages.overall[status]}</title>
<link rel="stylesheet" href="${registry.href("site.showStyles")}">
<link rel="stylesheet" href="${registry.href("status-page.showStyles")}">
</head>
<body class="embed">
<main><a class="banner ${TONE[status]}" href="${registry.href("status-page.showStatusPage")}" target="_top">
${sign(status)}
<span><strong>${name}: ${messages.overall[status]}</strong>
<span class="small">${cause === undefined ? html`${messages.checked} ${timeElement(at, format.moment(at))}` : incidentTitle(cause, info.names, locale)}</span></span></a></main>
</body>
</html>
`.toString();
}
