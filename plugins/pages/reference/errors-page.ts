/** The page of all errors, by code. */
import { type Html, html, type PageContent, type Registry } from "waymark";
import { prose } from "../shared/prose.ts";
import { type Context, said } from "./context.ts";
import { jsonFigure } from "../shared/json-figure.ts";
import { adviceOf } from "./error-advice.ts";

type Entry = Pick<Registry["errors"][number], "code" | "status" | "message">;

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
  const { code, status, message } = entry;
  const { messages, language } = context;
  const { cause, remedy } = adviceOf(entry, language);
  return html`<section class="entry" aria-labelledby="${code}">
<h2 id="${code}"><a href="#${code}"><code>${code}</code></a> <span class="tag ${status < 500 ? "warn" : "bad"}">${status}</span></h2>
<div class="split"><div>
<p>${said(message, context)}</p>
<dl class="kv"><div><dt>${messages.cause}</dt><dd>${prose(cause)}</dd></div><div><dt>${messages.remedy}</dt><dd>${prose(remedy)}</dd></div></dl>
</div>
<div>${jsonFigure(errorBody(entry), messages.example, `${messages.example}: ${code}`)}</div></div>
</section>
`;
}

/** The members that every error has. */
export function errorBody({ code, status, message }: Entry): object {
  return { error: { code, message, status } };
}
