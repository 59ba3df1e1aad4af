/** Ways to have the status elsewhere: the feed, JSON, badges and a small view. */
import { html, type Html, type Registry } from "waymark";
import { translate } from "waymark/services";
import { codeFigure } from "../shared/code-figure.ts";
import { plain } from "./markdown.ts";
import type { Locale } from "./messages.ts";

const BADGES = [
  ["state", "status-page.showBadge"],
  ["uptime", "status-page.showUptimeBadge"],
] as const;

const API = ["showApiSummary", "showApiStatus", "showApiComponents", "showApiIncidents"] as const;

export function programsSection(registry: Registry, { messages, language }: Locale): Html {
  const { baseUrl } = registry;
  const service = translate(registry.app.name, registry, language);
  const url = (ref: string) => `${baseUrl}${registry.href(ref) ?? ""}`;
  const page = url("status-page.showStatusPage");
  const badges = BADGES.map(([kind, ref]) => {
    const name = messages.badge[kind];
    const markdown = `[![${plain(`${service}: ${name.toLowerCase()}`)}](${url(ref)})](${page})`;
    return html`<li><p><img src="${registry.href(ref)}" alt="${name}" height="20" loading="lazy"></p>
${codeFigure(`Markdown: ${name}`, markdown, { registry, language })}</li>
`;
  });
  const frame = `<iframe src="${url("status-page.showEmbed")}" title="${service}" width="320" height="96"></iframe>`;
  return html`<section id="programs" aria-labelledby="programs-title">
<h2 id="programs-title">${messages.programs}</h2>
<ul>
<li><a href="${registry.href("status-page.showFeed")}">${messages.feed}</a></li>
<li><a href="${registry.href("status-page.showSummary")}">${messages.summary}</a></li>
<li><a href="${registry.href("status-page.showEmbed")}">${messages.embed}</a></li>
</ul>
<details id="api"><summary>${messages.api}</summary>
<p class="small soft">${messages.apiText}</p>
<ul>
${API.map((id) => registry.href(`status-page.${id}`)).map((href) => html`<li><a href="${href}"><code>${href}</code></a></li>`)}</ul></details>
<details id="badges"><summary>${messages.badges}</summary>
<p class="small soft">${messages.badgeText}</p>
<ul class="badges">
${badges}</ul></details>
<details id="embed"><summary>${messages.embed}</summary>
<p class="small soft">${messages.embedText}</p>
${codeFigure("HTML", frame, { registry, language }, messages.embed)}</details>
</section>`;
}
