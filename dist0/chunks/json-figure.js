import "./kernel.js";
import { o as html } from "./page-form.js";
import { t as fillPath } from "./path.js";
import { n as requiredScopes } from "./sealed-route.js";
import { t as _taggedTemplateLiteral } from "./taggedTemplateLiteral.js";
import { n as valuesIn, t as collectionOf } from "./values.js";
// plugins/pages/shared/operations/live-answers.ts
/** The answers that operations have at this moment, as examples. */
/** Milliseconds for which an answer may be shown again. */
const KEPT = 6e4;
/** In characters; larger ones are shown by their schema. */
const LARGEST = 2e4;
/** Reads as an anonymous caller, so that every visitor may see the result. One entry for each operation at most. */
var LiveAnswers = class {
	#runtime;
	#kept = /* @__PURE__ */ new Map();
	#now;
	constructor(runtime, now) {
		this.#runtime = runtime;
		this.#now = now;
	}
	/** Undefined where the operation is guarded, writes, needs a value that is not known, or has no data. */
	of(route, registry) {
		const known = this.#kept.get(route.ref);
		const at = this.#now();
		if (known !== void 0 && at - known.at < KEPT) return known.answer;
		const answer = this.#read(route, registry).catch(() => void 0);
		this.#kept.set(route.ref, {
			at,
			answer
		});
		return answer;
	}
	async #read(route, registry) {
		if (!isReadable(route)) return void 0;
		const params = await this.#paramsOf(route, registry);
		if (params === void 0) return void 0;
		const search = route.engine === void 0 ? "" : "?limit=1";
		const read = await this.#runtime.read(route.ref, params, {
			search,
			whole: true
		});
		if (read.refusal !== void 0) return void 0;
		const { value: body, status = 200 } = read;
		if ((JSON.stringify(body) ?? "").length > LARGEST) return void 0;
		return {
			body,
			status,
			target: `${fillPath(route.pattern, params) ?? route.path}${search}`
		};
	}
	/** The first value that the collection lists, for one parameter after the other. */
	async #paramsOf(route, registry) {
		const [name, ...others] = route.pattern.params;
		if (name === void 0) return {};
		const path = collectionOf(route);
		const collection = registry.routes.find((one) => one.method === "GET" && one.path === path && isReadable(one));
		if (collection === void 0 || others.length > 0) return void 0;
		const read = await this.#runtime.read(collection.ref);
		if (read.refusal !== void 0) return void 0;
		const { value } = read;
		const [first] = valuesIn(Array.isArray(value) ? { items: value } : value, name);
		return first === void 0 ? void 0 : { [name]: first };
	}
};
function isReadable(route) {
	const { method, kind, declaration } = route;
	return method === "GET" && (kind === "list" || kind === "returns") && declaration.query === void 0 && requiredScopes(route) === void 0;
}
// plugins/pages/shared/playground.ts
/** The place of the playground on a page, which its script fills in. */
var _templateObject;
const MESSAGES = {
	en: {
		keys: "Keys of the playground",
		failed: "The playground could not be loaded. Reload the page to try again.",
		list: [
			["Ctrl / ⌘ Enter", "Sends the request of the form."],
			["↓ ↑", "Choose an operation in the list; Enter takes it."],
			["← →", "Move between tabs."],
			["Esc", "Leads from the answer back to the form, and closes lists."]
		]
	},
	es: {
		keys: "Teclas de la zona de pruebas",
		failed: "No se ha podido cargar la zona de pruebas. Recarga la página para intentarlo de nuevo.",
		list: [
			["Ctrl / ⌘ Intro", "Envía la petición del formulario."],
			["↓ ↑", "Eligen una operación de la lista; Intro la toma."],
			["← →", "Cambian de pestaña."],
			["Esc", "Lleva de la respuesta al formulario y cierra las listas."]
		]
	}
};
/** @param only undefined for all operations. */
function playground({ href }, language, only) {
	const { keys, failed, list } = MESSAGES[language];
	const rows = list.map(([key, text]) => html`<dt><kbd>${key}</kbd></dt><dd>${text}</dd>`);
	return html(_templateObject || (_templateObject = _taggedTemplateLiteral([
		"<div id=\"play\"",
		" data-operations=\"",
		"\" data-failed=\"",
		"\"></div>\n<details class=\"keys\" data-keys><summary>",
		"</summary><dl class=\"kv\">",
		"</dl></details>\n<script type=\"module\" src=\"",
		"\"><\/script>"
	])), only !== void 0 && html` data-operation="${only.ref}" data-target="${only.target}"`, href("developers.showOperations"), failed, keys, rows, href("developers.showScript"));
}
// plugins/pages/shared/json-tokens.ts
/** JSON, indented, in pieces to colour. Used on the server and in browsers. */
const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*)|\b(true|false|null)\b/g;
function jsonTokens(value) {
	const json = JSON.stringify(value, void 0, 2);
	const tokens = [];
	let from = 0;
	for (const { index, 0: whole, 1: string, 2: colon, 3: number } of json.matchAll(TOKEN)) {
		const text = string ?? whole;
		const plain = number === void 0 ? "literal" : "number";
		const quoted = colon === void 0 ? "string" : "name";
		tokens.push({ text: json.slice(from, index) }, {
			text,
			kind: string === void 0 ? plain : quoted
		});
		from = index + text.length;
	}
	return [...tokens, { text: json.slice(from) }];
}
// plugins/pages/shared/json-figure.ts
/** JSON on a page, highlighted. */
/** JSON, indented and highlighted, in a figure with a head line. */
function jsonFigure(value, title, label) {
	const code = jsonTokens(value).map(({ text, kind }) => kind === void 0 ? html`${text}` : html`<span class="json-${kind}">${text}</span>`);
	return html`<figure class="code"><figcaption>${title}</figcaption><pre tabindex="0" role="region" aria-label="${label}"><code>${code}</code></pre></figure>
`;
}
export { playground as n, LiveAnswers as r, jsonFigure as t };

//# sourceMappingURL=json-figure.js.map