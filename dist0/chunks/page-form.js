// registry/contract/page.ts
/** The query parameter by which the address of a page names one of its languages, before Accept-Language is asked. */
const LANGUAGE_PARAMETER = "lang";
/** A localized text in `language`; in another of its languages where it has none in that. */
function textIn(text, language) {
	if (typeof text === "string") return text;
	return text[language ?? ""] ?? Object.values(text)[0] ?? "";
}
// registry/contract/html.ts
/** HTML as a type of its own, so that nothing unescaped gets into a page by accident. */
/** Text that is HTML already. Made by {@link html}, which escapes all other text. */
var Html = class Html {
	#text;
	constructor(text) {
		this.#text = text;
	}
	/** Declares that `text` is HTML from a source that may write markup, such as a Markdown renderer that escapes. */
	static trust(text) {
		return new Html(text);
	}
	toString() {
		return this.#text;
	}
};
/**
* HTML with values in it, each escaped for text and for quoted attributes. Attributes that hold values must be quoted.
*
* @example html`<a href="${path}">${title}</a>`
*/
function html(strings, ...values) {
	let text = strings[0] ?? "";
	values.forEach((value, index) => {
		text += render(value) + (strings[index + 1] ?? "");
	});
	return Html.trust(text);
}
function render(value) {
	if (value instanceof Html) return value.toString();
	if (typeof value === "string") return escapeHtml(value);
	if (typeof value === "number") return String(value);
	if (value === void 0 || value === null || value === false) return "";
	return value.map(render).join("");
}
const ENTITIES = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	"\"": "&quot;",
	"'": "&#39;"
};
const SPECIAL = /[&<>"'\0-\u0008\v\f\u000e-\u001f\u007f]/g;
/**
* Text as it may stand in an element or in a quoted attribute, of HTML and of XML. Control characters, which neither may
* hold, become U+FFFD.
*
* @see https://www.w3.org/TR/xml/#charsets
*/
function escapeHtml(text) {
	return text.replace(SPECIAL, (character) => ENTITIES[character] ?? "�");
}
// registry/contract/page-form.ts
/** How the content of a page becomes a whole document. */
/** Returns the title, description and path of a page in one language. */
function pageMeta(registry, route, language, content, path = route.path, namesLanguage = false) {
	const { page, summary } = route.declaration;
	const own = content instanceof Html ? void 0 : content;
	return {
		registry,
		route,
		language,
		namesLanguage,
		title: own?.title ?? localized(page?.title ?? summary, registry, language),
		description: own?.description ?? localized(page?.description ?? summary, registry, language),
		path
	};
}
/** A text by language as it says; a single one as plugins translate it. */
function localized(text, { translate }, language) {
	return typeof text === "string" ? translate(text, language) : textIn(text, language);
}
/** The kernel's own form: a document with no look. Policies may replace it, and add others. */
const pageForm = {
	mediaType: "text/html",
	render: (content, { title, description, language }) => html`<!doctype html>
<html${language === void 0 ? "" : html` lang="${language}"`}>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${description}">
<title>${title}</title>
<h1>${title}</h1>
${content instanceof Html ? content : content.html ?? html`<pre>${content.markdown}</pre>`}
</html>
`.toString()
};
export { escapeHtml as a, textIn as c, Html as i, pageForm as n, html as o, pageMeta as r, LANGUAGE_PARAMETER as s, localized as t };

//# sourceMappingURL=page-form.js.map