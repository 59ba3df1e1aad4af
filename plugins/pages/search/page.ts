/** The results as a page, which needs no script. */
import { html, type Html, type PageContent, type Registry } from "waymark";
import type { Language } from "../shared/languages.ts";
import type { SearchEntry } from "./model.ts";
import { MAX_QUERY, search } from "./match.ts";
import { type Messages, MESSAGES } from "./messages.ts";

export function searchPage(
  query: string,
  entries: readonly SearchEntry[],
  registry: Registry,
  language: Language,
): PageContent {
  const messages = MESSAGES[language];
  const content = html`<form role="search" action="${registry.href("search.showSearch")}" class="find">
<label for="find">${messages.label}</label>
<div><input type="search" name="q" id="find" value="${query}" maxlength="${MAX_QUERY}" autocomplete="off"><input type="hidden" name="lang" value="${language}"><button>${messages.button}</button></div>
</form>
${query.trim() === "" ? html`<p class="soft">${messages.start}</p>` : results(query, search(entries, query), messages)}`;
  return { styles: ["search.showStyles"], html: content };
}

function results(query: string, matches: readonly SearchEntry[], messages: Messages): Html {
  if (matches.length === 0)
    return html`<div class="empty"><p><strong>${messages.none(query)}</strong></p><p>${messages.advice}</p></div>`;
  const items = matches.map(
    ({ kind, title, text, method, href }) =>
      html`<li><a href="${href}">${method !== undefined && html`<span class="method ${method.toLowerCase()}">${method}</span> `}<span class="found">${title}</span></a> <span class="tag">${kind}</span>${text !== undefined && html`<p>${text}</p>`}</li>
`,
  );
  return html`<h2>${messages.count(matches.length)}</h2>
<ol class="results">${items}</ol>`;
}
