import "../../../chunks/kernel.js";
import { o as html } from "../../../chunks/page-form.js";
import { t as search } from "../../../chunks/match.js";
import { t as MESSAGES } from "../../../chunks/messages2.js";
// plugins/pages/search/page.ts
/** The results as a page, which needs no script. */
function searchPage(query, entries, registry, language) {
	const messages = MESSAGES[language];
	return html`<link rel="stylesheet" href="${registry.href("search.showStyles")}">
<form role="search" action="${registry.href("search.showSearch")}" class="find">
<label for="find">${messages.label}</label>
<div><input type="search" name="q" id="find" value="${query}" maxlength="${100}" autocomplete="off"><input type="hidden" name="lang" value="${language}"><button>${messages.button}</button></div>
</form>
${query.trim() === "" ? html`<p class="soft">${messages.start}</p>` : results(query, search(entries, query), messages)}`;
}
function results(query, found, messages) {
	if (found.length === 0) return html`<div class="empty"><p><strong>${messages.none(query)}</strong></p><p>${messages.advice}</p></div>`;
	const items = found.map(({ kind, title, text, method, href }) => html`<li><a href="${href}">${method !== void 0 && html`<span class="method ${method.toLowerCase()}">${method}</span> `}<span class="found">${title}</span></a> <span class="tag">${kind}</span>${text !== void 0 && html`<p>${text}</p>`}</li>
`);
	return html`<h2>${messages.count(found.length)}</h2>
<ol class="results">${items}</ol>`;
}
export { searchPage };

//# sourceMappingURL=page.js.map