import "./kernel.js";
import { o as html } from "./page-form.js";
// plugins/pages/shared/say.ts
/** Texts of the registry, which are English where they have no translation. */
const NONE = html``;
const ENGLISH = html` lang="en"`;
/** @param text may be undefined, as descriptions may: there is nothing to mark then. */
function say(text, registry, language) {
	if (text === void 0) return {
		text: "",
		lang: NONE
	};
	const translation = registry.translation(text, language);
	return translation === void 0 ? {
		text,
		lang: ENGLISH
	} : {
		text: translation,
		lang: NONE
	};
}
/** Members with texts for people, in descriptions of operations and in schemas. */
const TEXTS = /* @__PURE__ */ new Set([
	"description",
	"message",
	"summary"
]);
/** Members with data, whose own members are none of these. */
const DATA = /* @__PURE__ */ new Set([
	"const",
	"default",
	"enum",
	"example",
	"examples"
]);
/** The same value with its texts in another language, those without a translation as they are. */
function sayAll(value, registry, language) {
	const visit = (member, names = false) => {
		if (Array.isArray(member)) return member.map((one) => visit(one));
		if (typeof member !== "object" || member === null) return member;
		return Object.fromEntries(Object.entries(member).map(([key, one]) => {
			if (names) return [key, visit(one)];
			if (key === "properties") return [key, visit(one, true)];
			if (DATA.has(key)) return [key, one];
			return [key, typeof one === "string" && TEXTS.has(key) ? registry.translate(one, language) : visit(one)];
		}));
	};
	return visit(value);
}
export { sayAll as n, say as t };

//# sourceMappingURL=say.js.map