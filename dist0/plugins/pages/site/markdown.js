import "../../../chunks/kernel.js";
import { c as textIn, i as Html, o as html } from "../../../chunks/page-form.js";
import MarkdownIt from "markdown-it";
// plugins/pages/site/markdown.ts
/** Markdown as HTML. */
const renderer = new MarkdownIt("default", {
	html: false,
	linkify: false,
	typographer: false
});
const { escapeHtml } = renderer.utils;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const HARMLESS = /^(?:https?|mailto|tel):/i;
renderer.validateLink = (url) => !SCHEME.test(url.trim()) || HARMLESS.test(url.trim());
/** Number of headings from which a text has a table of contents. */
const LONG = 7;
/** Ids used by the layout and by the table of contents. */
const TAKEN = ["main", "contents"];
const CONTENTS = {
	en: "On this page",
	es: "En esta página"
};
renderer.core.ruler.push("page", ({ tokens, Token: Made }) => {
	nameHeadings(tokens);
	for (const token of tokens) {
		if (token.type === "th_open" || token.type === "td_open") token.attrs = null;
		if (token.type === "inline") token.children = ownImagesOnly(token.children ?? [], Made);
	}
});
renderer.renderer.rules.table_open = (tokens, index) => {
	const id = tokens.slice(0, index).findLast(({ type }) => type === "heading_open")?.attrGet("id") ?? void 0;
	return `<div class="scroll" tabindex="0"${id === void 0 ? "" : ` role="group" aria-labelledby="${escapeHtml(String(id))}"`}>\n<table>\n`;
};
renderer.renderer.rules.table_close = () => "</table>\n</div>\n";
const code = (tokens, index) => `<pre tabindex="0"><code>${escapeHtml(tokens[index]?.content ?? "")}</code></pre>\n`;
renderer.renderer.rules.fence = code;
renderer.renderer.rules.code_block = code;
/**
* CommonMark with tables, as HTML in which all text is escaped. Headings start at the second level, because the page's
* title is the first. Each has an anchor; a text with many has a table of contents, in `language`.
*/
function renderMarkdown(source, language) {
	const environment = {};
	const tokens = renderer.parse(source, environment);
	const render = (part) => Html.trust(renderer.renderer.render(part, renderer.options, environment));
	const starts = tokens.flatMap(({ type, tag, level }, index) => type === "heading_open" && tag === "h2" && level === 0 ? [index] : []);
	const [first = 0] = starts;
	if (starts.length < LONG) return render(tokens);
	const entries = starts.map((index) => html`<li><a href="#${tokens[index]?.attrGet("id")}">${textOf(tokens[index + 1])}</a></li>`);
	return html`${render(tokens.slice(0, first))}<nav class="card" aria-labelledby="contents"><p id="contents"><strong>${textIn(CONTENTS, language)}</strong></p>
<ul>${entries}</ul></nav>
${render(tokens.slice(first))}`;
}
function nameHeadings(tokens) {
	const used = new Set(TAKEN);
	tokens.forEach((token, index) => {
		if (token.type !== "heading_open" && token.type !== "heading_close") return;
		if (token.tag === "h1") token.tag = "h2";
		if (token.type === "heading_close") return;
		const slug = slugOf(textOf(tokens[index + 1]));
		let id = slug;
		for (let copy = 2; used.has(id); copy++) id = `${slug}-${copy}`;
		used.add(id);
		token.attrSet("id", id);
	});
}
/** The text of an inline token, without its markup. */
function textOf(token) {
	return (token?.children ?? []).map(({ type, content }) => type === "softbreak" ? " " : content).join("");
}
function slugOf(heading) {
	const slug = heading.toLowerCase().normalize("NFD").replace(/\p{M}+/gu, "").replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
	return slug === "" ? "section" : slug;
}
/** Images must come from this origin. Another image becomes a link to it or, within a link, its text. */
function ownImagesOnly(tokens, Made) {
	let linked = false;
	return tokens.flatMap((token) => {
		if (token.type === "link_open") linked = true;
		if (token.type === "link_close") linked = false;
		const source = String(token.attrGet("src") ?? "");
		if (token.type !== "image" || !isElsewhere(source)) return [token];
		const text = new Made("text", "", 0);
		text.content = token.content === "" ? source : token.content;
		if (linked) return [text];
		const open = new Made("link_open", "a", 1);
		open.attrSet("href", source);
		return [
			open,
			text,
			new Made("link_close", "a", -1)
		];
	});
}
function isElsewhere(source) {
	return SCHEME.test(source) || source.startsWith("//");
}
export { renderMarkdown };

//# sourceMappingURL=markdown.js.map