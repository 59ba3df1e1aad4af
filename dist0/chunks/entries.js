const MESSAGES = {
	en: {
		reference: "All operations",
		menu: "Reference",
		crumbs: "Where you are",
		lead: (count) => `${count} operations, each on a page of its own: parameters, answers, errors, and code to copy.`,
		operations: (count) => count === 1 ? "1 operation" : `${count} operations`,
		openapi: "OpenAPI document",
		openapiText: "Every operation, for tools and generators.",
		schemas: "Schemas",
		schemasText: "Every type: its fields, their constraints, and where it is used.",
		schemasLead: (count) => `${count} types, each with its fields and the operations that use it.`,
		errors: "Errors",
		errorsText: "Every error code: its cause, and what to do.",
		errorsLead: "An error says what happened in a code that stays the same, and in words for people. Programs should look at the code.",
		limits: "Limits",
		limitsText: "How often, how much and how long.",
		deprecated: "deprecated",
		stream: "stream",
		guarded: "credential",
		open: "Open to everybody: no credential is needed.",
		needsCredential: "Needs a credential.",
		needsScopes: (count) => count === 1 ? "Needs a credential with the scope" : "Needs a credential with all of the scopes",
		parameters: "Parameters",
		noParameters: "It takes no parameters.",
		required: "required",
		places: {
			path: "path",
			query: "query",
			header: "header"
		},
		headersOfRequest: "Request headers",
		filters: "Fields to filter and sort by",
		filtersText: "Conditions on several fields must all be met. `-` before a field sorts in descending order.",
		field: "Field",
		type: "Type",
		operators: "Operators",
		fieldsToReturn: "Fields that `fields` knows",
		body: "Body of the request",
		bodyText: "An example, made from the schema.",
		bodySchema: "Schema of",
		answers: "Answers",
		answerNow: "The answer",
		fromNow: "This service's own answer to this call, a minute old at most.",
		fromSchema: "An example, made from the schema.",
		events: "Events",
		eventsText: "The answer stays open, and sends these events as they happen.",
		headersOfAnswer: (count) => count === 1 ? "1 header" : `${count} headers`,
		schema: "Schema",
		leadsTo: "Leads to",
		leadsToText: "Links in the answer, by their relation.",
		ofEachItem: "of each item",
		created: "created",
		code: "Request",
		typedClient: "Typed client",
		typedClientText: "With openapi-fetch, and types that openapi-typescript makes from the OpenAPI document.",
		tryIt: "Try it",
		tryText: "Fill in the parameters and send the request to this service.",
		tryNoScript: "The playground needs JavaScript. The code on this page works without it.",
		fields: "Fields",
		meaning: "Meaning",
		usedBy: "Used by",
		unused: "No operation of this service uses it.",
		example: "Example",
		forTools: "For tools",
		jsonSchema: "JSON Schema",
		typescript: "TypeScript",
		enumeration: "one of",
		listOf: (type) => `list of ${type}`,
		byDefault: "default",
		length: (range) => `length ${range}`,
		items: (range) => `items ${range}`,
		unique: "each once",
		cause: "Cause",
		remedy: "What to do",
		status: "Status",
		limitsLead: "What a client may ask of this service, as it enforces it.",
		timeouts: "Time",
		timeoutsText: (limit) => `An operation that takes longer than its limit is answered with 503. The limit is ${limit}, but for these:`,
		timeoutsAll: (limit) => `An operation that takes longer than ${limit} is answered with 503.`,
		value: "Value",
		authLead: "How to say who you are, and which operations ask for it.",
		ways: "Ways to authenticate",
		neverInAddress: "Credentials belong in headers. In an address they would end up in logs and histories.",
		whichNeed: "Operations that need a credential",
		noneNeeds: "No operation requires a credential. A caller may send one all the same.",
		scopes: "Scopes",
		anyCredential: "any credential",
		releases: "Releases",
		noReleases: "No release is listed.",
		deprecations: "Deprecations",
		noDeprecations: "Nothing is deprecated.",
		deprecation: (since, sunset) => `Deprecated since ${since}; it may stop answering after ${sunset}.`,
		insteadUse: "Use instead:",
		topics: {
			authentication: {
				title: "Authentication",
				description: "How to authenticate, and which operations and scopes need it."
			},
			changelog: {
				title: "Changelog",
				description: "Every release, and what will be removed."
			}
		},
		notFound: (path) => `It is not part of this service; ${path} lists what is.`
	},
	es: {
		reference: "Todas las operaciones",
		menu: "Referencia",
		crumbs: "Dónde estás",
		lead: (count) => `${count} operaciones, cada una en su propia página: parámetros, respuestas, errores y código para copiar.`,
		operations: (count) => count === 1 ? "1 operación" : `${count} operaciones`,
		openapi: "Documento OpenAPI",
		openapiText: "Todas las operaciones, para herramientas y generadores.",
		schemas: "Esquemas",
		schemasText: "Todos los tipos: sus campos, sus restricciones y dónde se usan.",
		schemasLead: (count) => `${count} tipos, cada uno con sus campos y las operaciones que lo usan.`,
		errors: "Errores",
		errorsText: "Todos los códigos de error: su causa y qué hacer.",
		errorsLead: "Un error dice qué ha pasado con un código que no cambia y con palabras para las personas. Los programas deben fijarse en el código.",
		limits: "Límites",
		limitsText: "Con qué frecuencia, cuánto y durante cuánto tiempo.",
		deprecated: "obsoleta",
		stream: "flujo",
		guarded: "credencial",
		open: "Abierta a todo el mundo: no hace falta credencial.",
		needsCredential: "Necesita una credencial.",
		needsScopes: (count) => count === 1 ? "Necesita una credencial con el permiso (scope)" : "Necesita una credencial con todos los permisos (scopes)",
		parameters: "Parámetros",
		noParameters: "No tiene parámetros.",
		required: "obligatorio",
		places: {
			path: "ruta",
			query: "consulta",
			header: "cabecera"
		},
		headersOfRequest: "Cabeceras de la petición",
		filters: "Campos para filtrar y ordenar",
		filtersText: "Las condiciones sobre varios campos deben cumplirse todas. Con `-` delante, el orden es descendente.",
		field: "Campo",
		type: "Tipo",
		operators: "Operadores",
		fieldsToReturn: "Campos que conoce `fields`",
		body: "Cuerpo de la petición",
		bodyText: "Un ejemplo, hecho a partir del esquema.",
		bodySchema: "Esquema de",
		answers: "Respuestas",
		answerNow: "La respuesta",
		fromNow: "La respuesta de este mismo servicio a esta llamada, de hace un minuto como mucho.",
		fromSchema: "Un ejemplo, hecho a partir del esquema.",
		events: "Eventos",
		eventsText: "La respuesta queda abierta y envía estos eventos según ocurren.",
		headersOfAnswer: (count) => count === 1 ? "1 cabecera" : `${count} cabeceras`,
		schema: "Esquema",
		leadsTo: "Lleva a",
		leadsToText: "Enlaces de la respuesta, por su relación.",
		ofEachItem: "de cada elemento",
		created: "lo creado",
		code: "Petición",
		typedClient: "Cliente con tipos",
		typedClientText: "Con openapi-fetch y los tipos que openapi-typescript genera del documento OpenAPI.",
		tryIt: "Pruébala",
		tryText: "Rellena los parámetros y envía la petición a este servicio.",
		tryNoScript: "La zona de pruebas necesita JavaScript. El código de esta página funciona sin él.",
		fields: "Campos",
		meaning: "Significado",
		usedBy: "La usan",
		unused: "Ninguna operación de este servicio lo usa.",
		example: "Ejemplo",
		forTools: "Para herramientas",
		jsonSchema: "JSON Schema",
		typescript: "TypeScript",
		enumeration: "uno de",
		listOf: (type) => `lista de ${type}`,
		byDefault: "por defecto",
		length: (range) => `longitud ${range}`,
		items: (range) => `elementos ${range}`,
		unique: "sin repetir",
		cause: "Causa",
		remedy: "Qué hacer",
		status: "Estado",
		limitsLead: "Lo que un cliente puede pedir a este servicio, tal como lo aplica.",
		timeouts: "Tiempo",
		timeoutsText: (limit) => `Una operación que supera su límite recibe 503. El límite es ${limit}, salvo en estas:`,
		timeoutsAll: (limit) => `Una operación que tarda más de ${limit} recibe 503.`,
		value: "Valor",
		authLead: "Cómo decir quién eres y qué operaciones lo piden.",
		ways: "Formas de autenticarse",
		neverInAddress: "Las credenciales van en las cabeceras. En una dirección acabarían en registros e historiales.",
		whichNeed: "Operaciones que necesitan una credencial",
		noneNeeds: "Ninguna operación exige una credencial. Aun así, se puede enviar.",
		scopes: "Permisos (scopes)",
		anyCredential: "cualquier credencial",
		releases: "Versiones",
		noReleases: "No hay ninguna versión en la lista.",
		deprecations: "Obsolescencias",
		noDeprecations: "No hay nada obsoleto.",
		deprecation: (since, sunset) => `Obsoleta desde el ${since}; puede dejar de responder después del ${sunset}.`,
		insteadUse: "Usa en su lugar:",
		topics: {
			authentication: {
				title: "Autenticación",
				description: "Cómo autenticarse, y qué operaciones y permisos lo necesitan."
			},
			changelog: {
				title: "Cambios",
				description: "Todas las versiones, y lo que se va a retirar."
			}
		},
		notFound: (path) => `No forma parte de este servicio; ${path} muestra lo que sí.`
	}
};
// plugins/pages/reference/entries.ts
/** Topics whose subject may be off, each with whether it is on. */
const TOPICS = {
	authentication: ({ identifiers }) => identifiers.length > 0,
	changelog: (registry) => registry.route("changelog.listReleases") !== void 0 || deprecatedRoutes(registry).length > 0
};
function operationEntries(registry, language) {
	return registry.routes.filter(({ site }) => !site).map(({ ref, method, path, declaration: { summary } }) => ({
		params: { ref },
		title: titleOf(summary, {
			registry,
			language
		}),
		description: `${method} ${path}`
	}));
}
function schemaEntries(registry, language) {
	const { schema } = MESSAGES[language];
	return typeNames(registry).map((type) => ({
		params: { type },
		title: `${schema} ${type}`
	}));
}
function topicEntries(registry, language) {
	const { topics } = MESSAGES[language];
	return ["authentication", "changelog"].filter((name) => TOPICS[name](registry)).map((name) => ({
		params: { topic: name },
		...topics[name]
	}));
}
/** A summary as a title: in the language of the page where it has a translation, without its full stop. */
function titleOf(summary, { registry, language }) {
	return registry.translate(summary, language).replace(/\.$/, "");
}
function typeNames({ schemas }) {
	return [...schemas.keys()].toSorted();
}
function deprecatedRoutes({ routes }) {
	return routes.filter(({ declaration, site }) => declaration.deprecated !== void 0 && !site);
}
export { topicEntries as a, titleOf as i, operationEntries as n, typeNames as o, schemaEntries as r, MESSAGES as s, deprecatedRoutes as t };

//# sourceMappingURL=entries.js.map