import "./kernel.js";
import { o as html } from "./page-form.js";
// plugins/pages/shared/inline-code.ts
/** Splits a sentence into prose and the code between backticks. A backtick without a partner is an ordinary character. */
function partsOf(text) {
	return text.split(/(`[^`]+`)/).filter((part) => part !== "").map((part) => /^`[^`]+`$/.test(part) ? {
		text: part.slice(1, -1),
		code: true
	} : {
		text: part,
		code: false
	});
}
// plugins/pages/shared/prose.ts
/** Sentences of the registry as HTML. */
/** A sentence with its inline code as elements. */
function prose(text) {
	return partsOf(text).map((part) => part.code ? html`<code>${part.text}</code>` : html`${part.text}`);
}
export { prose as t };

//# sourceMappingURL=prose.js.map