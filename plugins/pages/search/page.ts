/** The results as a page, which needs no script. */
import { html, type Html, type PageContent, type Registry } from "waymark";
import { getOrMake } from "waymark/advanced";
import type { SearchEntry } from "./model.ts";
import { MAX_QUERY } from "./limits.ts";
import { createSearch, type Search } from "./match.ts";
import { type Messages, searchMessages } from "./messages.ts";
import { fill, plural } from "../shared/fill.ts";

const searches = new WeakMap<readonly SearchEntry[], Search>();

export function searchPage(
  query: string,
  entries: readonly SearchEntry[],
  registry: Registry,
  language: string,
): PageContent {
  const messages = searchMessages(registry, language);
  const content = html`<form role="search" action="${registry.href("search.showSearch")}" class="find">
<label for="find">${messages.label}</label>
<div><input type="search" name="q" id="find" value="${query}" maxlength="${MAX_QUERY}" autocomplete="off"><input type="hidden" name="lang" value="${language}"><button>${messages.button}</button></div>
</form>
${query.trim() === "" ? html`<p class="soft">${messages.start}</p>` : results(query, getOrMake(searches, entries, () => createSearch(entries, messages))(query), messages, language)}`;
  return { styles: ["search.showStyles"], html: content };
}

function results(
  query: string,
  matches: readonly SearchEntry[],
  messages: Messages,
  language: string,
): Html {
  if (matches.length === 0)
    return html`<div class="empty"><p><strong>${fill(messages.none, { query })}</strong></p><p>${messages.advice}</p></div>`;
  const items = matches.map(
    ({ kind, title, text, method, href }) =>
      html`<li><a href="${href}">${method !== undefined && html`<span class="method ${method.toLowerCase()}">${method}</span> `}<span class="found">${title}</span></a> <span class="tag">${kind}</span>${text !== undefined && html`<p>${text}</p>`}</li>
`,
  );
  return html`<h2>${plural(messages.count, matches.length, language)}</h2>
<ol class="results">${items}</ol>`;
}
