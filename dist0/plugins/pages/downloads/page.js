import "../../../chunks/kernel.js";
import { o as html } from "../../../chunks/page-form.js";
import { t as MESSAGES } from "../../../chunks/messages.js";
import { t as sampleRequests } from "../../../chunks/requests2.js";
// plugins/pages/downloads/page.ts
/** The page: each file that the service has, with its purpose, and the variables of those with requests. */
/** Routes of files, with the names to save them under. */
const DOCUMENTS = [
	[
		"openapi.showJsonFile",
		"json",
		"openapi.json"
	],
	[
		"openapi.showYamlFile",
		"yaml",
		"openapi.yaml"
	],
	[
		"graphql.showSchemaFile",
		"sdl",
		"schema.graphql"
	]
];
const REQUESTS = [[
	"downloads.showPostman",
	"postman",
	"postman_collection.json"
], [
	"downloads.showHttp",
	"http",
	"requests.http"
]];
function downloadsPage(registry, language) {
	const messages = MESSAGES[language];
	const { variables, credential } = sampleRequests(registry, language);
	const section = (id, title, files) => {
		const cards = files.map((file) => card(file, registry, language));
		return cards.some((one) => one !== void 0) && html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
<ul class="cards">${cards}</ul>
</section>
`;
	};
	return html`<p class="lead">${messages.lead}</p>
${section("requests", messages.requests, REQUESTS)}
${section("documents", messages.documents, DOCUMENTS)}
<section aria-labelledby="variables">
<h2 id="variables">${messages.variables}</h2>
<p>${messages.variablesText}${credential !== void 0 && ` ${messages.secret}`}</p>
<dl class="kv">${variables.map(({ name, value, text }) => html`<div><dt><code>${name}</code></dt><dd>${text}${value !== void 0 && html` <code>${value}</code>`}</dd></div>
`)}</dl>
</section>`;
}
function card([route, format, name], { href, app }, language) {
	const target = href(route);
	if (target === void 0) return void 0;
	const { formats } = MESSAGES[language];
	const separator = format === "postman" ? "." : "-";
	const file = `${slug(app.name)}${separator}${name}`;
	return html`<li class="card"><h3><a href="${target}" download="${file}">${formats[format]}</a></h3>
<p class="soft">${formats[`${format}Text`]}</p>
<p class="small"><code>${file}</code></p></li>
`;
}
function slug(name) {
	return name.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "api";
}
export { downloadsPage };

//# sourceMappingURL=page.js.map