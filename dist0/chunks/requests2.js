import { n as sayAll } from "./say.js";
import { t as credentialsOf } from "./credentials2.js";
import { r as sectionsOf, t as SECTION_TEXTS } from "./sections.js";
import { a as exampleOf, r as fromTarget, t as sampleCall } from "./sample-call.js";
import { t as MESSAGES } from "./messages.js";
// plugins/pages/downloads/requests.ts
function sampleRequests(registry, language) {
	const { app, baseUrl, translate } = registry;
	const messages = MESSAGES[language];
	const [first] = credentialsOf(registry, language);
	const credential = first && {
		...first,
		variable: credentialVariable(first)
	};
	const groups = sectionsOf(registry).map(({ section, groups: own }) => ({
		...SECTION_TEXTS[language][section],
		requests: sayAll(own, registry, language).flatMap(({ operations }) => operations.map((operation) => sampleRequest(operation, language)))
	}));
	const needed = /* @__PURE__ */ new Map();
	for (const { path, params, headers } of groups.flatMap(({ requests }) => requests).toReversed()) {
		for (const [name, value] of Object.entries(params)) if (value === void 0) needed.set(name, messages.inPath(path));
		for (const [header, value] of headers) for (const name of variablesIn(value)) needed.set(name, messages.inHeader(header));
	}
	return {
		name: translate(app.name, language),
		description: translate(app.description, language),
		version: app.version,
		credential,
		variables: [
			{
				name: "baseUrl",
				value: baseUrl,
				text: messages.baseUrl
			},
			...credential === void 0 ? [] : [{
				name: credential.variable,
				text: credential.description
			}],
			...[...needed].toSorted().map(([name, text]) => ({
				name,
				text
			}))
		],
		groups
	};
}
function sampleRequest(operation, language) {
	const { method, path, parameters, summary, description, scopes } = operation;
	const call = sampleCall(operation);
	const found = fromTarget(operation, call.target);
	const params = Object.entries(found?.path ?? {}).map(([name, value]) => [name, value === "" ? void 0 : value]);
	const given = parameters.filter((one) => one.in === "header" && one.required === true);
	const texts = [description, scopes && MESSAGES[language].needs(scopes)].filter((text) => text !== void 0);
	return {
		title: summary.replace(/\.$/, ""),
		text: texts.length === 0 ? void 0 : texts.join(" "),
		method,
		path,
		params: Object.fromEntries(params),
		query: parameters.flatMap((parameter) => queryParts(parameter, found?.query ?? [])),
		headers: [
			...call.headers,
			...call.body === void 0 || call.headers.length > 0 ? [] : [["Content-Type", "application/json"]],
			...given.map(({ name, schema }) => [name, textOf(schema) ?? `{{${camel(name)}}}`])
		],
		body: call.body,
		guarded: scopes !== void 0
	};
}
/** The parameter, or each field that it filters by. */
function queryParts({ name, in: place, description: text, required = false, style, schema }, sample) {
	if (place !== "query") return [];
	if (style === "deepObject") return Object.keys(schema.properties ?? {}).map((field) => ({
		name: `${name}[${field}]`,
		value: "",
		text,
		required: false
	}));
	return [{
		name,
		value: sample.find(([one]) => one === name)?.[1] ?? textOf(schema) ?? "",
		text,
		required
	}];
}
function textOf(schema) {
	const example = exampleOf(schema);
	if (example === void 0) return void 0;
	return typeof example === "string" ? example : JSON.stringify(example);
}
/** `bearerToken` of `Authorization: Bearer`, `apiKey` of `X-API-Key`. */
function credentialVariable({ header, prefix }) {
	return prefix === "" ? camel(header.replace(/^x-/i, "")) : camel(`${prefix.trim()}-token`);
}
function camel(name) {
	return name.toLowerCase().replace(/-+(.)/g, (_, letter) => letter.toUpperCase());
}
function variablesIn(text) {
	return [...text.matchAll(/\{\{(\w+)\}\}/g)].flatMap(([, name]) => name ?? []);
}
export { sampleRequests as t };

//# sourceMappingURL=requests2.js.map