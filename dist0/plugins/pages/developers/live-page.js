import { n as playground, r as LiveAnswers, t as jsonFigure } from "../../../chunks/json-figure.js";
import { o as html } from "../../../chunks/page-form.js";
import { i as fieldNames, n as requiredScopes } from "../../../chunks/sealed-route.js";
import { i as pagesOf } from "../../../chunks/openapi.js";
import "../../../chunks/kernel.js";
import { n as codeTabs, t as codeFigure } from "../../../chunks/code-figure.js";
import { n as HITO, r as NOUNS, t as BRAIN } from "../../../chunks/glossary.js";
import { t as credentialsOf } from "../../../chunks/credentials2.js";
import { i as toCurl, t as COMMANDS } from "../../../chunks/commands.js";
const MESSAGES = {
	en: {
		holds: (names) => `It serves ${names}.`,
		state: {
			ok: "All systems are working",
			degraded: "Some systems are impaired",
			down: "Some systems are down"
		},
		noKey: "No key needed",
		someKey: (count) => count === 1 ? "One operation needs a credential; the others are open" : `${count} operations need a credential; the others are open`,
		baseUrl: "Base URL",
		answer: "Answer",
		answerText: "This service's own answer to this call, a minute old at most.",
		tryNow: "Try it here",
		allOperations: "All operations",
		resources: "Resources",
		resourcesText: "The data of the service, to list, filter, sort and page.",
		further: "Go further",
		documents: {
			openapi: {
				title: "OpenAPI",
				text: "Every operation, for tools and generators."
			},
			capabilities: {
				title: "Capabilities",
				text: "The features that are on."
			}
		},
		firstCalls: "First calls",
		firstCallsText: "Copy a command into a terminal, a browser console or a Python prompt. It works as it is.",
		callRoot: "Start at the root",
		callRootText: "The root is the entry to the API.",
		callList: "Read a list",
		callListText: (path) => `The first item of ${path}. The answer links to the rest.`,
		callItem: "Follow it to one item",
		callItemText: "Take an identifier from the list and read that item. In a terminal, jq extracts the identifier.",
		playground: "Playground",
		playgroundText: "Choose an operation, fill in its parameters, and send it to this service. The answer is shown with an explanation of each header, and you can follow its links.",
		playgroundNoScript: "The playground needs JavaScript. Without it, the page of each operation has code to copy.",
		callAuthenticated: "Send a credential",
		callAuthenticatedText: (path) => `Set the variable WAYMARK_TOKEN to your credential first. ${path} is an operation that needs one.`
	},
	es: {
		holds: (names) => `Ofrece ${names}.`,
		state: {
			ok: "Todos los sistemas funcionan",
			degraded: "Algunos sistemas funcionan con limitaciones",
			down: "Algunos sistemas no funcionan"
		},
		noKey: "No hace falta clave",
		someKey: (count) => count === 1 ? "Una operación necesita credencial; las demás están abiertas" : `${count} operaciones necesitan credencial; las demás están abiertas`,
		baseUrl: "URL base",
		answer: "Respuesta",
		answerText: "La respuesta de este mismo servicio a esta llamada, de hace un minuto como mucho.",
		tryNow: "Pruébalo aquí",
		allOperations: "Todas las operaciones",
		resources: "Recursos",
		resourcesText: "Los datos del servicio, para listar, filtrar, ordenar y paginar.",
		further: "Más",
		documents: {
			openapi: {
				title: "OpenAPI",
				text: "Todas las operaciones, para herramientas y generadores."
			},
			capabilities: {
				title: "Capacidades",
				text: "Las funciones que están activas."
			}
		},
		firstCalls: "Primeras llamadas",
		firstCallsText: "Copia una orden en una terminal, en la consola del navegador o en Python. Funciona tal cual.",
		callRoot: "Empieza por la raíz",
		callRootText: "La raíz es la entrada a la API.",
		callList: "Lee una lista",
		callListText: (path) => `El primer elemento de ${path}. La respuesta enlaza con el resto.`,
		callItem: "Síguela hasta un elemento",
		callItemText: "Toma un identificador de la lista y lee ese elemento. En la terminal, jq extrae el identificador.",
		playground: "Zona de pruebas",
		playgroundText: "Elige una operación, rellena sus parámetros y envíala a este servicio. La respuesta se muestra con una explicación de cada cabecera, y puedes seguir sus enlaces.",
		playgroundNoScript: "La zona de pruebas necesita JavaScript. Sin él, la página de cada operación tiene código para copiar.",
		callAuthenticated: "Envía una credencial",
		callAuthenticatedText: (path) => `Asigna antes tu credencial a la variable WAYMARK_TOKEN. ${path} es una operación que la necesita.`
	}
};
// plugins/pages/developers/first-calls.ts
/** A few calls to start with, chosen from the routes that are on. */
/** The root, a list, and one item of the list, as far as all callers may read them; then one that needs a credential. */
function firstCalls(registry, language) {
	const { baseUrl } = registry;
	const messages = MESSAGES[language];
	const read = (target, credential) => {
		const call = {
			method: "GET",
			target,
			headers: [],
			credential
		};
		return {
			curl: COMMANDS.curl(call, baseUrl),
			JavaScript: COMMANDS.JavaScript(call, baseUrl),
			Python: COMMANDS.Python(call, baseUrl)
		};
	};
	const { callRoot, callRootText, callList, callListText, callItem, callItemText } = messages;
	const rootRoute = registry.route("root.showRoot");
	const root = rootRoute !== void 0 && isOpen(rootRoute) ? rootRoute.path : void 0;
	const { list, item } = listWithItem(registry);
	const calls = [];
	if (root !== void 0) calls.push({
		title: callRoot,
		text: callRootText,
		commands: read(root)
	});
	if (list !== void 0) calls.push({
		title: callList,
		text: callListText(list),
		commands: read(`${list}?limit=1`)
	});
	if (item !== void 0) calls.push({
		title: callItem,
		text: callItemText,
		commands: follow(baseUrl, item)
	});
	const [credential] = credentialsOf(registry, language);
	const guarded = registry.routes.find(isGuarded)?.path;
	if (credential !== void 0 && guarded !== void 0) calls.push({
		title: messages.callAuthenticated,
		text: messages.callAuthenticatedText(guarded),
		commands: read(guarded, credential)
	});
	return calls;
}
/** The lists of the service's own data that everybody may read, each kind of item once, in the preset's order. */
function openLists({ routes, tables }) {
	const owners = new Set(tables.map(({ plugin }) => plugin));
	const lists = routes.filter((route) => route.kind === "list" && owners.has(route.plugin) && !route.site && isOpen(route));
	return [...Map.groupBy(lists, ({ declaration }) => declaration.list?.as).values()].flatMap(([first]) => first ?? []);
}
/** The first list with a route for one item, else the first list. Such a route has the list as a relation. */
function listWithItem({ routes }) {
	const lists = routes.filter((route) => route.kind === "list" && route.pattern.params.length === 0 && !route.site && isOpen(route));
	for (const { path: list, pattern, declaration } of lists) {
		const item = routes.find((route) => route.kind === "returns" && route.method === "GET" && route.pattern.params.length === 1 && route.relations.some(({ target }) => target === pattern) && isOpen(route));
		const [, path, parameter = ""] = /^(.*)\{(.+)\}$/.exec(item?.path ?? "") ?? [];
		if (path === void 0 || declaration.list === void 0) continue;
		const names = fieldNames(declaration.list.of);
		const field = [parameter, "id"].find((name) => names.includes(name));
		if (field !== void 0) return {
			list,
			item: {
				list,
				as: declaration.list.as,
				path,
				field
			}
		};
	}
	return { list: lists[0]?.path };
}
function isOpen(route) {
	return requiredScopes(route) === void 0;
}
/** Whether a call without anything but a credential answers with data. */
function isGuarded(route) {
	const { kind, method, pattern, site } = route;
	return method === "GET" && (kind === "list" || kind === "returns") && pattern.params.length === 0 && !site && !isOpen(route);
}
function follow(baseUrl, { list, as, path, field }) {
	return {
		curl: `id=$(curl --silent '${baseUrl}${list}?limit=1' | jq --raw-output '.${as}[0].${field}')
curl "${baseUrl}${path}$id"`,
		JavaScript: `const list = await (await fetch("${baseUrl}${list}?limit=1")).json();
const { ${field}: id } = list.${as}[0];
const item = await fetch(\`${baseUrl}${path}\${encodeURIComponent(id)}\`);
console.log(item.status, await item.json());`,
		Python: `import json
from urllib.parse import quote
from urllib.request import urlopen

with urlopen("${baseUrl}${list}?limit=1") as answer:
    id = json.load(answer)["${as}"][0]["${field}"]
with urlopen("${baseUrl}${path}" + quote(id, safe="")) as answer:
    print(answer.status, json.load(answer))`
	};
}
// plugins/pages/developers/start.ts
/** The first screen: the data that the service holds, how to reach it, how it is, and one call with its answer. */
const TONE = {
	ok: "good",
	degraded: "warn",
	down: "bad"
};
/** Returns a function that adds the live facts. */
function startSection(registry, language) {
	const messages = MESSAGES[language];
	const { baseUrl, app } = registry;
	const reference = registry.href("reference.showReference");
	const lead = html`<p class="lead">${registry.translate(app.description, language)} ${holds(registry, language)}</p>`;
	const pill = statePill(registry, language);
	const rest = html`${access(registry, language)}</p>
${codeFigure(messages.baseUrl, baseUrl, language)}
<p class="buttons"><a class="button" href="#playground">${messages.tryNow}</a>${reference !== void 0 && html` <a class="button quiet" href="${reference}">${messages.allOperations}</a>`}</p>`;
	return ({ state, sample }) => html`<div class="start">
<div>
${lead}
<p class="facts-line">${state !== void 0 && pill(state)} ${rest}
</div>
${sample !== void 0 && sampleFigures(sample, baseUrl, language)}
</div>`;
}
function sampleFigures({ body, status, target }, baseUrl, language) {
	const { answer, answerText } = MESSAGES[language];
	const command = toCurl({
		method: "GET",
		target,
		headers: []
	}, baseUrl);
	const head = html`${answer} <span class="tag good">${status}</span>`;
	return html`<div class="sample">
${codeFigure("curl", command, language)}
${jsonFigure(body, head, `${answer}: GET ${target}`)}<p class="small soft">${answerText}</p>
</div>`;
}
/** A sentence with the lists that everybody may read. */
function holds(registry, language) {
	const names = openLists(registry).map(({ declaration }) => {
		const name = declaration.list?.as ?? "";
		return NOUNS[name]?.[language] ?? name;
	});
	const list = new Intl.ListFormat(language).format(names);
	return names.length === 0 ? "" : MESSAGES[language].holds(list);
}
function statePill(registry, language) {
	const page = registry.href("status-page.showStatusPage");
	return (state) => {
		const text = MESSAGES[language].state[state];
		return page === void 0 ? html`<span class="pill ${TONE[state]}">${text}</span>` : html`<a class="pill ${TONE[state]}" href="${page}">${text}</a>`;
	};
}
/** Whether a credential is needed. */
function access(registry, language) {
	const { noKey, someKey } = MESSAGES[language];
	const guarded = registry.routes.filter((route) => !route.site && requiredScopes(route) !== void 0).length;
	if (guarded === 0 || credentialsOf(registry, language).length === 0) return html`<span class="soft">${noKey}</span>`;
	const page = registry.href("reference.showTopic", { topic: "authentication" });
	return page === void 0 ? html`<span class="soft">${someKey(guarded)}</span>` : html`<a href="${page}">${someKey(guarded)}</a>`;
}
// plugins/pages/developers/page.ts
/** The page as HTML. All of it works without scripts, except for the playground, which its script fills in. */
/** Documents of the API that most tools ask for, by their relation of the API root. */
const DOCUMENTS = ["openapi", "capabilities"];
/** Makes all of the page but its live facts, once for each revision and language. */
function developersPage(registry, language) {
	const messages = MESSAGES[language];
	const { list } = listWithItem(registry);
	const route = registry.routes.find(({ method, path }) => method === "GET" && path === list);
	const title = registry.translate(registry.app.name, language);
	const start = startSection(registry, language);
	const rest = html`${resources(registry, language)}
<section aria-labelledby="playground">
<h2 id="playground">${messages.playground}</h2>
<p>${messages.playgroundText}</p>
<noscript><p class="notice">${messages.playgroundNoScript}</p></noscript>
${playground(registry, language)}
</section>
${firstCallsSection(registry, language)}
${further(registry, language)}`;
	const styles = html`<link rel="stylesheet" href="${registry.href("developers.showStyles")}">`;
	return {
		route,
		content: (live) => ({
			title,
			html: html`${styles}
${start(live)}
${rest}`
		})
	};
}
function resources(registry, language) {
	const messages = MESSAGES[language];
	const lists = openLists(registry);
	if (lists.length === 0) return void 0;
	const cards = lists.map(({ ref, path, declaration }) => {
		const target = registry.href("reference.showOperation", { ref }) ?? (path.includes("{") ? void 0 : path);
		const title = declaration.list?.as ?? "";
		const summary = registry.translate(declaration.summary, language);
		return html`<li class="card">${target === void 0 ? html`<strong>${title}</strong>` : html`<a href="${target}">${title}</a>`}<br><code>${breakable(path)}</code><br><span class="soft">${summary}</span></li>
`;
	});
	return html`<section aria-labelledby="resources">
<h2 id="resources">${messages.resources}</h2>
<p>${messages.resourcesText}</p>
<ul class="cards">${cards}</ul>
${glossary(registry, language)}
</section>`;
}
/** A path that breaks between its segments, not within them. */
function breakable(path) {
	return path.split(/(?=\/)/).map((segment) => html`${segment}<wbr>`);
}
/** Every page below this one, then documents for tools. */
function further(registry, language) {
	const messages = MESSAGES[language];
	const home = registry.href("developers.showDevelopers");
	const pages = pagesOf(registry, language).filter(({ href }) => href.startsWith(`${home}/`)).map(({ href, title, description }) => card(href, title, description));
	const documents = DOCUMENTS.flatMap((rel) => {
		const target = registry.rootLinks[rel];
		const { title, text } = messages.documents[rel];
		return target === void 0 ? [] : card(target, title, text);
	});
	return html`<section aria-labelledby="further">
<h2 id="further">${messages.further}</h2>
<ul class="cards">${pages}${documents}</ul>
</section>`;
}
function card(href, title, text) {
	return html`<li class="card"><a href="${href}">${title}</a><br><span class="soft">${text}</span></li>
`;
}
/** Words of the data, before they appear in the operations. */
function glossary(registry, language) {
	return [registry.route("brains.listBrains") && BRAIN[language], registry.route("offices.listOffices") && HITO[language]].map((text) => text !== void 0 && html`<p class="soft">${text}</p>`);
}
function firstCallsSection(registry, language) {
	const messages = MESSAGES[language];
	const calls = firstCalls(registry, language);
	if (calls.length === 0) return void 0;
	const examples = calls.map(({ title, text, commands }, index) => {
		const tabs = Object.entries(commands).map(([name, code]) => ({
			name,
			code
		}));
		return html`<h3>${title}</h3>
<p>${text}</p>
${codeTabs(`call-${index}`, title, tabs, language)}`;
	});
	return html`<section aria-labelledby="first-calls">
<h2 id="first-calls">${messages.firstCalls}</h2>
<p>${messages.firstCallsText}</p>
${examples}
</section>`;
}
// plugins/pages/developers/live-page.ts
var LivePage = class {
	#registry;
	#answers;
	#health;
	#pages = /* @__PURE__ */ new Map();
	/** @param health undefined where no plugin checks the state. */
	constructor(runtime, health, registry) {
		this.#registry = registry;
		this.#health = health;
		this.#answers = new LiveAnswers(runtime, () => performance.now());
	}
	async show(language) {
		const page = this.#pages.get(language) ?? developersPage(this.#registry, language);
		this.#pages.set(language, page);
		const [report, sample] = await Promise.all([this.#health?.report(), page.route && this.#answers.of(page.route, this.#registry)]);
		return page.content({
			state: report?.status,
			sample
		});
	}
};
export { LivePage };

//# sourceMappingURL=live-page.js.map