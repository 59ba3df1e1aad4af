import { n as statusMeanings, t as headerMeanings } from "../../../chunks/meanings.js";
import { t as credentialsOf } from "../../../chunks/credentials2.js";
import { a as exampleOf, i as operationGroups, n as findOperation, o as limitsOf, t as sampleCall } from "../../../chunks/sample-call.js";
import { t as collectionOf } from "../../../chunks/values.js";
import { n as sayAll } from "../../../chunks/say.js";
const FIELD_MESSAGES = {
	en: {
		acceptNote: "The media type of the answer.",
		required: (name) => `${name} (required)`,
		range: (least, most) => `The service accepts ${least} to ${most}.`,
		atLeast: (least) => `The service accepts ${least} or more.`,
		atMost: (most) => `The service accepts ${most} or less.`,
		byDefault: "default",
		needsNone: "Needs no credential.",
		needsAny: "Needs a credential.",
		needs: (scopes) => `Needs a credential with ${scopes}.`,
		/** By the name of the operator. */
		operators: {
			eq: "equals",
			ne: "differs from",
			gt: "is greater than",
			gte: "is at least",
			lt: "is less than",
			lte: "is at most",
			in: "is one of, separated by commas",
			contains: "contains"
		}
	},
	es: {
		acceptNote: "El tipo de la respuesta.",
		required: (name) => `${name} (obligatorio)`,
		range: (least, most) => `El servicio admite de ${least} a ${most}.`,
		atLeast: (least) => `El servicio admite ${least} o más.`,
		atMost: (most) => `El servicio admite ${most} o menos.`,
		byDefault: "por defecto",
		needsNone: "No necesita credencial.",
		needsAny: "Necesita una credencial.",
		needs: (scopes) => `Necesita una credencial con ${scopes}.`,
		operators: {
			eq: "es igual a",
			ne: "es distinto de",
			gt: "es mayor que",
			gte: "es como mínimo",
			lt: "es menor que",
			lte: "es como máximo",
			in: "es uno de estos, separados por comas",
			contains: "contiene"
		}
	}
};
// plugins/pages/developers/inputs.ts
/** Filters take a line of their own, below the others. */
function parametersOf({ parameters }, messages) {
	return parameters.map(({ name, in: place, description = "", required = false, style, schema }) => {
		const isFilter = style === "deepObject";
		const input = inputOf(name, isFilter ? { description } : {
			...schema,
			description
		}, {
			required,
			nullable: false
		}, messages);
		const kind = input.kind === "number" ? "number" : "text";
		return {
			...input,
			kind,
			in: place,
			...isFilter ? { filters: filtersOf(schema, messages) } : {}
		};
	}).toSorted((a, b) => Number(a.filters !== void 0) - Number(b.filters !== void 0));
}
/** Those that requests may set; none where the body is not an object with members. */
function membersOf(root, messages) {
	const { schema } = plain(root, root);
	return Object.entries(schema.properties ?? {}).map(([name, child]) => ({
		name,
		...plain(child, root)
	})).filter((member) => member.schema.readOnly !== true).map(({ name, schema: own, nullable }) => {
		return inputOf(name, own, {
			required: schema.required?.includes(name) === true,
			nullable
		}, messages);
	});
}
function inputOf(name, schema, { required, nullable }, messages) {
	const { description = "", minimum, maximum } = schema;
	const choices = choicesOf(schema);
	const isChosenText = schema.enum?.every((one) => typeof one === "string") === true;
	const example = exampleOf(schema);
	const limits = limitsOf(schema, messages.byDefault);
	const range = rangeOf(schema, messages);
	return {
		name,
		label: required ? messages.required(name) : name,
		...required ? { required } : {},
		note: [description, limits === "string" ? "" : codeOf(limits)].filter((part) => part !== "").join(" "),
		kind: isNumber(schema) ? "number" : schema.type === "string" || isChosenText ? "text" : "json",
		...nullable ? { nullable } : {},
		...choices === void 0 ? {} : { choices },
		...example === void 0 ? {} : { examples: [textOf(example)] },
		...range === void 0 ? {} : {
			minimum,
			maximum,
			range
		}
	};
}
function filtersOf({ properties = {} }, messages) {
	return Object.entries(properties).map(([name, schema]) => {
		const operators = (schema.anyOf?.find((one) => one.properties !== void 0))?.properties ?? { eq: schema };
		return {
			name,
			choices: choicesOf(operators["eq"] ?? {}) ?? [],
			operators: Object.keys(operators).map((one) => {
				const { [one]: meaning = one } = messages.operators;
				return {
					name: one,
					text: meaning === one ? one : `${one}: ${meaning}`
				};
			})
		};
	});
}
/** A schema without references and null, as far as one level goes. */
function plain(schema, root) {
	const { $ref, anyOf, oneOf, type, ...beside } = schema;
	if ($ref !== void 0) {
		const found = plain(root.$defs?.[$ref.slice($ref.lastIndexOf("/") + 1)] ?? {}, root);
		return {
			...found,
			schema: {
				...found.schema,
				...beside
			}
		};
	}
	const branches = anyOf ?? oneOf ?? [];
	const [only, ...others] = branches.filter((branch) => branch.type !== "null");
	if (only !== void 0 && others.length === 0 && branches.length > 1) return {
		schema: {
			...plain(only, root).schema,
			...beside
		},
		nullable: true
	};
	const types = typeof type === "string" ? [type] : type ?? [];
	const [first, ...more] = types.filter((one) => one !== "null");
	return {
		schema: first !== void 0 && more.length === 0 ? {
			...schema,
			type: first
		} : schema,
		nullable: types.includes("null")
	};
}
function choicesOf(schema) {
	if (schema.enum !== void 0) return schema.enum.map(textOf);
	return schema.type === "boolean" ? ["true", "false"] : void 0;
}
function rangeOf({ minimum, maximum }, messages) {
	if (minimum === void 0) return maximum === void 0 ? void 0 : messages.atMost(maximum);
	return maximum === void 0 ? messages.atLeast(minimum) : messages.range(minimum, maximum);
}
function isNumber({ type }) {
	return type === "integer" || type === "number";
}
/** Between backticks, unless it has one itself. */
function codeOf(text) {
	return text === "" || text.includes("`") ? text : `\`${text}\``;
}
function textOf(value) {
	return typeof value === "string" ? value : JSON.stringify(value);
}
const PLAYGROUND_MESSAGES = {
	en: {
		requests: "Requests",
		rest: "HTTP requests",
		graphql: "GraphQL",
		streams: "Event streams",
		operation: "Operation",
		operations: "Operations",
		anyOperation: "Another address",
		found: "{} of {}",
		none: "No operation contains all of these words.",
		method: "Method",
		address: "Path and query",
		common: "Headers and credential for all requests",
		commonHeaders: "Headers for all requests",
		commonNote: "One per line, as Name: value. Kept in the memory of this page until you leave it; never part of its address.",
		headers: "Request headers",
		byBrowser: "Your browser sets these headers: {}.",
		body: "Body",
		bodyNote: "JSON; a sample made from the schema.",
		bodyType: "Media type of the body",
		members: "Members of the body",
		guards: "Safeguards",
		onlyIf: "Only if unchanged since I read it",
		noEtag: "To send a condition, read this path first: its ETag is remembered.",
		newKey: "New key",
		notSent: "not sent",
		addFilter: "Add a condition",
		remove: "Remove",
		field: "Field",
		operator: "Operator",
		value: "Value",
		send: "Send",
		copyAs: "Copy as",
		language: "Language",
		stop: "Stop",
		sending: "Waiting for the answer …",
		answer: "Answer",
		answerTo: "Answer to",
		noAnswer: "Send a request to see its answer here.",
		earlier: "Of an earlier request: the form has changed since.",
		parts: "Parts of the answer",
		ofServer: "server {} ms",
		onTheWay: "{} transferred, {}",
		headSize: "no body; that of GET has {}",
		request: "Request",
		code: "Code",
		answerHeaders: "Headers",
		header: "Header",
		meaning: "Meaning",
		unexplained: "Not set by this service; an intermediary added it.",
		"group.first": "Read first",
		"group.caching": "Caching",
		"group.limits": "Limits",
		"group.tracing": "Tracing",
		"group.transport": "Transport",
		"group.security": "Security",
		"group.other": "Other",
		emptyBody: "The answer has no body.",
		nextPage: "Next page",
		items: "Items: {}",
		changes: "Changes since it was last read",
		unchanged: "Nothing changed since it was last read.",
		events: "Events",
		eventCount: "Events: {}",
		stopped: "Stopped.",
		ended: "The stream ended.",
		listening: "Listening …",
		cut: "The body is {} long; only its first megabyte is shown.",
		redirected: "Redirected to {}.",
		withEtag: "Send again with this ETag",
		networkError: "No answer",
		networkHint: "The connection failed or the browser refused the request. Check the network and send it again.",
		badAddress: "Enter a path of this service that starts with one slash, such as /api.",
		missing: "Enter a value for {}.",
		done: "Answered: {}",
		copy: "Copy",
		copied: "Copied",
		query: "Query",
		variables: "Variables",
		variablesNote: "A JSON object, or empty.",
		badVariables: "The variables must be a JSON object. Correct them and run the query again.",
		run: "Run",
		credential: "Credential",
		credentialNote: "Kept in the memory of this page until you leave it, and sent to this service only.",
		forget: "Forget it",
		forgotten: "Forgotten.",
		enterCredential: "Enter a credential",
		credentialMissing: "This needs a credential. Enter one and send the request again.",
		credentialInvalid: "The credential does not count. It may be mistyped, expired or revoked, or belong to another service.",
		notAllowed: "The credential is valid, but does not allow this."
	},
	es: {
		requests: "Peticiones",
		rest: "Peticiones HTTP",
		graphql: "GraphQL",
		streams: "Flujos de eventos",
		operation: "Operación",
		operations: "Operaciones",
		anyOperation: "Otra dirección",
		found: "{} de {}",
		none: "Ninguna operación contiene todas estas palabras.",
		method: "Método",
		address: "Ruta y consulta",
		common: "Cabeceras y credencial para todas las peticiones",
		commonHeaders: "Cabeceras para todas las peticiones",
		commonNote: "Una por línea, como Nombre: valor. Se guardan en la memoria de esta página hasta que la dejes y nunca pasan a la dirección.",
		headers: "Cabeceras de la petición",
		byBrowser: "Tu navegador establece estas cabeceras: {}.",
		body: "Cuerpo",
		bodyNote: "JSON; un ejemplo generado a partir del esquema.",
		bodyType: "Tipo del cuerpo",
		members: "Campos del cuerpo",
		guards: "Salvaguardas",
		onlyIf: "Solo si no ha cambiado desde que lo leí",
		noEtag: "Para enviar una condición, lee antes esta ruta: se recordará su ETag.",
		newKey: "Clave nueva",
		notSent: "no se envía",
		addFilter: "Añadir una condición",
		remove: "Quitar",
		field: "Campo",
		operator: "Operador",
		value: "Valor",
		send: "Enviar",
		copyAs: "Copiar como",
		language: "Lenguaje",
		stop: "Detener",
		sending: "Esperando la respuesta…",
		answer: "Respuesta",
		answerTo: "Respuesta a",
		noAnswer: "Envía una petición para ver aquí su respuesta.",
		earlier: "De una petición anterior: el formulario ha cambiado desde entonces.",
		parts: "Partes de la respuesta",
		ofServer: "servidor {} ms",
		onTheWay: "{} transferidos, {}",
		headSize: "sin cuerpo; el de GET ocupa {}",
		request: "Petición",
		code: "Código",
		answerHeaders: "Cabeceras",
		header: "Cabecera",
		meaning: "Significado",
		unexplained: "No la puso este servicio; la añadió un intermediario.",
		"group.first": "Lo primero",
		"group.caching": "Caché",
		"group.limits": "Límites",
		"group.tracing": "Trazas",
		"group.transport": "Transporte",
		"group.security": "Seguridad",
		"group.other": "Otras",
		emptyBody: "La respuesta no tiene cuerpo.",
		nextPage: "Página siguiente",
		items: "Elementos: {}",
		changes: "Cambios desde la última lectura",
		unchanged: "Nada ha cambiado desde la última lectura.",
		events: "Eventos",
		eventCount: "Eventos: {}",
		stopped: "Detenido.",
		ended: "El flujo ha terminado.",
		listening: "Escuchando…",
		cut: "El cuerpo ocupa {}; solo se muestra el primer megabyte.",
		redirected: "Redirigida a {}.",
		withEtag: "Enviar otra vez con este ETag",
		networkError: "Sin respuesta",
		networkHint: "Ha fallado la conexión o el navegador ha rechazado la petición. Comprueba la red y envíala de nuevo.",
		badAddress: "Escribe una ruta de este servicio que empiece por una sola barra, como /api.",
		missing: "Escribe un valor para {}.",
		done: "Respondido: {}",
		copy: "Copiar",
		copied: "Copiado",
		query: "Consulta",
		variables: "Variables",
		variablesNote: "Un objeto JSON, o vacío.",
		badVariables: "Las variables deben ser un objeto JSON. Corrígelas y ejecuta la consulta de nuevo.",
		run: "Ejecutar",
		credential: "Credencial",
		credentialNote: "Se guarda en la memoria de esta página hasta que la dejes, y solo se envía a este servicio.",
		forget: "Olvidarla",
		forgotten: "Olvidada.",
		enterCredential: "Escribir una credencial",
		credentialMissing: "Esto necesita una credencial. Escribe una y envía la petición de nuevo.",
		credentialInvalid: "La credencial no vale. Puede tener una errata, haber caducado o estar revocada, o ser de otro servicio.",
		notAllowed: "La credencial es válida, pero no permite esto."
	}
};
// plugins/pages/developers/describe.ts
const METHODS_OF_GET = [
	"GET",
	"HEAD",
	"OPTIONS"
];
const OTHER_METHODS = [
	"POST",
	"PUT",
	"PATCH",
	"DELETE"
];
function describeApi(registry, language) {
	const messages = FIELD_MESSAGES[language];
	const declared = sayAll(operationGroups(registry), registry, language).flatMap((group) => group.operations);
	const credentials = [...credentialsOf(registry, language)];
	const operations = declared.map((one) => {
		const needs = credentials.length === 0 ? void 0 : needsOf(one, messages);
		const collection = openCollection(one, declared);
		return {
			ref: one.ref,
			method: one.method,
			methods: one.method === "GET" ? METHODS_OF_GET : [one.method],
			path: one.path,
			summary: one.summary,
			texts: [one.description ?? one.summary, needs].filter((text) => text !== void 0),
			stream: one.stream === true,
			parameters: [accept(messages, one.accepts), ...parametersOf(one, messages)],
			bodies: [one.body ?? [], one.otherBodies ?? []].flat().map(({ mediaType = "application/json", schema, sample }) => ({
				mediaType,
				members: membersOf(schema, messages),
				sample
			})),
			target: sampleCall(one).target,
			...collection === void 0 ? {} : { collection }
		};
	});
	const graphql = graphqlOf(registry, operations);
	return {
		baseUrl: registry.baseUrl,
		home: registry.href("developers.showDevelopers") ?? "/",
		operations,
		other: other(messages),
		...graphql === void 0 ? {} : { graphql },
		...credentials.length === 0 ? {} : { credentials },
		headers: headerMeanings(registry, language),
		statuses: statusMeanings(language),
		messages: PLAYGROUND_MESSAGES[language]
	};
}
/** Requests to addresses that no operation has may use any method and any body. */
function other(messages) {
	return {
		ref: "",
		method: "GET",
		methods: [...METHODS_OF_GET, ...OTHER_METHODS],
		path: "",
		summary: "",
		texts: [],
		stream: false,
		parameters: [accept(messages, [])],
		bodies: [{
			mediaType: "application/json",
			members: [],
			sample: ""
		}],
		target: ""
	};
}
function accept({ acceptNote }, examples) {
	return {
		name: "Accept",
		label: "Accept",
		in: "header",
		note: acceptNote,
		kind: "text",
		examples
	};
}
/** A sentence about the credential. */
function needsOf({ scopes }, { needs, needsAny, needsNone }) {
	if (scopes === void 0) return needsNone;
	const names = scopes.map((scope) => `\`${scope}\``).join(", ");
	return scopes.length === 0 ? needsAny : needs(names);
}
function openCollection(one, all) {
	const path = collectionOf(one);
	const source = path === void 0 ? void 0 : findOperation(all, "GET", path);
	return source === void 0 || source.scopes !== void 0 ? void 0 : path;
}
/** The query to start with is that of the operation's own sample. */
function graphqlOf({ route, href }, operations) {
	const ref = route("graphql.postGraphql")?.ref;
	const editor = href("developers.showGraphqlEditor");
	if (ref === void 0 || editor === void 0) return void 0;
	const sample = operations.find((one) => one.ref === ref)?.bodies[0]?.sample ?? "{}";
	const { query = "" } = Object(JSON.parse(sample));
	return {
		ref,
		query,
		editor
	};
}
export { describeApi };

//# sourceMappingURL=describe.js.map