/** The meaning of status codes (RFC 9110, section 15, and others). */
import { type Explanation, rfc } from "./specs.ts";

// One status per line.
// oxfmt-ignore
export const STATUSES: Readonly<Record<string, Explanation>> = {
  "200": { en: "OK: the request succeeded, and the body has the result.", es: "Correcto: la petición ha tenido éxito y el cuerpo trae el resultado.", spec: rfc(9110, "15.3.1") },
  "201": { en: "Created: a new resource exists at the address in Location.", es: "Creado: hay un recurso nuevo en la dirección que indica Location.", spec: rfc(9110, "15.3.2") },
  "202": { en: "Accepted: the work has been taken on and is not finished yet.", es: "Aceptado: el trabajo está en marcha y aún no ha terminado.", spec: rfc(9110, "15.3.3") },
  "204": { en: "No content: the request succeeded, and there is no body.", es: "Sin contenido: la petición ha tenido éxito y no hay cuerpo.", spec: rfc(9110, "15.3.5") },
  "304": { en: "Not modified: the copy you already have is still current, so nothing is sent again.", es: "Sin cambios: la copia que ya tienes sigue vigente, así que no se envía de nuevo.", spec: rfc(9110, "15.4.5") },
  "400": { en: "Bad request: a part of the request is not valid; the answer names it.", es: "Petición incorrecta: alguna parte no es válida; la respuesta dice cuál.", spec: rfc(9110, "15.5.1") },
  "401": { en: "Unauthorized: the request needs credentials.", es: "No autenticado: la petición necesita credenciales.", spec: rfc(9110, "15.5.2") },
  "403": { en: "Forbidden: the server understood the request and refuses it.", es: "Prohibido: el servidor ha entendido la petición y la rechaza.", spec: rfc(9110, "15.5.4") },
  "404": { en: "Not found: nothing is served at this address.", es: "No encontrado: en esta dirección no hay nada.", spec: rfc(9110, "15.5.5") },
  "405": { en: "Method not allowed: the address exists, and Allow lists the methods that it supports.", es: "Método no permitido: la dirección existe, y Allow enumera los métodos que admite.", spec: rfc(9110, "15.5.6") },
  "406": { en: "Not acceptable: Accept excludes every media type that is available.", es: "No aceptable: ninguno de los tipos disponibles figura en Accept.", spec: rfc(9110, "15.5.7") },
  "409": { en: "Conflict: the request contradicts the current state of the resource.", es: "Conflicto: la petición contradice el estado actual del recurso.", spec: rfc(9110, "15.5.10") },
  "412": { en: "Precondition failed: a condition such as If-Match does not hold.", es: "Condición no cumplida: no se cumple una condición, como If-Match.", spec: rfc(9110, "15.5.13") },
  "413": { en: "Content too large: the body is larger than the service accepts.", es: "Contenido demasiado grande: el cuerpo supera lo que admite el servicio.", spec: rfc(9110, "15.5.14") },
  "414": { en: "URI too long: the address is longer than the service accepts.", es: "Dirección demasiado larga: supera lo que admite el servicio.", spec: rfc(9110, "15.5.15") },
  "415": { en: "Unsupported media type: the body has a media type that the service does not read.", es: "Tipo no admitido: el servicio no lee cuerpos de este tipo.", spec: rfc(9110, "15.5.16") },
  "422": { en: "Unprocessable content: the body is well-formed but does not match its schema.", es: "Contenido no procesable: el cuerpo está bien formado, pero no cumple su esquema.", spec: rfc(9110, "15.5.21") },
  "429": { en: "Too many requests: you reached your limit. Retry-After says how long to wait.", es: "Demasiadas peticiones: has llegado a tu límite. Retry-After dice cuánto esperar.", spec: rfc(6585, "4") },
  "500": { en: "Internal server error: the service failed; your request is not the cause.", es: "Error interno: el servicio ha fallado; la causa no es tu petición.", spec: rfc(9110, "15.6.1") },
  "501": { en: "Not implemented: the service recognizes the request but cannot carry it out yet.", es: "No implementado: el servicio reconoce la petición, pero todavía no puede atenderla.", spec: rfc(9110, "15.6.2") },
  "502": { en: "Bad gateway: an intermediary between you and the service received an invalid answer.", es: "Pasarela incorrecta: un intermediario entre tú y el servicio recibió una respuesta no válida.", spec: rfc(9110, "15.6.3") },
  "503": { en: "Service unavailable: it cannot answer right now. Retry-After says when to try again.", es: "Servicio no disponible: ahora mismo no puede responder. Retry-After dice cuándo volver a intentarlo.", spec: rfc(9110, "15.6.4") },
  "504": { en: "Gateway timeout: an intermediary between you and the service received no answer in time.", es: "Tiempo agotado en la pasarela: un intermediario entre tú y el servicio no recibió respuesta a tiempo.", spec: rfc(9110, "15.6.5") },
  "2xx": { en: "Successful: the request was received, understood and accepted.", es: "Éxito: la petición se recibió, se entendió y se aceptó.", spec: rfc(9110, "15.3") },
  "3xx": { en: "Redirection: something more is needed to finish the request.", es: "Redirección: hace falta algo más para completar la petición.", spec: rfc(9110, "15.4") },
  "4xx": { en: "Client error: something about the request is wrong.", es: "Error del cliente: algo de la petición está mal.", spec: rfc(9110, "15.5") },
  "5xx": { en: "Server error: the service could not answer a valid request.", es: "Error del servidor: el servicio no pudo responder a una petición válida.", spec: rfc(9110, "15.6") },
};
