// plugins/pages/shared/links.ts
const CODE_OR_LINK = new RegExp([
	/^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(?<fence>`{3,}(?=[^`\n]*$)|~{3,})[^]*?(?:^[ \t>]*\k<fence>[`~]*[ \t]*$|(?![^]))/,
	/(?<!`)(?<ticks>`+)(?!`).*?(?<!`)\k<ticks>(?!`)/,
	/(?<image>!?)\[(?<text>(?:\\.|`[^`\n]*`|[^[\]\\`\n])*)\]\((?<kind>route|rel):(?<name>[^#?()\s]+)(?<rest>[^()\s]*)(?<title>\s+"[^"\n]*")?\)/
].map(({ source }) => source).join("|"), "gm");
function findNamedLinks(markdown) {
	return [...markdown.matchAll(CODE_OR_LINK)].flatMap(({ index, groups: { kind, name } = {} }) => (kind === "route" || kind === "rel") && name !== void 0 ? [{
		kind,
		name,
		index
	}] : []);
}
/**
* Replaces `[text](route:plugin.routeId)` and `[text](rel:support)` by links to their targets, with any `?query` and
* `#fragment`. Where the target is off, only the text stays.
*/
function resolveLinks(markdown, { href, rootLinks }) {
	return markdown.replace(CODE_OR_LINK, (whole, ...rest) => {
		const { image = "", text = "", kind, name = "", rest: suffix = "", title = "" } = Object(rest.at(-1));
		if (kind === void 0) return whole;
		const relation = Object.hasOwn(rootLinks, name) ? rootLinks[name] : void 0;
		const target = kind === "route" ? href(name) : relation;
		return target === void 0 ? text : `${image}[${text}](${linkTarget(target)}${suffix}${title})`;
	});
}
/** An address as it may stand between the parentheses of a link. */
function linkTarget(address) {
	return address.replace(/[\s()<>[\]\\`"'{}|^]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
}
export { linkTarget as n, resolveLinks as r, findNamedLinks as t };

//# sourceMappingURL=links.js.map