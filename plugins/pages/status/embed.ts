/** A small view of the state for frames of other sites: a document on its own, without menus. */
import { html, type Registry } from "waymark";
import { type Locale, timeElement } from "./format.ts";
import { incidentTitle } from "./incidents.ts";
import { ongoing, type StatusInfo } from "./info.ts";
import { script, sign } from "./page.ts";
import { TONE } from "./systems.ts";

export function embedPage(info: StatusInfo, registry: Registry, locale: Locale): string {
  const { messages, format, language } = locale;
  const { status, at } = info;
  const [cause] = ongoing(info).toReversed();
  const name = registry.translate(registry.app.name, language);
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${name}: ${messages.overall[status]}</title>
<link rel="stylesheet" href="${registry.href("site.showStyles")}">
<link rel="stylesheet" href="${registry.href("status-page.showStyles")}">
${script(registry)}
</head>
<body class="embed">
<main class="status" data-live-text><a id="view" data-live class="banner ${TONE[status]}" href="${registry.href("status-page.showStatusPage")}" target="_top">
${sign(status)}
<span><strong>${name}: ${messages.overall[status]}</strong>
<span class="small">${cause === undefined ? html`${messages.checked} ${timeElement(at, format.moment(at))}` : incidentTitle(cause, info.names, locale)}</span></span></a></main>
</body>
</html>
`.toString();
}
