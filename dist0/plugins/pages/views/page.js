import "../../../chunks/kernel.js";
import { i as Html, o as html } from "../../../chunks/page-form.js";
import { m as toJsonSchema } from "../../../chunks/route-keys.js";
import { n as requiredScopes } from "../../../chunks/sealed-route.js";
import { r as publicName } from "../../../chunks/json-schemas.js";
import { t as codeFigure } from "../../../chunks/code-figure.js";
import { t as prose } from "../../../chunks/prose.js";
import { n as statusMeanings, r as HEADERS, t as headerMeanings } from "../../../chunks/meanings.js";
import { i as toCurl } from "../../../chunks/commands.js";
import { t as say } from "../../../chunks/say.js";
const MESSAGES = {
	en: {
		lead: "A browser receives this page; programs receive the JSON in it, from the same address.",
		leadOfStream: "A browser receives this page; programs receive a stream of Server-Sent Events from the same address, which stays open and sends each event as it happens.",
		about: "About this answer",
		answer: "Answer",
		next: "Next page",
		raw: "Raw",
		rawOf: (size) => `Raw: ${size}, as sent`,
		rawPart: (shown, size) => `The first ${shown} of ${size}. The command above fetches all of it.`,
		curl: "As curl",
		credential: "Add the header with your credential: the address asks for one.",
		operation: "The operation",
		playground: "Try it",
		part: (shown, size) => `This page shows the first ${shown} values of ${size} of JSON.`,
		noTree: (size) => `The JSON has ${size}, which is too much to unfold on a page.`,
		rawHas: "The raw answer has all of them.",
		more: (count) => `… ${count} more`,
		items: (count) => count === 1 ? "1 item" : `${count} items`,
		members: (count) => count === 1 ? "1 member" : `${count} members`,
		schema: "Schema",
		schemaOf: "Every item",
		required: "always there",
		events: "Events",
		listOf: (type) => `list of ${type}`,
		headers: (count) => `Headers (${count})`,
		headersText: "Programs receive these with the answer. Values that depend on the request are left out.",
		perRequest: "depends on the request"
	},
	es: {
		lead: "El navegador recibe esta página; los programas reciben el JSON que contiene, en la misma dirección.",
		leadOfStream: "El navegador recibe esta página; los programas reciben en la misma dirección un flujo de Server-Sent Events, que queda abierto y envía cada evento cuando ocurre.",
		about: "Sobre esta respuesta",
		answer: "Respuesta",
		next: "Página siguiente",
		raw: "Sin formato",
		rawOf: (size) => `Sin formato: ${size}, tal como se envía`,
		rawPart: (shown, size) => `Los primeros ${shown} de ${size}. La orden de arriba descarga la respuesta entera.`,
		curl: "Con curl",
		credential: "Añade la cabecera con tu credencial: esta dirección la exige.",
		operation: "La operación",
		playground: "Probar",
		part: (shown, size) => `Esta página muestra los primeros ${shown} valores de ${size} de JSON.`,
		noTree: (size) => `El JSON ocupa ${size}, demasiado para desplegarlo en una página.`,
		rawHas: "La respuesta sin formato los tiene todos.",
		more: (count) => `… ${count} más`,
		items: (count) => count === 1 ? "1 elemento" : `${count} elementos`,
		members: (count) => count === 1 ? "1 miembro" : `${count} miembros`,
		schema: "Esquema",
		schemaOf: "Cada elemento",
		required: "siempre presente",
		events: "Eventos",
		listOf: (type) => `lista de ${type}`,
		headers: (count) => `Cabeceras (${count})`,
		headersText: "Los programas las reciben junto con la respuesta. Se omiten los valores que dependen de la petición.",
		perRequest: "depende de la petición"
	}
};
// plugins/pages/views/fields.ts
/** The fields of an answer, from its schema. */
/** Links to the page of a schema, or to its document. */
function schemaLink(name, { href }) {
	const target = href("reference.showSchema", { type: name }) ?? href("schemas.showSchema", { type: name });
	return target === void 0 ? html`<code>${name}</code>` : html`<a href="${target}"><code>${name}</code></a>`;
}
/** The fields of an object, each with its type and description. Those of a list are the fields of its items. */
function fieldList({ declaration: { list, returns } }, registry, language) {
	const messages = MESSAGES[language];
	const schema = list?.of ?? returns;
	if (schema === void 0) return void 0;
	const { root, definitions } = toJsonSchema(schema);
	const item = list === void 0 ? void 0 : publicName(registry, list.of);
	const object = resolve(root, definitions);
	const fields = Object.entries(object.properties ?? {}).map(([name, field]) => {
		const { description = resolve(field, definitions).description } = field;
		const { text, lang } = say(description, registry, language);
		const isThere = object.required?.includes(name) === true;
		return html`<div><dt><code>${name}</code> <span class="soft">${typeText(field, messages)}${isThere && `, ${messages.required}`}</span></dt>
${text !== "" && html`<dd${lang}>${prose(text)}</dd>`}</div>
`;
	});
	if (fields.length === 0) return void 0;
	return html`${item !== void 0 && html`<p>${messages.schemaOf}: ${schemaLink(item, registry)}</p>`}
<dl class="fields">${fields}</dl>`;
}
function resolve(schema, definitions) {
	return schema.$ref === void 0 ? schema : definitions[lastPart(schema.$ref)] ?? schema;
}
function lastPart(ref) {
	return ref.slice(ref.lastIndexOf("/") + 1);
}
function typeText(schema, messages) {
	if (schema.$ref !== void 0) return lastPart(schema.$ref);
	if (schema.const !== void 0) return JSON.stringify(schema.const);
	if (schema.enum !== void 0) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
	const choices = schema.anyOf ?? schema.oneOf;
	if (choices !== void 0) return [...new Set(choices.map((choice) => typeText(choice, messages)))].join(" | ");
	const { items } = schema;
	if (typeof items === "object") return messages.listOf(typeText(items, messages));
	const type = [schema.type ?? "any"].flat().join(" | ");
	return schema.format === void 0 ? type : `${type}, ${schema.format}`;
}
// plugins/pages/views/json.ts
/** JSON as a tree that folds, highlighted and with links, up to a limit. */
/** A tree of so many values takes some 200 KB of HTML, and a few milliseconds. */
const MOST_VALUES = 2e3;
const MOST_CHARACTERS = 1e5;
const LONGEST_TEXT = 2e3;
/** Answers of so many bytes are unfolded, larger ones down to this depth. */
const SMALL = 8192;
const OPEN_DEPTH = 3;
function jsonTree(value, byteLength, linkOf, messages) {
	const writer = new TreeWriter(byteLength <= SMALL ? Infinity : OPEN_DEPTH, linkOf, messages);
	writer.write(value, void 0, "", 0);
	const { parts, values, isWhole } = writer;
	return {
		html: Html.trust(parts.join("")),
		values,
		isWhole
	};
}
/** Every text is escaped where it is written. */
var TreeWriter = class {
	parts = [];
	values = 0;
	isWhole = true;
	#characters = 0;
	#openDepth;
	#linkOf;
	#messages;
	constructor(openDepth, linkOf, messages) {
		this.#openDepth = openDepth;
		this.#linkOf = linkOf;
		this.#messages = messages;
	}
	/** Writes a member of an object, or an item, with the comma behind it. */
	write(value, member, comma, depth) {
		this.values++;
		const name = member === void 0 ? "" : `<span class="json-name">${this.#text(JSON.stringify(member))}</span>: `;
		const entries = Array.isArray(value) ? value.map((item) => [void 0, item]) : typeof value === "object" && value !== null ? Object.entries(value) : [];
		if (entries.length === 0) {
			this.parts.push(`<div>${name}${this.#scalar(value, member)}${comma}</div>`);
			return;
		}
		const isList = Array.isArray(value);
		const [open, close] = isList ? "[]" : "{}";
		const kind = isList ? "items" : "members";
		const count = escapeText(this.#messages[kind](entries.length));
		this.parts.push(`<details${depth < this.#openDepth ? " open" : ""}><summary>${name}${open}<span class="rest"> … ${close}${comma}</span> <span class="count ${kind}">${count}</span></summary><div class="within">`);
		this.#writeAll(entries, depth + 1);
		this.parts.push(`</div><div>${close}${comma}</div></details>`);
	}
	#writeAll(entries, depth) {
		for (const [index, [member, value]] of entries.entries()) {
			const left = entries.length - index;
			if (this.values >= MOST_VALUES || this.#characters >= MOST_CHARACTERS) {
				this.isWhole = false;
				this.parts.push(`<div class="count">${escapeText(this.#messages.more(left))}</div>`);
				return;
			}
			this.write(value, member, left === 1 ? "" : ",", depth);
		}
	}
	#scalar(value, member) {
		if (typeof value === "object" && value !== null) return Array.isArray(value) ? "[]" : "{}";
		if (typeof value !== "string") return `<span class="json-${typeof value === "number" ? "number" : "literal"}">${this.#text(String(value))}</span>`;
		const isShort = value.length <= LONGEST_TEXT;
		if (!isShort) this.isWhole = false;
		const shown = this.#text(JSON.stringify(isShort ? value : `${value.slice(0, LONGEST_TEXT)}…`));
		const target = isShort ? this.#linkOf(value, member) : void 0;
		if (target === void 0) return `<span class="json-string">${shown}</span>`;
		const rel = target.startsWith("/") ? "" : " rel=\"nofollow noopener noreferrer\"";
		return `<span class="json-string">"<a href="${escapeText(target).replaceAll("\"", "&quot;")}"${rel}>${shown.slice(1, -1)}</a>"</span>`;
	}
	#text(text) {
		this.#characters += text.length;
		return escapeText(text);
	}
};
/** Text as it may stand in an element. The many quotes of JSON stay, which would take six characters each. */
function escapeText(text) {
	return text.replace(/[&<]/g, (character) => character === "&" ? "&amp;" : "&lt;");
}
// plugins/pages/views/links.ts
const known = /* @__PURE__ */ new WeakMap();
/** Whether the service answers GET at a path. */
function isRead(registry) {
	let reads = known.get(registry);
	if (reads === void 0) {
		const routes = registry.routes.filter(({ method }) => method === "GET");
		const { fixed = [], open = [] } = Object.groupBy(routes, ({ pattern }) => pattern.params.length === 0 ? "fixed" : "open");
		const paths = new Set(fixed.map(({ path }) => path));
		const patterns = open.map(({ path }) => toPattern(path));
		reads = (path) => paths.has(path) || patterns.some((pattern) => pattern.test(path));
		known.set(registry, reads);
	}
	return reads;
}
function toPattern(path) {
	const parts = path.split(/\{[^{}]+\}/).map((part) => part.replace(/[.+*?^$()|[\]\\]/g, "\\$&"));
	return new RegExp(`^${parts.join("[^/{}]+")}$`);
}
/**
* Paths and absolute URLs that this service answers are links in every member. Those of others are links as `href` only, as
* everything else is data.
*/
function linksOf(registry) {
	const { baseUrl } = registry;
	const reads = isRead(registry);
	return (text, member) => {
		const target = text.startsWith(`${baseUrl}/`) ? text.slice(baseUrl.length) : text;
		if (/^\/(?![/\\])[^\s\\]*$/.test(target)) {
			const [path = ""] = target.split(/[?#]/, 1);
			return reads(path) ? target : void 0;
		}
		return member === "href" && /^https?:\/\/[^\s\\]+$/.test(text) ? text : void 0;
	};
}
// plugins/pages/views/page.ts
/** The page of an answer: its JSON, and beside it where it leads and what its parts mean. */
/** In bytes. Parsing and escaping so much takes some 10 ms. */
const MOST_PARSED = 1048576;
const RAW_PART = 65536;
const ORDER = Object.keys(HEADERS);
function viewPage(request) {
	const { answer, call, route, registry, language } = request;
	const messages = MESSAGES[language];
	const { body } = answer;
	const target = `${call.path}${call.search}`;
	const text = body && Buffer.from(body.bytes).toString();
	const value = text !== void 0 && text.length <= MOST_PARSED ? JSON.parse(text) : void 0;
	const meaning = statusMeanings(language)[String(answer.status)];
	const styles = registry.href("site.showStyles") && registry.href("views.showStyles");
	const schema = schemaPart(request);
	const content = html`${styles !== void 0 && html`<link rel="stylesheet" href="${styles}">`}
<p class="request"><span class="method get">GET</span> <code>${target}</code></p>
<p class="soft">${text === void 0 ? messages.leadOfStream : messages.lead}</p>
${actions(request, target, value)}
<div class="${schema !== void 0 && "split answered"}">
<section aria-labelledby="answer">
<h2 id="answer">${text === void 0 ? messages.events : messages.answer}</h2>
${answer.status !== 200 && meaning !== void 0 && html`<p class="notice warn">${meaning.text}</p>`}
${text === void 0 ? eventList(request) : tree(request, value, text.length)}
</section>
${schema !== void 0 && html`<section aria-labelledby="schema">
<h2 id="schema">${messages.schema}</h2>
${schema}
</section>`}
</div>
${curl(request, target)}
${text !== void 0 && raw(text, messages)}
${headerList(request)}`;
	return {
		title: registry.translate(route.declaration.summary, language).replace(/\.$/, ""),
		html: content
	};
}
/** Where the answer leads: its next page, and the pages about the operation. */
function actions({ route, registry, language }, target, value) {
	const messages = MESSAGES[language];
	const { ref } = route;
	const developers = registry.href("developers.showDevelopers");
	const call = `#call=${encodeURIComponent(`GET ${target}`)}`;
	const next = Object(Object(Object(value)["_links"])["next"])["href"];
	const links = [
		[typeof next === "string" ? next : void 0, messages.next],
		[registry.href("reference.showOperation", { ref }), messages.operation],
		[developers && `${developers}${call}`, messages.playground],
		["#curl", messages.curl],
		[value === void 0 ? void 0 : "#raw", messages.raw]
	];
	return html`<nav class="actions" aria-label="${messages.about}"><ul>${links.map(([href, name]) => href !== void 0 && html`<li><a href="${href}">${name}</a></li>`)}</ul></nav>`;
}
function tree({ answer, registry, language }, value, length) {
	const messages = MESSAGES[language];
	const size = sizeOf(length);
	if (value === void 0) return html`<p class="notice">${messages.noTree(size)}</p>`;
	const { html: lines, values, isWhole } = jsonTree(value, length, linksOf(registry), messages);
	const { status, body } = answer;
	return html`${!isWhole && html`<p class="notice">${messages.part(String(values), size)} <a href="#raw">${messages.rawHas}</a></p>`}
<div class="code"><p class="head"><span>${body?.contentType} · ${size}</span> <span class="tag ${status < 400 ? "good" : "warn"}">${status}</span></p>
<div class="json">${lines}</div></div>`;
}
function eventList({ route, registry }) {
	const events = Object.entries(route.declaration.stream?.events ?? {});
	return html`<ul>${events.map(([name, data]) => {
		const type = publicName(registry, data);
		return html`<li><code>${name}</code> ${type !== void 0 && schemaLink(type, registry)}</li>
`;
	})}</ul>`;
}
/** Undefined where no schema describes the answer. */
function schemaPart({ route, registry, language }) {
	const fields = fieldList(route, registry, language);
	if (route.schema === void 0 && fields === void 0) return void 0;
	return html`${route.schema !== void 0 && html`<p>${schemaLink(route.schema, registry)}</p>`}
${fields}`;
}
function curl({ route, registry, language }, target) {
	const messages = MESSAGES[language];
	const command = toCurl({
		method: "GET",
		target,
		headers: []
	}, registry.baseUrl);
	return html`<h2 id="curl">${messages.curl}</h2>
${requiredScopes(route) !== void 0 && html`<p>${messages.credential}</p>`}
${codeFigure("curl", command, language)}`;
}
function raw(text, messages) {
	const size = sizeOf(text.length);
	const isWhole = text.length <= MOST_PARSED;
	return html`<details class="part"><summary><h2>${messages.rawOf(size)}</h2></summary>
${!isWhole && html`<p>${messages.rawPart(sizeOf(RAW_PART), size)}</p>`}
<div class="code"><pre class="wraps" id="raw" tabindex="0"><code>${Html.trust(escapeText(isWhole ? text : text.slice(0, RAW_PART)))}</code></pre></div></details>`;
}
function headerList({ answer: { headers, perRequest }, registry, language }) {
	const messages = MESSAGES[language];
	const meanings = headerMeanings(registry, language);
	const items = [...headers.flatMap((name, at) => at % 2 === 0 ? [[name, headers[at + 1]]] : []), ...perRequest.map((name) => [name, void 0])].toSorted(([one], [other]) => placeOf(one) - placeOf(other)).map(([name, value]) => {
		const meaning = meanings[name.toLowerCase()];
		return html`<div><dt><code>${name}</code></dt>
<dd>${value === void 0 ? html`<i>${messages.perRequest}</i>` : html`<code>${value}</code>`}</dd>
${meaning !== void 0 && html`<dd class="soft">${prose(meaning.text)}${meaning.spec !== void 0 && html` <a href="${meaning.spec.href}">${meaning.spec.name}</a>`}</dd>`}</div>
`;
	});
	return html`<details class="part"><summary><h2>${messages.headers(items.length)}</h2></summary>
<p class="soft">${messages.headersText}</p>
<dl class="kv">${items}</dl></details>`;
}
/** The place of a header among those that are explained, where caches come before browsers; others come last. */
function placeOf(name) {
	const place = ORDER.indexOf(name.toLowerCase());
	return place < 0 ? ORDER.length : place;
}
function sizeOf(length) {
	return length < 1e3 ? `${length} B` : `${Math.round(length / 1e3)} kB`;
}
export { viewPage };

//# sourceMappingURL=page.js.map