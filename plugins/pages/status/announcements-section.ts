/** The section of notices and planned maintenance. */
import { html, type Html, textIn } from "waymark";
import { isShown, type Maintenance } from "./announcements.ts";
import type { StatusInfo } from "./info.ts";
import type { Locale } from "./messages.ts";

export function announcementsSection(info: StatusInfo, locale: Locale): Html {
  const { messages, language } = locale;
  const { notices, maintenance, at } = info;
  return html`<div id="announcements" data-live>${
    notices.length > 0 &&
    html`<section aria-label="${messages.notices}">${notices.map(({ id, title }) => html`<p class="notice" id="note-${id}">${textIn(title, language)}</p>`)}</section>`
  }${
    maintenance.length > 0 &&
    html`<section aria-labelledby="maintenance-title"><h2 id="maintenance-title">${messages.maintenance}</h2>
<ul class="rows">
${maintenance.map((one) => maintenanceItem(one, isShown(one, at), info, locale))}</ul></section>`
  }</div>`;
}

export function maintenanceItem(
  one: Maintenance,
  isUnderWay: boolean,
  { names }: StatusInfo,
  { messages, format, language, time }: Locale,
): Html {
  const { id, title, text, from, until, affects } = one;
  const systems = format.list(affects.map((subject) => names(subject, language)));
  return html`<li class="info" id="maintenance-${id}"><div class="row"><h3>${textIn(title, language)}</h3>${isUnderWay && html`<span class="tag info">${messages.underWay}</span>`}</div>
<p class="small soft">${time(from)} – ${time(until)}${systems !== "" && ` · ${messages.affected}: ${systems}`}</p>
${text !== undefined && html`<p>${textIn(text, language)}</p>`}</li>
`;
}
