import "../../../chunks/kernel.js";
import { D as unknown, E as union, S as record, b as object, c as array, w as string } from "../../../chunks/zod2.js";
import { i as Html, o as html } from "../../../chunks/page-form.js";
import { a as bodiesOf, m as toJsonSchema } from "../../../chunks/route-keys.js";
import { a as fieldsOf, i as fieldNames } from "../../../chunks/sealed-route.js";
import { t as openapiDocument } from "../../../chunks/openapi.js";
import { i as publishedSchema, r as publicName } from "../../../chunks/json-schemas.js";
import { n as playground, r as LiveAnswers, t as jsonFigure } from "../../../chunks/json-figure.js";
import { t as prose } from "../../../chunks/prose.js";
import { t as say } from "../../../chunks/say.js";
import { a as topicEntries, i as titleOf, o as typeNames, s as MESSAGES, t as deprecatedRoutes } from "../../../chunks/entries.js";
import { n as sectionOf, r as sectionsOf, t as SECTION_TEXTS } from "../../../chunks/sections.js";
import { i as operationGroups, o as limitsOf, r as fromTarget, s as sampleOf, t as sampleCall } from "../../../chunks/sample-call.js";
import { n as withCredential, t as credentialsOf } from "../../../chunks/credentials2.js";
import { n as statusMeanings, t as headerMeanings } from "../../../chunks/meanings.js";
import { n as codeTabs, t as codeFigure } from "../../../chunks/code-figure.js";
import { i as toCurl, n as LANGUAGES_OF_CODE, r as VARIABLE } from "../../../chunks/commands.js";
import { s as Release } from "../../../chunks/api.js";
// plugins/pages/reference/context.ts
/** The facts that all pages of the reference share, and the parts of HTML made from them alone. */
function contextOf(registry, language) {
	return {
		registry,
		language,
		messages: MESSAGES[language]
	};
}
/** A text of the registry, marked as English where it has no translation. */
function said(text, { registry, language }) {
	if (text === void 0) return html``;
	const { text: own, lang } = say(text, registry, language);
	return lang.toString() === "" ? html`${prose(own)}` : html`<span${lang}>${prose(own)}</span>`;
}
/** The path of an operation's page. */
function operationPath(ref, { registry }) {
	return registry.href("reference.showOperation", { ref }) ?? "";
}
/** Links to the page of a published schema. */
function schemaLink(name, { registry }) {
	const target = registry.schemas.has(name) ? registry.href("reference.showSchema", { type: name }) : void 0;
	return target === void 0 ? html`<code>${name}</code>` : html`<a href="${target}"><code>${name}</code></a>`;
}
/** A status, in the colour of its class. */
function statusTag(status) {
	return html`<span class="tag ${status < 300 ? "good" : status < 400 ? "info" : status < 500 ? "warn" : "bad"}">${status}</span>`;
}
/** Links to an entry of the page of errors. */
function errorLink(code, { registry }) {
	return html`<a href="${registry.href("reference.showErrors")}#${code}"><code>${code}</code></a>`;
}
// plugins/pages/reference/errors-page.ts
/** The page of all errors, by code. */
function errorsPage(context) {
	const { registry, messages } = context;
	const entries = registry.errors.toSorted((one, other) => one.status - other.status);
	const rows = entries.map(({ code, status }) => html`<li><a href="#${code}"><code>${code}</code></a> <span class="soft small">${status}</span></li>
`);
	return { html: html`<p class="lead">${messages.errorsLead}</p>
<ul class="columns">${rows}</ul>
${entries.map((entry) => errorSection(entry, context))}` };
}
function errorSection(entry, context) {
	const { code, status, message, cause, remedy } = entry;
	const { messages } = context;
	const advice = [[messages.cause, cause], [messages.remedy, remedy]].filter(([, text]) => text !== void 0);
	return html`<section class="entry" aria-labelledby="${code}">
<h2 id="${code}"><a href="#${code}"><code>${code}</code></a> ${statusTag(status)}</h2>
<div class="split"><div>
<p>${said(message, context)}</p>
${advice.length > 0 && html`<dl class="kv">${advice.map(([title, text]) => html`<div><dt>${title}</dt><dd>${said(text, context)}</dd></div>`)}</dl>`}
</div>
<div>${jsonFigure(errorBody(entry), messages.example, `${messages.example}: ${code}`)}</div></div>
</section>
`;
}
/** The members that every error has. */
function errorBody({ code, status, message }) {
	return { error: {
		code,
		message,
		status
	} };
}
// plugins/pages/reference/frame.ts
/** The menu beside every page of the reference. */
/** The page that is shown: an operation or another page of the reference, by its path. */
function withMenu(content, current, context) {
	const { registry, messages } = context;
	return html`<link rel="stylesheet" href="${registry.href("reference.showStyles")}">
<div class="side reference">
<nav tabindex="0" aria-label="${messages.menu}"><details class="contents"><summary>${messages.menu}</summary>
<ul>${overview(context).map(([href, title]) => link(href, title, current))}</ul>
${sectionsOf(registry).map(({ section, groups }, index) => {
		const operations = groups.flatMap((group) => group.operations);
		const isOpen = operations.map(({ ref }) => operationPath(ref, context)).includes(current) || index === 0 && !current.includes("/operations/");
		return html`<details${isOpen && html` open`}><summary>${SECTION_TEXTS[context.language][section].name}</summary>
<ul>${operations.map(({ ref, summary }) => link(operationPath(ref, context), titleOf(summary, context), current))}</ul></details>
`;
	})}</details></nav>
<div>
${content}
</div>
</div>`;
}
function link(href, title, current) {
	return html`<li><a href="${href}"${href === current && html` aria-current="page"`}>${title}</a></li>`;
}
/** Pages of the reference that are none of an operation, in the order of the menu. */
function overview({ registry, language, messages }) {
	const { href } = registry;
	return [
		[href("reference.showReference") ?? "", messages.reference],
		...topicEntries(registry, language).map(({ params, title }) => [href("reference.showTopic", params) ?? "", title]),
		[href("reference.showLimits") ?? "", messages.limits],
		[href("reference.showErrors") ?? "", messages.errors],
		[href("reference.showSchemas") ?? "", messages.schemas]
	];
}
/** The way from the reference to a page, which is not part of it. */
function crumbs(ways, { messages }) {
	return html`<nav class="crumbs" aria-label="${messages.crumbs}"><ol>${ways.map(([href, title]) => html`<li><a href="${href}">${title}</a></li>`)}</ol></nav>`;
}
// plugins/pages/reference/index-page.ts
/** The index of all operations, by section. */
function indexPage(context) {
	const { registry, messages } = context;
	const sections = sectionsOf(registry);
	const count = sections.flatMap(({ groups }) => groups.flatMap(({ operations }) => operations));
	return { html: html`<p class="lead">${messages.lead(count.length)}</p>
${sections.map((one, index) => sectionPart(one, index === 0, context))}
${ways(context)}` };
}
function sectionPart({ section, groups }, isOpen, context) {
	const { messages } = context;
	const count = groups.reduce((sum, { operations }) => sum + operations.length, 0);
	return html`<details class="section" id="${section}"${isOpen && html` open`}>
<summary><h2>${SECTION_TEXTS[context.language][section].name}</h2> <span class="soft">${SECTION_TEXTS[context.language][section].text}</span> <span class="tag">${messages.operations(count)}</span></summary>
${groups.map(({ plugin, summary, operations }) => html`<h3 id="plugin-${plugin}">${plugin}</h3>
<p class="soft">${said(summary, context)}</p>
<ul class="operations">${operations.map((operation) => line(operation, context))}</ul>
`)}</details>
`;
}
function line(operation, context) {
	const { messages } = context;
	const { ref, method, path, summary, deprecated, stream, scopes } = operation;
	return html`<li><a href="${operationPath(ref, context)}"><span class="method ${method.toLowerCase()}">${method}</span> <span class="what"><code>${path}</code> <span class="soft">${titleOf(summary, context)}</span></span></a>${deprecated === true && html` <span class="tag warn">${messages.deprecated}</span>`}${stream === true && html` <span class="tag info">${messages.stream}</span>`}${scopes !== void 0 && html` <span class="tag info">${messages.guarded}</span>`}</li>
`;
}
/** The other pages of the reference, and the document that they are made from. */
function ways(context) {
	const { registry, messages } = context;
	const { topics } = messages;
	const texts = {
		[messages.limits]: messages.limitsText,
		[messages.errors]: messages.errorsText,
		[messages.schemas]: messages.schemasText,
		[topics.authentication.title]: topics.authentication.description,
		[topics.changelog.title]: topics.changelog.description
	};
	const document = registry.href("openapi.showOpenapi");
	const cards = [...overview(context).slice(1).map(([href, title]) => [
		href,
		title,
		texts[title]
	]), ...document === void 0 ? [] : [[
		document,
		messages.openapi,
		messages.openapiText
	]]];
	return html`<ul class="cards">${cards.map(([href, title, text]) => html`<li class="card"><a href="${href}">${title}</a><br><span class="soft">${text}</span></li>
`)}</ul>`;
}
// plugins/pages/reference/operations-by-ref.ts
const byRef = /* @__PURE__ */ new WeakMap();
function operationsOf(registry) {
	const known = byRef.get(registry);
	if (known !== void 0) return known;
	const all = operationGroups(registry).flatMap(({ operations }) => operations);
	const made = new Map(all.map((operation) => [operation.ref, operation]));
	byRef.set(registry, made);
	return made;
}
// plugins/pages/reference/limits-page.ts
/** The page of limits, from the documents that are on. */
/** Operations whose documents hold limits. */
const DOCUMENTS$1 = [
	"rate-limit.showLimits",
	"size-limits.showSizeLimits",
	"lists.showPagination"
];
/** The kernel's, for routes that declare none. */
const USUAL = "30s";
async function limitsPage(context) {
	const { registry, messages } = context;
	const routes = DOCUMENTS$1.flatMap((ref) => registry.route(ref) ?? []);
	const parts = await Promise.all(routes.filter(({ document }) => document).map((route) => documentPart(route, context)));
	return { html: html`<p class="lead">${messages.limitsLead}</p>
${parts}
${timeouts(context)}` };
}
/** The numbers and texts of a document, each with the sentence of its schema. */
async function documentPart(route, context) {
	const { registry, messages } = context;
	const { ref, declaration } = route;
	const properties = declaration.returns === void 0 ? {} : toJsonSchema(declaration.returns).root.properties ?? {};
	const rows = Object.entries(Object(await registry.document(route))).flatMap(([name, value]) => typeof value === "object" && !isPlainList(value) ? [] : html`<tr><th scope="row"><code>${name}</code></th><td>${shown(value)}</td><td>${said(properties[name]?.description, context)}</td></tr>
`);
	const title = titleOf(declaration.summary, context);
	return html`<h2 id="${ref}"><a href="${operationPath(ref, context)}">${title}</a></h2>
<div class="scroll" tabindex="0" role="region" aria-label="${title}"><table>
<thead><tr><th scope="col">${messages.field}</th><th scope="col">${messages.value}</th><th scope="col">${messages.meaning}</th></tr></thead>
<tbody>${rows}</tbody></table></div>
`;
}
function isPlainList(value) {
	return Array.isArray(value) && value.every((one) => typeof one === "string");
}
function shown(value) {
	if (isPlainList(value)) return value.join(", ");
	return typeof value === "number" ? value.toLocaleString("en").replaceAll(",", " ") : String(value);
}
function timeouts(context) {
	const { registry, messages } = context;
	const own = registry.routes.filter(({ ref, declaration }) => declaration.timeout !== void 0 && operationsOf(registry).has(ref));
	const rows = own.map(({ ref, declaration }) => html`<li><a href="${operationPath(ref, context)}">${titleOf(declaration.summary, context)}</a>: ${declaration.timeout}</li>
`);
	return html`<h2 id="time">${messages.timeouts}</h2>
<p>${prose(own.length === 0 ? messages.timeoutsAll(USUAL) : messages.timeoutsText(USUAL))}</p>
${own.length > 0 && html`<ul>${rows}</ul>`}`;
}
// plugins/pages/reference/described.ts
/** The answers of operations, as the OpenAPI document has them. */
const Reference = object({ $ref: string() });
const Response = object({
	description: string(),
	headers: record(string(), unknown()).default({}),
	content: record(string(), unknown()).default({})
});
const Document = object({
	paths: record(string(), record(string(), object({ responses: record(string(), union([Reference, Response])) }))),
	components: object({ responses: record(string(), Response).default({}) })
});
const documents = /* @__PURE__ */ new WeakMap();
/** Every answer by status that the operation has of its own; any other error of the catalog may come as well. */
function answersOf(registry, { method, path }) {
	let document = documents.get(registry);
	if (document === void 0) {
		document = Document.parse(openapiDocument(registry));
		documents.set(registry, document);
	}
	const { paths, components } = document;
	return Object.entries(paths[path]?.[method.toLowerCase()]?.responses ?? {}).flatMap(([status, response]) => {
		const described = "$ref" in response ? components.responses[response.$ref.slice(response.$ref.lastIndexOf("/") + 1)] : response;
		if (described === void 0 || status === "default") return [];
		const { headers, content } = described;
		return [{
			status: Number(status),
			headers: Object.keys(headers),
			mediaTypes: Object.keys(content)
		}];
	});
}
// plugins/pages/reference/parameters-part.ts
/** The parameters of an operation, and for lists the fields and operators that they know. */
function parametersPart({ operation, route }, context) {
	const { messages } = context;
	const { parameters } = operation;
	const own = parameters.filter((one) => one.in !== "header");
	const headers = parameters.filter((one) => one.in === "header");
	const filter = parameters.find(({ style }) => style === "deepObject");
	const { list } = route.declaration;
	return html`<h2 id="parameters">${messages.parameters}</h2>
${own.length === 0 ? html`<p class="soft">${messages.noParameters}</p>` : parameterList(own, context)}
${filter !== void 0 && filterTable(filter, context)}
${list !== void 0 && own.some(({ name }) => name === "fields") && html`<p class="small"><span class="soft">${prose(messages.fieldsToReturn)}:</span> ${names(fieldNames(list.of))}</p>`}
${headers.length > 0 && html`<details class="more"${headers.some(({ required }) => required === true) && html` open`}><summary>${messages.headersOfRequest} <span class="soft">(${headers.length})</span></summary>
${parameterList(headers, context)}</details>`}`;
}
function names(all) {
	return all.map((name, index) => html`${index > 0 && ", "}<code>${name}</code>`);
}
function parameterList(parameters, context) {
	const { messages } = context;
	return html`<dl class="fields">${parameters.map(({ name, in: place, required, description, schema, style }) => {
		const limits = style === "deepObject" ? "" : limitsOf(schema, messages.byDefault);
		return html`<div><dt><code>${name}</code> <span class="soft small">${messages.places[place]}</span>${required === true && html` <span class="tag warn">${messages.required}</span>`}</dt>
<dd>${said(description ?? schema.description, context)}${limits !== "" && html` <code class="soft">${limits}</code>`}</dd></div>
`;
	})}</dl>`;
}
function filterTable({ schema }, { messages }) {
	const rows = Object.entries(schema.properties ?? {}).map(([field, { anyOf = [] }]) => {
		const [value = {}, operators = {}] = anyOf;
		return html`<tr><th scope="row"><code>${field}</code></th><td>${typeOf(value)}</td><td>${names(Object.keys(operators.properties ?? {}))}</td></tr>
`;
	});
	return html`<h3 id="filters">${messages.filters}</h3>
<p class="soft small">${prose(messages.filtersText)}</p>
<div class="scroll" tabindex="0" role="region" aria-label="${messages.filters}"><table>
<thead><tr><th scope="col">${messages.field}</th><th scope="col">${messages.type}</th><th scope="col">${messages.operators}</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}
function typeOf(schema) {
	return schema.enum === void 0 ? [schema.type ?? ""].flat().join(" | ") : schema.enum.map((value) => JSON.stringify(value)).join(" | ");
}
// plugins/pages/reference/answers-part.ts
/** Every answer that an operation may have: its status, headers, body, and errors with what to do. */
function answersPart(shown, context) {
	const { registry, messages } = context;
	const answers = answersOf(registry, shown.operation);
	return html`<h2 id="answers">${messages.answers}</h2>
${answers.map((answer) => answerDetails(answer, shown, context))}
${eventsOf(shown, context)}`;
}
function answerDetails(answer, shown, context) {
	const { messages, language } = context;
	const { status, mediaTypes } = answer;
	const meanings = statusMeanings(language);
	const meaning = meanings[String(status)] ?? meanings[`${Math.floor(status / 100)}xx`];
	const errors = shown.operation.errors.filter((error) => error.status === status);
	const { schema } = shown.route;
	return html`<details class="more"${status < 300 && html` open`}><summary>${statusTag(status)} ${errors.length > 0 ? names(errors.map(({ code }) => code)) : meaning !== void 0 && prose(meaning.text)}</summary>
${errors.map((error) => errorPart(error, context))}
${errors.length === 0 && mediaTypes.length > 0 && html`<p>${schema !== void 0 && html`${messages.schema}: ${schemaLink(schema, context)} · `}${names(mediaTypes)}</p>`}
${headerList(answer, context)}</details>
`;
}
function errorPart(error, context) {
	const { messages, registry } = context;
	const { remedy } = registry.errors.find(({ code }) => code === error.code) ?? {};
	return html`<p>${errorLink(error.code, context)}: ${said(error.message, context)} <span class="soft">${said(remedy, context)}</span></p>
${jsonFigure(errorBody(error), "application/json", `${messages.example}: ${error.code}`)}`;
}
function headerList({ status, headers }, { registry, language, messages }) {
	if (headers.length === 0) return void 0;
	if (status >= 400) return html`<p class="small soft">${messages.headersOfAnswer(headers.length)}: ${names(headers)}</p>`;
	const meanings = headerMeanings(registry, language);
	const items = headers.map((name) => {
		const meaning = meanings[name.toLowerCase()];
		return html`<div><dt><code>${name}</code></dt><dd>${meaning !== void 0 && html`${prose(meaning.text)}${meaning.spec !== void 0 && html` <a class="small" href="${meaning.spec.href}">${meaning.spec.name}</a>`}`}</dd></div>
`;
	});
	return html`<details class="more"><summary>${messages.headersOfAnswer(headers.length)}</summary>
<dl class="fields">${items}</dl></details>`;
}
function eventsOf({ route }, { registry, messages }) {
	if (route.kind !== "stream") return void 0;
	const { events = {}, contributed } = route.declaration.stream ?? {};
	const all = /* @__PURE__ */ new Set([...Object.keys(events), ...contributed === true ? Object.keys(registry.audiences) : []]);
	return html`<h3>${messages.events}</h3>
<p>${messages.eventsText} ${names([...all])}</p>`;
}
// plugins/pages/reference/schema-example.ts
/** Examples of published types. */
/** A value of the type; undefined for one that is not published. */
function exampleOfType(name, registry) {
	const schema = publishedSchema(registry, name);
	return schema && sampleOf({
		...schema.root,
		$defs: schema.definitions
	});
}
/** The body of a route's usual answer, where it has one in JSON that its schema describes. */
function schemaExample(route, registry) {
	const { schema, kind } = route;
	if (schema === void 0 || kind === "stream" || kind === "alwaysFails") return void 0;
	return exampleOfType(schema, registry);
}
// plugins/pages/reference/typed-call.ts
/** Undefined where the answer is not JSON: for streams and texts. */
function typedCall({ operation, route }, { method, target, headers, body, credential }, { baseUrl, document }) {
	if (route.kind !== "list" && route.kind !== "returns" && route.kind !== "empty") return void 0;
	const values = fromTarget(operation, target);
	const typed = ([name, value]) => {
		const { type } = operation.parameters.find((one) => one.in === "query" && one.name === name)?.schema ?? {};
		return [name, type === "integer" || type === "number" ? Number(value) : value];
	};
	const own = headers.filter(([name]) => name.toLowerCase() !== "content-type");
	const type = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1];
	const parameters = {
		...group("path", values?.path),
		...group("query", Object.fromEntries((values?.query ?? []).map(typed))),
		...group("header", Object.fromEntries(own))
	};
	const options = [
		...Object.keys(parameters).length === 0 ? [] : [`  params: ${indented(parameters)},`],
		...type === void 0 ? [] : [`  headers: { "Content-Type": ${JSON.stringify(type)} },`],
		...body === void 0 ? [] : [`  body: ${indented(JSON.parse(body))},`]
	];
	const given = options.length === 0 ? "" : `, {\n${options.join("\n")}\n}`;
	const sent = credential === void 0 ? "" : `\n  headers: { ${JSON.stringify(credential.header)}: \`${credential.prefix}\${process.env.${VARIABLE}}\` },`;
	return `// npx openapi-typescript ${baseUrl}${document} --output api.ts
import createClient from "openapi-fetch";
import type { paths } from "./api.ts";

const client = createClient<paths>({
  baseUrl: ${JSON.stringify(baseUrl)},${sent}
});
const { data, error } = await client.${method}(${JSON.stringify(operation.path)}${given});
console.log(data ?? error);`;
}
function group(name, values = {}) {
	return Object.keys(values).length === 0 ? {} : { [name]: values };
}
function indented(value) {
	return JSON.stringify(value, void 0, 2).replaceAll("\n", "\n  ");
}
// plugins/pages/reference/code-part.ts
/** The request of an operation as code, beside the answer that it has. */
const PLACEHOLDERS = {
	"If-Match": "\"<ETag>\"",
	"Idempotency-Key": "\"<key>\""
};
/** The call with everything that it needs: that of the answer of this moment, where there is one. */
function callOf({ operation, live }, credentials = []) {
	const call = withCredential(sampleCall(operation), operation, credentials);
	return {
		...call,
		target: live?.target ?? call.target,
		headers: [...requiredHeaders(operation), ...call.headers]
	};
}
/** Headers without which the request is refused, with the place of their values. */
function requiredHeaders({ parameters }) {
	return parameters.filter((parameter) => parameter.in === "header" && parameter.required === true).map(({ name }) => [name, PLACEHOLDERS[name] ?? "…"]);
}
function codePart(shown, context) {
	const { registry, language, messages } = context;
	const { operation } = shown;
	const call = callOf(shown, credentialsOf(registry, language));
	const document = registry.href("openapi.showOpenapi");
	const typed = document && typedCall(shown, call, {
		baseUrl: registry.baseUrl,
		document
	});
	const tabs = [...Object.entries(LANGUAGES_OF_CODE).map(([name, write]) => ({
		name,
		code: write(call, registry.baseUrl)
	})), ...typed === void 0 ? [] : [{
		name: messages.typedClient,
		code: typed,
		text: messages.typedClientText
	}]];
	return html`<h2 id="code">${messages.code}</h2>
${codeTabs("code", messages.code, tabs, language)}
${exampleAnswer(shown, operation, context)}`;
}
/** The body of the usual answer: real where it is known, else made from the schema. */
function exampleAnswer({ route, live }, { method, path }, context) {
	const { messages } = context;
	const label = `${messages.answerNow}: ${method} ${live?.target ?? path}`;
	if (live !== void 0) return html`${jsonFigure(live.body, html`${messages.answerNow} ${statusTag(live.status)}`, label)}<p class="small soft">${messages.fromNow}</p>`;
	const example = schemaExample(route, context.registry);
	return example === void 0 ? void 0 : html`${jsonFigure(example, messages.answerNow, label)}<p class="small soft">${messages.fromSchema}</p>`;
}
// plugins/pages/reference/relations-part.ts
/** The operations to which the answers of one lead. */
function relationsPart({ route }, context) {
	const { registry, messages } = context;
	const { relations, itemRelations, creates } = route;
	const leads = [
		...relations.map((relation) => [relation, ""]),
		...itemRelations.map((relation) => [relation, messages.ofEachItem]),
		...creates === void 0 ? [] : [[creates, messages.created]]
	].flatMap(([relation, note]) => {
		const target = targetOf(relation, registry.routes);
		const operation = target && operationsOf(registry).get(target.ref);
		if (operation === void 0) return [];
		const { ref, method, path, summary } = operation;
		return [html`<li><code>${relation.rel}</code>${note !== "" && html` <span class="soft small">${note}</span>`}: <a href="${operationPath(ref, context)}">${titleOf(summary, context)}</a> <span class="soft small">${method} ${path}</span></li>
`];
	});
	if (leads.length === 0) return void 0;
	return html`<h2 id="leads-to">${messages.leadsTo}</h2>
<p class="soft">${messages.leadsToText}</p>
<ul>${leads}</ul>`;
}
function targetOf({ target }, routes) {
	return routes.find(({ method, path }) => method === "GET" && path === target.path);
}
// plugins/pages/reference/operation-page.ts
/** The page of one operation. */
function operationPage(shown, context) {
	const { operation, route } = shown;
	const { registry, messages } = context;
	const { method, path, summary, description, plugin } = {
		...operation,
		plugin: route.plugin
	};
	const section = sectionOf(plugin, registry);
	const reference = registry.href("reference.showReference") ?? "";
	const content = html`${crumbs([[reference, messages.reference], [`${reference}#${section}`, SECTION_TEXTS[context.language][section].name]], context)}
${description !== void 0 && html`<p class="lead">${said(description, context)}</p>`}
<p class="target"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code>${tags(shown, context)}</p>
${access(operation, context)}
<div class="split">
<div>
${parametersPart(shown, context)}
${bodyPart(operation, context)}
${answersPart(shown, context)}
${relationsPart(shown, context)}
</div>
<div>
${codePart(shown, context)}
</div>
</div>
${playgroundPart(shown, context)}`;
	return {
		title: titleOf(summary, context),
		description: `${method} ${path}: ${registry.translate(summary, context.language)}`,
		html: content
	};
}
function tags({ operation, route }, { messages }) {
	return html`${operation.deprecated === true && html` <span class="tag warn">${messages.deprecated}</span>`}${route.kind === "stream" && html` <span class="tag info">${messages.stream}</span>`}${operation.scopes !== void 0 && html` <span class="tag info">${messages.guarded}</span>`}`;
}
/** Who may use it. Undefined where callers cannot authenticate. */
function access({ scopes }, { registry, language, messages }) {
	if (credentialsOf(registry, language).length === 0) return void 0;
	const page = registry.href("reference.showTopic", { topic: "authentication" });
	if (scopes === void 0) return html`<p class="soft">${messages.open}</p>`;
	const names = scopes.map((scope, index) => html`${index > 0 && ", "}<code>${scope}</code>`);
	return html`<p><a href="${page}">${scopes.length === 0 ? messages.needsCredential : messages.needsScopes(scopes.length)}</a> ${names}</p>`;
}
function bodyPart({ body, otherBodies = [] }, context) {
	if (body === void 0) return void 0;
	const { messages } = context;
	return html`<h2 id="body">${messages.body}</h2>
<p class="soft">${messages.bodyText}</p>
${[body, ...otherBodies].map(({ mediaType = "application/json", sample, schema }) => html`${jsonFigure(JSON.parse(sample), mediaType, `${messages.body}: ${mediaType}`)}
<details class="more"><summary>${messages.bodySchema} <code>${mediaType}</code></summary>
${jsonFigure(schema, messages.jsonSchema, `${messages.bodySchema} ${mediaType}`)}</details>`)}`;
}
/** The playground with this operation. Undefined where the playground is off. */
function playgroundPart(shown, context) {
	const { registry, language, messages } = context;
	const styles = registry.href("developers.showStyles");
	if (styles === void 0) return void 0;
	const { ref } = shown.operation;
	const { target } = callOf(shown);
	return html`<section class="try" aria-labelledby="playground">
<link rel="stylesheet" href="${styles}">
<h2 id="playground">${messages.tryIt}</h2>
<p>${messages.tryText}</p>
<noscript><p class="notice">${messages.tryNoScript}</p></noscript>
${playground(registry, language, {
		ref,
		target
	})}
</section>`;
}
// plugins/pages/reference/schema-pages.ts
/** The pages of the published types. */
function schemasPage(context) {
	const { registry, messages } = context;
	const names = typeNames(registry);
	const items = names.map((name) => {
		const users = usersOf(name, registry).length;
		return html`<li>${schemaLink(name, context)} <span class="soft small">${messages.operations(users)}</span></li>
`;
	});
	return { html: html`<p class="lead">${messages.schemasLead(names.length)}</p>
<ul class="columns">${items}</ul>` };
}
/** Undefined for a name that no type has. */
function schemaPage(name, context) {
	const { registry, messages } = context;
	const schema = publishedSchema(registry, name);
	if (schema === void 0) return void 0;
	const inner = Object.entries(schema.definitions).filter(([own]) => !registry.schemas.has(own));
	const document = registry.href("schemas.showSchema", { type: name });
	const content = html`${crumbs([[registry.href("reference.showSchemas") ?? "", messages.schemas]], context)}
<p class="lead">${said(schema.root.description, context)}</p>
<div class="split">
<div>
<h2 id="fields">${messages.fields}</h2>
${fieldList(schema.root, schema, context)}
${inner.map(([own, node]) => html`<h3 id="${own}"><code>${own}</code></h3>
${node.description !== void 0 && html`<p>${said(node.description, context)}</p>`}
${fieldList(node, schema, context)}`)}
${usedBy(name, context)}
</div>
<div>
<h2 id="example">${messages.example}</h2>
${jsonFigure(exampleOfType(name, registry), name, `${messages.example}: ${name}`)}
${document !== void 0 && html`<h2 id="tools">${messages.forTools}</h2>
<p><a href="${document}">${messages.jsonSchema}</a></p>
${codeFigure(messages.typescript, typescriptCommand(document, registry), context.language)}`}
</div>
</div>`;
	return {
		title: name,
		description: `${messages.schema} ${name}`,
		html: content
	};
}
function typescriptCommand(path, { baseUrl }) {
	return toCurl({
		method: "GET",
		target: path,
		headers: [["Accept", "application/typescript"]]
	}, baseUrl);
}
function fieldList(node, { definitions }, context) {
	const { messages } = context;
	const fields = [...fieldsOf(node, definitions)];
	if (fields.length === 0) return html`<p>${typeText(node, context)} ${limits(node, context)}</p>`;
	return html`<dl class="fields">${fields.map(([name, { schemas, required }]) => {
		const [field = {}] = schemas;
		const description = field.description ?? target(field, definitions).description;
		return html`<div><dt><code>${name}</code> <span class="soft small">${typeText(field, context)}</span>${required && html` <span class="tag">${messages.required}</span>`}</dt>
<dd>${said(description, context)} ${limits(field, context)}</dd></div>
`;
	})}</dl>`;
}
function target(node, definitions) {
	return node.$ref === void 0 ? node : definitions[lastPart(node.$ref)] ?? node;
}
function lastPart(ref) {
	return ref.slice(ref.lastIndexOf("/") + 1);
}
/** The type in words, linked where it has a page or a part of this one. */
function typeText(node, context) {
	const { registry, messages } = context;
	if (node.$ref !== void 0) {
		const name = lastPart(node.$ref);
		return registry.schemas.has(name) ? schemaLink(name, context) : html`<a href="#${name}"><code>${name}</code></a>`;
	}
	if (node.const !== void 0) return html`<code>${JSON.stringify(node.const)}</code>`;
	if (node.enum !== void 0) return html`${messages.enumeration} ${node.enum.map((value, index) => html`${index > 0 && ", "}<code>${JSON.stringify(value)}</code>`)}`;
	const choices = node.anyOf ?? node.oneOf;
	if (choices !== void 0) return html`${choices.map((choice, index) => html`${index > 0 && " | "}${typeText(choice, context)}`)}`;
	if (typeof node.items === "object") {
		const item = node.items;
		return html`${messages.listOf("")}${typeText(item, context)}`;
	}
	return html`${[node.type ?? "any"].flat().join(" | ")}`;
}
/** Constraints beside the type. */
function limits(node, { messages }) {
	const { type: _, enum: _values, ...rest } = node;
	const { minLength, maxLength, minItems, maxItems, uniqueItems } = node;
	const sizes = [
		minLength === void 0 && maxLength === void 0 ? void 0 : messages.length(`${minLength ?? 0}–${maxLength ?? ""}`),
		minItems === void 0 && maxItems === void 0 ? void 0 : messages.items(`${minItems ?? 0}–${maxItems ?? ""}`),
		uniqueItems === true ? messages.unique : void 0
	].filter((part) => part !== void 0);
	const text = [limitsOf(rest, messages.byDefault), ...sizes].filter((part) => part !== "").join(", ");
	return text === "" ? void 0 : html`<code class="soft">${text}</code>`;
}
function usedBy(name, context) {
	const { registry, messages } = context;
	const users = usersOf(name, registry);
	const items = users.map(({ ref, method, path, declaration }) => html`<li><a href="${operationPath(ref, context)}">${titleOf(declaration.summary, context)}</a> <span class="soft small">${method} ${path}</span></li>
`);
	return html`<h2 id="used-by">${messages.usedBy}</h2>
${users.length === 0 ? html`<p class="soft">${messages.unused}</p>` : html`<ul>${items}</ul>`}`;
}
const users = /* @__PURE__ */ new WeakMap();
/** Operations whose bodies are of the type, or have it within. */
function usersOf(name, registry) {
	let known = users.get(registry);
	if (known === void 0) {
		const found = /* @__PURE__ */ new Map();
		for (const route of registry.routes) {
			if (!operationsOf(registry).has(route.ref)) continue;
			for (const type of typesOf(route, registry)) found.set(type, [...found.get(type) ?? [], route]);
		}
		users.set(registry, known = found);
	}
	return known.get(name) ?? [];
}
function typesOf({ schema, declaration }, registry) {
	const { returns, list } = declaration;
	const within = [
		returns,
		list?.of,
		...Object.values(bodiesOf(declaration))
	].flatMap((one) => one === void 0 ? [] : [publicName(registry, one), ...Object.keys(toJsonSchema(one).definitions)]);
	return new Set([schema, ...within].filter((type) => type !== void 0));
}
// plugins/pages/reference/authentication-page.ts
/** The page on how to authenticate. */
function authenticationPage(context) {
	const { registry, language, messages } = context;
	const guarded = [...operationsOf(registry).values()].filter(({ scopes }) => scopes !== void 0);
	const call = {
		headers: [],
		method: "GET",
		target: registry.href("root.showRoot") ?? "/"
	};
	const sample = guarded[0] === void 0 ? call : sampleCall(guarded[0]);
	const ways = credentialsOf(registry, language).map(({ label, header, prefix, description }) => html`<section class="entry"><h3>${label}</h3>
<p>${prose(description)}</p>
${codeFigure("curl", toCurl({
		...sample,
		credential: {
			header,
			prefix
		}
	}, registry.baseUrl), language, `curl: ${label}`)}</section>
`);
	const rows = guarded.map(({ ref, method, path, summary, scopes = [] }) => html`<tr><th scope="row"><a href="${operationPath(ref, context)}">${titleOf(summary, context)}</a><br><span class="soft small">${method} ${path}</span></th><td>${scopes.length === 0 ? messages.anyCredential : scopes.map((scope, index) => html`${index > 0 && ", "}<code>${scope}</code>`)}</td></tr>
`);
	const { title, description } = messages.topics.authentication;
	return {
		title,
		description,
		html: html`<p class="lead">${messages.authLead}</p>
<h2 id="ways">${messages.ways}</h2>
${ways}
<p class="notice">${messages.neverInAddress}</p>
<h2 id="operations">${messages.whichNeed}</h2>
${rows.length === 0 ? html`<p>${messages.noneNeeds}</p>` : html`<div class="scroll" tabindex="0" role="region" aria-label="${messages.whichNeed}"><table>
<thead><tr><th scope="col">${messages.operations(rows.length)}</th><th scope="col">${messages.scopes}</th></tr></thead>
<tbody>${rows}</tbody></table></div>`}`
	};
}
// plugins/pages/reference/changelog-page.ts
/** The page of releases and deprecations. */
async function changelogPage(context, runtime) {
	const { registry, messages } = context;
	const read = registry.route("changelog.listReleases") && await runtime.read("changelog.listReleases");
	const releases = read === void 0 || read.refusal !== void 0 ? void 0 : array(Release).parse(read.value);
	const items = [...Map.groupBy(releases ?? [], ({ version, date }) => `${version} ${date}`).values()].toSorted(([a], [b]) => (b?.date ?? "").localeCompare(a?.date ?? "")).map((changes) => html`<h3>${changes[0]?.version} <time class="soft small" datetime="${changes[0]?.date}">${changes[0]?.date}</time></h3>
<ul>${changes.map(({ summary }) => html`<li>${said(summary, context)}</li>`)}</ul>
`);
	const { title, description } = messages.topics.changelog;
	return {
		title,
		description,
		html: html`<p class="lead">${description}</p>
${releases !== void 0 && html`<h2 id="releases">${messages.releases}</h2>
${items.length === 0 ? html`<p class="empty">${messages.noReleases}</p>` : items}`}
<h2 id="deprecations">${messages.deprecations}</h2>
${deprecations(context)}`
	};
}
function deprecations(context) {
	const { registry, messages } = context;
	const routes = deprecatedRoutes(registry);
	if (routes.length === 0) return html`<p class="soft">${messages.noDeprecations}</p>`;
	return html`<ul>${routes.map(({ ref, method, path, declaration }) => {
		const { since = "", sunset = "", successor = "" } = declaration.deprecated ?? {};
		const next = operationsOf(registry).get(successor);
		return html`<li><a href="${operationPath(ref, context)}">${titleOf(declaration.summary, context)}</a> <span class="soft small">${method} ${path}</span><br>${messages.deprecation(since, sunset)}${next !== void 0 && html` ${messages.insteadUse} <a href="${operationPath(successor, context)}">${titleOf(next.summary, context)}</a>.`}</li>
`;
	})}</ul>`;
}
// plugins/pages/reference/topics.ts
const PAGES = {
	authentication: authenticationPage,
	changelog: changelogPage
};
/** The page of a topic; undefined where there is none. */
async function topicPage(name, context, runtime) {
	const topic = topicEntries(context.registry, context.language).find((one) => one.params.topic === name);
	return topic && PAGES[topic.params.topic](context, runtime);
}
// plugins/pages/reference/pages.ts
/** The pages of the reference, each in the frame with the menu. */
/** Pages that follow from the registry alone, by route id. */
const DOCUMENTS = {
	showReference: indexPage,
	showSchemas: schemasPage,
	showErrors: errorsPage,
	showLimits: limitsPage
};
async function documentPage(id, registry, language) {
	const context = contextOf(registry, language);
	const path = registry.href(`reference.${id}`) ?? "";
	return inFrame(await DOCUMENTS[id](context), path, context);
}
/** Pages of one operation, type or topic; undefined where there is none. */
var InstancePages = class {
	#registry;
	#runtime;
	#answers;
	constructor(registry, runtime) {
		this.#registry = registry;
		this.#runtime = runtime;
		this.#answers = new LiveAnswers(runtime, () => performance.now());
	}
	async ofOperation(ref, language) {
		const context = contextOf(this.#registry, language);
		const operation = operationsOf(this.#registry).get(ref);
		const route = this.#registry.route(ref);
		if (operation === void 0 || route === void 0) return void 0;
		return inFrame(operationPage({
			operation,
			route,
			live: await this.#answers.of(route, this.#registry)
		}, context), operationPath(ref, context), context);
	}
	ofSchema(type, path, language) {
		const context = contextOf(this.#registry, language);
		const content = schemaPage(type, context);
		return content && inFrame(content, path, context);
	}
	async ofTopic(topic, path, language) {
		const context = contextOf(this.#registry, language);
		const content = await topicPage(topic, context, this.#runtime);
		return content && inFrame(content, path, context);
	}
};
/** The content with the menu beside it. */
function inFrame(content, path, context) {
	if (content instanceof Html) return withMenu(content, path, context);
	return content.html === void 0 ? content : {
		...content,
		html: withMenu(content.html, path, context)
	};
}
export { InstancePages, documentPage };

//# sourceMappingURL=pages.js.map