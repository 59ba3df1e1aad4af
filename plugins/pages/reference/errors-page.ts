/** The page of all errors, by code. */
import { type Html, html, type PageContent, type Registry } from "waymark";
import { examplesOf } from "../../shared/operations/examples.ts";
import { statusTag } from "../shared/parts.ts";
import type { Context } from "./context.ts";
import { translatedHtml } from "../shared/translate.ts";
import { jsonFigure } from "../shared/json-figure.ts";
import { statusMeanings } from "../shared/meanings.ts";

type Entry = Registry["errors"][number];

export function errorsPage(context: Context): PageContent {
  const { registry, messages } = context;
  const entries = registry.errors.toSorted((one, other) => one.status - other.status);
  const rows = entries.map(
    ({
      code,
      status,
    }) => html`<li><a href="#${code}"><code>${code}</code></a> <span class="soft small">${status}</span></li>
`,
  );
  return {
    html: html`<p class="lead">${messages.errorsLead}</p>
<ul class="columns">${rows}</ul>
${entries.map((entry) => errorSection(entry, context))}`,
  };
}

function errorSection(entry: Entry, context: Context): Html {
  const { code, status, message, cause, remedy } = entry;
  const { messages, registry, language } = context;
  const [reason] = statusMeanings(registry, language)[status]?.text.split(":") ?? [];
  const advice = [
    [messages.cause, cause],
    [messages.remedy, remedy],
  ].filter(([, text]) => text !== undefined);
  return html`<section class="entry" aria-labelledby="${code}">
<h2 id="${code}"><a href="#${code}"><code>${code}</code></a> ${statusTag(status)} <span class="soft small">${reason}</span></h2>
<div class="split"><div>
<p>${translatedHtml(message, context)}</p>
${advice.length > 0 && html`<dl class="kv">${advice.map(([title, text]) => html`<div><dt>${title}</dt><dd>${translatedHtml(text, context)}</dd></div>`)}</dl>`}
</div>
<div>${jsonFigure(examplesOf(registry).ofError(entry), messages.example, `${messages.example}: ${code}`)}</div></div>
</section>
`;
}
