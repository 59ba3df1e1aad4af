/** Ways to have the status elsewhere: the feed, JSON, badges and a small view. */
import { html, type Html } from "waymark";
import { translate } from "waymark/services";
import { requiredScopes } from "waymark/advanced";
import { codeFigure } from "../shared/code-figure.ts";
import { toCurl } from "../shared/operations/commands.ts";
import { credentialsOf } from "../shared/operations/credentials.ts";
import { codeList } from "../shared/prose.ts";
import type { Locale } from "./messages.ts";

const BADGES = [
  ["state", "status-page.showBadge"],
  ["uptime", "status-page.showUptimeBadge"],
] as const;

const API = ["showApiSummary", "showApiStatus", "showApiComponents", "showApiIncidents"] as const;

/** Returns the command that subscribes to changes of the state; undefined where callers cannot subscribe. */
function webhooks(locale: Locale) {
  const { registry, messages, language } = locale;
  const route = registry.route("webhook-subscriptions.createSubscription");
  if (route === undefined || registry.events.get("status.changed")?.webhooks !== true)
    return undefined;
  const call = {
    method: route.method,
    target: route.path,
    headers: [],
    body: JSON.stringify({ url: "https://example.com/hooks", events: ["status.changed"] }),
  };
  const [first] = credentialsOf(registry, language);
  const command = toCurl({ ...call, credential: first }, registry.baseUrl);
  const scopes = requiredScopes(route) ?? [];
  return html`<details id="webhooks"><summary>${messages.webhooks}</summary>
<p class="small soft">${messages.webhooksText} ${codeList(scopes)}</p>
${codeFigure("curl", command, locale, messages.webhooks)}</details>
`;
}

export function programsSection(locale: Locale): Html {
  const { registry, messages, language } = locale;
  const { baseUrl } = registry;
  const service = translate(registry.app.name, registry, language);
  const url = (ref: string) => `${baseUrl}${registry.href(ref) ?? ""}`;
  const page = url("status-page.showStatusPage");
  const badges = BADGES.map(([kind, ref]) => {
    const name = messages.badge[kind];
    const markdown = `[![${plain(`${service}: ${name.toLowerCase()}`)}](${url(ref)})](${page})`;
    return html`<li><p><img src="${registry.href(ref)}" alt="${name}" height="20" loading="lazy"></p>
${codeFigure(`Markdown: ${name}`, markdown, locale)}</li>
`;
  });
  const frame = `<iframe src="${url("status-page.showEmbed")}" title="${service}" width="320" height="96"></iframe>`;
  return html`<section id="programs" aria-labelledby="programs-title">
<h2 id="programs-title">${messages.programs}</h2>
<ul>
<li><a href="${registry.href("status-page.showFeed")}">${messages.feed}</a></li>
<li><a href="${registry.href("status-page.showEmbed")}">${messages.embed}</a></li>
</ul>
<details id="api"><summary>${messages.api}</summary>
<p class="small soft">${messages.apiText}</p>
<ul>
${API.map((id) => registry.href(`status-page.${id}`)).map((href) => html`<li><a href="${href}"><code>${href}</code></a></li>`)}</ul></details>
${webhooks(locale)}<details id="badges"><summary>${messages.badges}</summary>
<p class="small soft">${messages.badgeText}</p>
<ul class="badges">
${badges}</ul></details>
<details id="embed"><summary>${messages.embed}</summary>
<p class="small soft">${messages.embedText}</p>
${codeFigure("HTML", frame, locale, messages.embed)}</details>
</section>`;
}

/** Returns text without a meaning in Markdown. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll(/[\\`*_[\]<>&|~#]/g, "\\$&");
}
