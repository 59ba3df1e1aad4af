import { n as linkTarget } from "./links.js";
// plugins/pages/texts/shared/markdown.ts
/** Markdown as a type of its own, so that values from the config show as text. */
/** A part of a text that is Markdown already. Made by {@link markdown}, which escapes everything else. */
var Markdown = class Markdown {
	#source;
	constructor(source) {
		this.#source = source;
	}
	/** Declares that `source` may contain markup. */
	static trust(source) {
		return new Markdown(source);
	}
	toString() {
		return this.#source;
	}
};
/**
* Markdown with values in it, each escaped so that it shows as it is; code and links have functions of their own. The first
* and the last line break do not count, and a part that is left out takes its line with it.
*
* @example
* markdown`
* ${name} is run by ${operator}.
* ${when("rel:terms")`
* See the [terms](rel:terms).
* `}
* `
*/
function markdown(strings, ...values) {
	let source = (strings[0] ?? "").replace(/^\n/, "");
	values.forEach((value, index) => {
		const next = strings[index + 1] ?? "";
		if (value === void 0 && /(?:^|\n)$/.test(source)) source += next.replace(/^\n/, "");
		else source += asSource(value, source) + next;
	});
	return Markdown.trust(source.replace(/\n$/, ""));
}
/** A part that is there where `condition` holds. */
function partIf(condition) {
	return condition ? markdown : () => void 0;
}
/** A part for when the operator has set an option. */
function whenSet(option) {
	return partIf(option !== void 0);
}
/** A part for when the operator has set none of these options. */
function unlessSet(...options) {
	return partIf(options.every((option) => option === void 0));
}
function asSource(value, before) {
	if (typeof value === "string") return escape(value, before);
	return value instanceof Markdown ? value.toString() : (value ?? []).join("\n");
}
/** Inline code. Backticks become apostrophes: they would end it. */
function code(text = "") {
	return Markdown.trust(`\`${oneLine(text).replaceAll("`", "'")}\``);
}
/** A shell command as a block of code. */
function shell(command) {
	return Markdown.trust(`\`\`\`sh\n${oneLine(command).replaceAll("`", "'")}\n\`\`\``);
}
/** A link to a URL that the operator has set. */
function link(url = "", text = url) {
	return Markdown.trust(`[${escape(text)}](${linkTarget(url)})`);
}
function mailLink(address = "") {
	return link(`mailto:${address}`, address);
}
/** Where a line, a list item or a quotation begins: there, some characters mean a list or a heading. */
const LINE_START = /(?:^|\n)[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?$/;
/** `before` is the source up to the value. */
function escape(value, before = "") {
	const escaped = oneLine(value).replace(/[\\`*_{}[\]<>()#|&!~]/g, "\\$&");
	if (!LINE_START.test(before)) return escaped;
	return escaped.replace(/^[-+=]/, "\\$&").replace(/^(\d{1,9})([.)])/, "$1\\$2");
}
function oneLine(value) {
	return value.replace(/[\s\p{Cc}]+/gu, " ").trim();
}
export { partIf as a, whenSet as c, markdown as i, link as n, shell as o, mailLink as r, unlessSet as s, code as t };

//# sourceMappingURL=markdown.js.map