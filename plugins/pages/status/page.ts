/** The page in HTML. The script keeps it live by replacing its sections one by one. */
import { html, type Html, type Registry } from "waymark";
import { requiredScopes } from "waymark/advanced";
import { assetHref } from "../shared/assets.ts";
import { announcementsSection } from "./announcements-section.ts";
import { incidentHref, incidentTitle, ongoingSection, pastSection } from "./incidents.ts";
import { ongoing, type StatusInfo } from "./info.ts";
import type { ShownState } from "./sections.ts";
import { objectivesSection } from "./objectives-section.ts";
import { programsSection } from "./programs.ts";
import { RANGE_NAMES, type RangeName } from "./routes.ts";
import { systemsSection, TONE } from "./systems.ts";
import { trafficSection } from "./traffic.ts";
import type { Locale } from "./messages.ts";
import { durationText } from "../shared/format.ts";

/** Signs of states. They differ in shape, not in colour alone: a tick, an exclamation mark, a cross, two tools. */
const SIGNS: Readonly<Record<ShownState, string>> = {
  ok: "M6 12.5l4 4 8-9",
  degraded: "M12 5.5v8M12 17v1.5",
  down: "M7 7l10 10M17 7L7 17",
  maintenance: "M7 17L17 7M14 6l4 4M6 14l4 4",
};

export function statusPage(info: StatusInfo, range: RangeName, locale: Locale): Html {
  const { registry, messages } = locale;
  const { history } = info;
  const stream = registry.route("events.streamEvents");
  // The page has no credential: it polls if the stream needs one.
  const events = stream && requiredScopes(stream) === undefined ? stream.path : undefined;
  return html`${script(registry)}
<div class="status" data-events="${events}" data-live-text="${messages.live}" data-waiting-text="${messages.waiting}" data-lost-text="${messages.lost}">
<p class="hidden-text" role="status" data-announce></p>
${banner(info, locale)}
<p class="connection small soft" data-connection></p>
<noscript><p class="soft">${messages.reload}</p></noscript>
${ongoingSection(info, locale)}
${announcementsSection(info, locale)}
${
  typeof history === "object"
    ? html`${rangeSwitch(range, locale)}
${systemsSection(info, range, locale)}
${trafficSection(history, range, info.names, locale)}
${objectivesSection(history.objectives, locale)}
${pastSection(info, range, locale)}`
    : html`${systemsSection(info, range, locale)}
<section id="past" data-live><p class="soft">${history === "unreadable" ? messages.unreadable : messages.noHistory}</p></section>`
}
${programsSection(locale)}
</div>`;
}

/** The sheets of all pages of the status. */
export const STYLES = ["status-page.showStyles"] as const;

export function script(registry: Registry): Html {
  return html`<script type="module" src="${assetHref("status-page.showScript", registry)}"></script>`;
}

export function sign(state: ShownState): Html {
  return html`<svg class="sign" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="12"/><path d="${SIGNS[state]}"/></svg>`;
}

/** Returns the state, with the cause and since when, or when that was found. */
function banner(info: StatusInfo, locale: Locale): Html {
  const { registry, messages, time } = locale;
  const { status, at } = info;
  const [cause] = ongoing(info).toReversed();
  return html`<section id="state" class="banner ${TONE[status]}" data-live data-state="${status}" aria-labelledby="state-title">
${sign(status)}
<div><h2 id="state-title">${messages.overall[status]}</h2>
${
  cause !== undefined &&
  html`<p class="cause"><a href="${incidentHref(registry, cause)}">${incidentTitle(cause, info.names, locale)}</a> · ${messages.since} ${time(cause.start)} · ${durationText(at - cause.start)}</p>`
}
<p>${messages.checked} ${time(at)}</p></div>
</section>`;
}

function rangeSwitch(current: RangeName, { registry, messages }: Locale): Html {
  const path = registry.href("status-page.showStatusPage");
  return html`<nav id="ranges" class="ranges" data-live aria-label="${messages.period}"><ul>${RANGE_NAMES.map(
    (name) =>
      html`<li><a href="${path}?range=${name}"${name === current && html` aria-current="true"`}>${messages.ranges[name]}</a></li>`,
  )}</ul></nav>`;
}
