import "./kernel.js";
import { o as html } from "./page-form.js";
// plugins/pages/shared/code-figure.ts
/** Code on a page. */
const COPY = {
	en: "Copy",
	es: "Copiar"
};
/** Returns code with a head line that has its title and a button that copies it. `label` names it for screen readers. */
function codeFigure(title, code, language, label = title) {
	return html`<figure class="code"><figcaption>${title} <button type="button" class="quiet copy" data-copy>${COPY[language]}</button></figcaption><pre class="command" tabindex="0" role="region" aria-label="${label}"><code>${code}</code></pre></figure>
`;
}
/** Returns code in tabs that work without scripts; with them, the language that is chosen is remembered. `id` is unique on the page, `label` names the code for screen readers. */
function codeTabs(id, label, tabs, language) {
	return html`<div class="tabs">${tabs.map(({ name, code, text }, index) => html`<input type="radio" name="${id}" id="${id}-${index}" value="${name}" data-code-switch${index === 0 && html` checked`}><label for="${id}-${index}">${name}</label>
<div class="panel">${text !== void 0 && html`<p class="small soft">${text}</p>`}${codeFigure(name, code, language, `${label}: ${name}`)}</div>
`)}</div>
`;
}
export { codeTabs as n, codeFigure as t };

//# sourceMappingURL=code-figure.js.map