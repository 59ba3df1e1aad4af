import { t as GROUP_OF } from "./header-groups.js";
// plugins/pages/shared/specs.ts
/** A section of an RFC. */
function rfc(number, section) {
	return {
		name: `RFC ${number}, ${section}`,
		href: `https://www.rfc-editor.org/rfc/rfc${number}#section-${section}`
	};
}
/** A section of the Fetch Standard, by its anchor. */
function fetchStandard(section, anchor) {
	return {
		name: `Fetch, ${section}`,
		href: `https://fetch.spec.whatwg.org/#${anchor}`
	};
}
/** A section of a specification of the W3C. */
function w3c(name, path) {
	return {
		name,
		href: `https://www.w3.org/TR/${path}`
	};
}
// plugins/pages/shared/header-meanings.ts
/** The meaning of response headers, by lower-case name. */
const RATE_LIMIT_DRAFT = "draft-ietf-httpapi-ratelimit-headers";
const draft = (section) => ({
	name: `${RATE_LIMIT_DRAFT}, ${section}`,
	href: `https://datatracker.ietf.org/doc/html/${RATE_LIMIT_DRAFT}`
});
const HEADERS = {
	"content-type": {
		en: "The media type of the body: how to read it.",
		es: "El tipo del cuerpo: cómo hay que leerlo.",
		spec: rfc(9110, "8.3")
	},
	"content-length": {
		en: "Length of the body in bytes, as it was sent.",
		es: "Longitud del cuerpo en bytes, tal como se envió.",
		spec: rfc(9110, "8.6")
	},
	"content-language": {
		en: "The language that the body is written for.",
		es: "El idioma para el que está escrito el cuerpo.",
		spec: rfc(9110, "8.5")
	},
	"content-encoding": {
		en: "How the body was compressed for transfer; browsers decompress it on their own.",
		es: "Cómo se comprimió el cuerpo para el envío; los navegadores lo deshacen solos.",
		spec: rfc(9110, "8.4")
	},
	"content-digest": {
		en: "A checksum of the content of this message, to verify that it arrived complete.",
		es: "Suma de comprobación del contenido de este mensaje, para verificar que llegó entero.",
		spec: rfc(9530, "2")
	},
	"repr-digest": {
		en: "A checksum of the whole representation, even when only a part of it or nothing was sent.",
		es: "Suma de comprobación de la representación completa, aunque se haya enviado solo una parte o nada.",
		spec: rfc(9530, "3")
	},
	"cache-control": {
		en: "Who may keep a copy, for how long, and whether it may be used while it is being renewed.",
		es: "Quién puede guardar una copia, durante cuánto tiempo y si puede usarse mientras se renueva.",
		spec: rfc(9111, "5.2")
	},
	etag: {
		en: "Identifies this exact version of the body. Send it back in If-None-Match: the answer is 304 until something changes.",
		es: "Identifica esta versión exacta del cuerpo. Devuélvelo en If-None-Match: la respuesta será 304 mientras nada cambie.",
		spec: rfc(9110, "8.8.3")
	},
	"last-modified": {
		en: "When the resource last changed.",
		es: "Cuándo cambió el recurso por última vez.",
		spec: rfc(9110, "8.8.2")
	},
	expires: {
		en: "When the answer stops being fresh.",
		es: "Cuándo deja de estar vigente la respuesta.",
		spec: rfc(9111, "5.3")
	},
	age: {
		en: "Seconds that this answer has spent in a cache between the service and you.",
		es: "Segundos que esta respuesta ha pasado en una caché intermedia.",
		spec: rfc(9111, "5.1")
	},
	vary: {
		en: "The request headers that the answer depends on; caches keep a copy for each combination.",
		es: "Las cabeceras de la petición de las que depende la respuesta; las cachés guardan una copia por combinación.",
		spec: rfc(9110, "12.5.5")
	},
	date: {
		en: "When the answer was created.",
		es: "Cuándo se generó la respuesta.",
		spec: rfc(9110, "6.6.1")
	},
	location: {
		en: "The address to go to instead, or that of the resource just created.",
		es: "La dirección a la que ir en su lugar, o la del recurso recién creado.",
		spec: rfc(9110, "10.2.2")
	},
	link: {
		en: "Related resources, each with its relation: the description, the schema, the next page.",
		es: "Recursos relacionados, cada uno con su relación: la descripción, el esquema, la página siguiente.",
		spec: rfc(8288, "3")
	},
	"retry-after": {
		en: "Seconds to wait before trying again.",
		es: "Segundos que conviene esperar antes de volver a intentarlo.",
		spec: rfc(9110, "10.2.3")
	},
	connection: {
		en: "Whether the connection stays open after this answer.",
		es: "Si la conexión sigue abierta después de esta respuesta.",
		spec: rfc(9110, "7.6.1")
	},
	"keep-alive": {
		en: "How long the server keeps an idle connection open, in seconds.",
		es: "Cuántos segundos mantiene abierta el servidor una conexión inactiva.",
		spec: rfc(2068, "19.7.1.1")
	},
	"transfer-encoding": {
		en: "The body arrives in chunks, because its length was not known in advance.",
		es: "El cuerpo llega en fragmentos, porque su longitud no se conocía de antemano.",
		spec: rfc(9112, "6.1")
	},
	via: {
		en: "The proxies that the answer passed through.",
		es: "Los intermediarios por los que pasó la respuesta.",
		spec: rfc(9110, "7.6.3")
	},
	server: {
		en: "The software that answered.",
		es: "El programa que respondió.",
		spec: rfc(9110, "10.2.4")
	},
	allow: {
		en: "The methods that this address supports.",
		es: "Los métodos que admite esta dirección.",
		spec: rfc(9110, "10.2.1")
	},
	accept: {
		en: "The media types that the service accepts in a request body.",
		es: "Los tipos que el servicio admite en el cuerpo de una petición.",
		spec: rfc(9110, "12.5.1")
	},
	"accept-post": {
		en: "The media types that a POST to this address may use.",
		es: "Los tipos que puede llevar un POST a esta dirección.",
		spec: w3c("Linked Data Platform 1.0, 7.1", "ldp/#header-accept-post")
	},
	"accept-patch": {
		en: "The media types that a PATCH to this address may use.",
		es: "Los tipos que puede llevar un PATCH a esta dirección.",
		spec: rfc(5789, "3.1")
	},
	"preference-applied": {
		en: "The preferences of the Prefer header that the answer follows.",
		es: "Las preferencias de la cabecera Prefer que sigue la respuesta.",
		spec: rfc(7240, "3")
	},
	deprecation: {
		en: "Since when this operation is deprecated: `@` and Unix seconds.",
		es: "Desde cuándo está obsoleta esta operación: `@` y segundos Unix.",
		spec: rfc(9745, "2")
	},
	sunset: {
		en: "When this operation is expected to stop answering.",
		es: "Cuándo se prevé que esta operación deje de responder.",
		spec: rfc(8594, "3")
	},
	ratelimit: {
		en: "Your remaining limit: `r` requests within the next `t` seconds.",
		es: "Lo que te queda del límite: `r` peticiones en los próximos `t` segundos.",
		spec: draft("RateLimit")
	},
	"ratelimit-policy": {
		en: "Your limit: `q` requests in each window of `w` seconds.",
		es: "Tu límite: `q` peticiones en cada ventana de `w` segundos.",
		spec: draft("RateLimit-Policy")
	},
	"x-ratelimit-limit": {
		en: "Requests that you may make in one window; a convention older than RateLimit, not a standard.",
		es: "Peticiones que puedes hacer en una ventana; una convención anterior a RateLimit, no un estándar."
	},
	"x-ratelimit-remaining": {
		en: "Requests left in this window; a convention, not a standard.",
		es: "Peticiones que te quedan en esta ventana; una convención, no un estándar."
	},
	"x-ratelimit-reset": {
		en: "Seconds until the full limit is available again; a convention, not a standard.",
		es: "Segundos hasta que vuelves a tener el límite completo; una convención, no un estándar."
	},
	"x-request-id": {
		en: "Identifies this request. Quote it when you ask for help; a convention, not a standard.",
		es: "Identifica esta petición. Cítalo cuando pidas ayuda; una convención, no un estándar."
	},
	traceparent: {
		en: "The distributed trace that this request is part of, and its place in it.",
		es: "La traza distribuida de la que forma parte esta petición y su lugar en ella.",
		spec: w3c("Trace Context, 3.2", "trace-context/#traceparent-header")
	},
	tracestate: {
		en: "Data of tracing systems about the trace, returned as you sent it.",
		es: "Datos de los sistemas de trazas, devueltos tal como los enviaste.",
		spec: w3c("Trace Context, 3.3", "trace-context/#tracestate-header")
	},
	"server-timing": {
		en: "How long each step took on the server, in milliseconds.",
		es: "Cuánto tardó cada paso en el servidor, en milisegundos.",
		spec: w3c("Server Timing, Server-Timing", "server-timing/#the-server-timing-header-field")
	},
	"timing-allow-origin": {
		en: "Which other sites may read the timings of this answer.",
		es: "Qué otros sitios pueden leer los tiempos de esta respuesta.",
		spec: w3c("Resource Timing, Timing-Allow-Origin", "resource-timing/#sec-timing-allow-origin")
	},
	"access-control-allow-origin": {
		en: "Which other sites may read this answer; `*` means all.",
		es: "Qué otros sitios pueden leer esta respuesta; `*` significa todos.",
		spec: fetchStandard("CORS", "http-access-control-allow-origin")
	},
	"access-control-expose-headers": {
		en: "The headers that scripts of other sites may read, in addition to the usual ones.",
		es: "Las cabeceras que pueden leer los scripts de otros sitios, además de las habituales.",
		spec: fetchStandard("CORS", "http-access-control-expose-headers")
	},
	"access-control-allow-methods": {
		en: "The methods that scripts of other sites may use here.",
		es: "Los métodos que pueden usar aquí los scripts de otros sitios.",
		spec: fetchStandard("CORS", "http-access-control-allow-methods")
	},
	"access-control-allow-headers": {
		en: "The request headers that scripts of other sites may send.",
		es: "Las cabeceras que pueden enviar los scripts de otros sitios.",
		spec: fetchStandard("CORS", "http-access-control-allow-headers")
	},
	"access-control-allow-credentials": {
		en: "Whether scripts of other sites may send credentials, such as cookies.",
		es: "Si los scripts de otros sitios pueden enviar credenciales, como las cookies.",
		spec: fetchStandard("CORS", "http-access-control-allow-credentials")
	},
	"access-control-max-age": {
		en: "Seconds for which browsers may remember what is allowed here.",
		es: "Segundos durante los que el navegador puede recordar lo que aquí se permite.",
		spec: fetchStandard("CORS", "http-access-control-max-age")
	},
	"cross-origin-resource-policy": {
		en: "Which sites may embed this answer.",
		es: "Qué sitios pueden incrustar esta respuesta.",
		spec: fetchStandard("Cross-Origin-Resource-Policy header", "cross-origin-resource-policy-header")
	},
	"strict-transport-security": {
		en: "Browsers must use HTTPS only, for this many seconds.",
		es: "Los navegadores deben usar solo HTTPS durante este número de segundos.",
		spec: rfc(6797, "6.1")
	},
	"content-security-policy": {
		en: "What the answer may load, and who may frame it, when it is shown as a page.",
		es: "Qué puede cargar la respuesta, y quién puede enmarcarla, cuando se muestra como página.",
		spec: w3c("Content Security Policy Level 3, 3.1", "CSP3/#csp-header")
	},
	"permissions-policy": {
		en: "Which features of the device the answer may use when it is shown as a page.",
		es: "Qué funciones del dispositivo puede usar la respuesta cuando se muestra como página.",
		spec: w3c("Permissions Policy, Permissions-Policy", "permissions-policy/#permissions-policy-http-header-field")
	},
	"referrer-policy": {
		en: "How much of this address the next site receives when a link is followed.",
		es: "Qué parte de esta dirección recibe el sitio siguiente al seguir un enlace.",
		spec: w3c("Referrer Policy, 4.1", "referrer-policy/#referrer-policy-delivery-referrer-policy-header")
	},
	"x-content-type-options": {
		en: "Browsers must trust Content-Type and not guess the type.",
		es: "Los navegadores deben fiarse de Content-Type y no adivinar el tipo.",
		spec: fetchStandard("X-Content-Type-Options header", "x-content-type-options-header")
	},
	"x-accel-buffering": {
		en: "Asks proxies to forward each event at once; specific to nginx, not a standard.",
		es: "Pide a los intermediarios que reenvíen cada evento al momento; es propia de nginx, no un estándar.",
		spec: {
			name: "nginx, proxy_buffering",
			href: "https://nginx.org/en/docs/http/ngx_http_proxy_module.html#proxy_buffering"
		}
	}
};
// plugins/pages/shared/status-meanings.ts
/** The meaning of status codes (RFC 9110, section 15, and others). */
const STATUSES = {
	"200": {
		en: "OK: the request succeeded, and the body has the result.",
		es: "Correcto: la petición ha tenido éxito y el cuerpo trae el resultado.",
		spec: rfc(9110, "15.3.1")
	},
	"201": {
		en: "Created: a new resource exists at the address in Location.",
		es: "Creado: hay un recurso nuevo en la dirección que indica Location.",
		spec: rfc(9110, "15.3.2")
	},
	"202": {
		en: "Accepted: the work has been taken on and is not finished yet.",
		es: "Aceptado: el trabajo está en marcha y aún no ha terminado.",
		spec: rfc(9110, "15.3.3")
	},
	"204": {
		en: "No content: the request succeeded, and there is no body.",
		es: "Sin contenido: la petición ha tenido éxito y no hay cuerpo.",
		spec: rfc(9110, "15.3.5")
	},
	"304": {
		en: "Not modified: the copy you already have is still current, so nothing is sent again.",
		es: "Sin cambios: la copia que ya tienes sigue vigente, así que no se envía de nuevo.",
		spec: rfc(9110, "15.4.5")
	},
	"400": {
		en: "Bad request: a part of the request is not valid; the answer names it.",
		es: "Petición incorrecta: alguna parte no es válida; la respuesta dice cuál.",
		spec: rfc(9110, "15.5.1")
	},
	"401": {
		en: "Unauthorized: the request needs credentials.",
		es: "No autenticado: la petición necesita credenciales.",
		spec: rfc(9110, "15.5.2")
	},
	"403": {
		en: "Forbidden: the server understood the request and refuses it.",
		es: "Prohibido: el servidor ha entendido la petición y la rechaza.",
		spec: rfc(9110, "15.5.4")
	},
	"404": {
		en: "Not found: nothing is served at this address.",
		es: "No encontrado: en esta dirección no hay nada.",
		spec: rfc(9110, "15.5.5")
	},
	"405": {
		en: "Method not allowed: the address exists, and Allow lists the methods that it supports.",
		es: "Método no permitido: la dirección existe, y Allow enumera los métodos que admite.",
		spec: rfc(9110, "15.5.6")
	},
	"406": {
		en: "Not acceptable: Accept excludes every media type that is available.",
		es: "No aceptable: ninguno de los tipos disponibles figura en Accept.",
		spec: rfc(9110, "15.5.7")
	},
	"409": {
		en: "Conflict: the request contradicts the current state of the resource.",
		es: "Conflicto: la petición contradice el estado actual del recurso.",
		spec: rfc(9110, "15.5.10")
	},
	"412": {
		en: "Precondition failed: a condition such as If-Match does not hold.",
		es: "Condición no cumplida: no se cumple una condición, como If-Match.",
		spec: rfc(9110, "15.5.13")
	},
	"413": {
		en: "Content too large: the body is larger than the service accepts.",
		es: "Contenido demasiado grande: el cuerpo supera lo que admite el servicio.",
		spec: rfc(9110, "15.5.14")
	},
	"414": {
		en: "URI too long: the address is longer than the service accepts.",
		es: "Dirección demasiado larga: supera lo que admite el servicio.",
		spec: rfc(9110, "15.5.15")
	},
	"415": {
		en: "Unsupported media type: the body has a media type that the service does not read.",
		es: "Tipo no admitido: el servicio no lee cuerpos de este tipo.",
		spec: rfc(9110, "15.5.16")
	},
	"422": {
		en: "Unprocessable content: the body is well-formed but does not match its schema.",
		es: "Contenido no procesable: el cuerpo está bien formado, pero no cumple su esquema.",
		spec: rfc(9110, "15.5.21")
	},
	"429": {
		en: "Too many requests: you reached your limit. Retry-After says how long to wait.",
		es: "Demasiadas peticiones: has llegado a tu límite. Retry-After dice cuánto esperar.",
		spec: rfc(6585, "4")
	},
	"500": {
		en: "Internal server error: the service failed; your request is not the cause.",
		es: "Error interno: el servicio ha fallado; la causa no es tu petición.",
		spec: rfc(9110, "15.6.1")
	},
	"501": {
		en: "Not implemented: the service recognizes the request but cannot carry it out yet.",
		es: "No implementado: el servicio reconoce la petición, pero todavía no puede atenderla.",
		spec: rfc(9110, "15.6.2")
	},
	"502": {
		en: "Bad gateway: an intermediary between you and the service received an invalid answer.",
		es: "Pasarela incorrecta: un intermediario entre tú y el servicio recibió una respuesta no válida.",
		spec: rfc(9110, "15.6.3")
	},
	"503": {
		en: "Service unavailable: it cannot answer right now. Retry-After says when to try again.",
		es: "Servicio no disponible: ahora mismo no puede responder. Retry-After dice cuándo volver a intentarlo.",
		spec: rfc(9110, "15.6.4")
	},
	"504": {
		en: "Gateway timeout: an intermediary between you and the service received no answer in time.",
		es: "Tiempo agotado en la pasarela: un intermediario entre tú y el servicio no recibió respuesta a tiempo.",
		spec: rfc(9110, "15.6.5")
	},
	"2xx": {
		en: "Successful: the request was received, understood and accepted.",
		es: "Éxito: la petición se recibió, se entendió y se aceptó.",
		spec: rfc(9110, "15.3")
	},
	"3xx": {
		en: "Redirection: something more is needed to finish the request.",
		es: "Redirección: hace falta algo más para completar la petición.",
		spec: rfc(9110, "15.4")
	},
	"4xx": {
		en: "Client error: something about the request is wrong.",
		es: "Error del cliente: algo de la petición está mal.",
		spec: rfc(9110, "15.5")
	},
	"5xx": {
		en: "Server error: the service could not answer a valid request.",
		es: "Error del servidor: el servicio no pudo responder a una petición válida.",
		spec: rfc(9110, "15.6")
	}
};
// plugins/pages/shared/meanings.ts
/** Every header that an answer may have. A header without an explanation here has the one of its policy. */
function headerMeanings({ policies, translate: said }, language) {
	const declared = policies.flatMap(({ policy }) => Object.entries(policy.writes ?? {}));
	const meanings = {
		...Object.fromEntries(declared.map(([name, text]) => [name.toLowerCase(), { text: said(text, language) }])),
		...translate(HEADERS, language)
	};
	const ordered = /* @__PURE__ */ new Set([...GROUP_OF.keys(), ...Object.keys(meanings)]);
	return Object.fromEntries([...ordered].flatMap((name) => {
		const meaning = meanings[name];
		const group = GROUP_OF.get(name);
		if (meaning === void 0) return [];
		return [[name, group === void 0 ? meaning : {
			...meaning,
			group
		}]];
	}));
}
function statusMeanings(language) {
	return translate(STATUSES, language);
}
function translate(explanations, language) {
	return Object.fromEntries(Object.entries(explanations).map(([name, { spec, [language]: text }]) => [name, spec === void 0 ? { text } : {
		text,
		spec
	}]));
}
export { statusMeanings as n, HEADERS as r, headerMeanings as t };

//# sourceMappingURL=meanings.js.map