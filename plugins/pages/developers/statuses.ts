/** What status codes mean, for those who meet them (RFC 9110, section 15, and others). */
import { type Explained, rfc } from "./specs.ts";

export const STATUSES: Readonly<Record<string, Explained>> = {
  "200": {
    en: "OK: here is what was asked for.",
    es: "Correcto: aquí está lo que se pidió.",
    spec: rfc(9110, "15.3.1"),
  },
  "201": {
    en: "Created: something new exists, and Location says where.",
    es: "Creado: existe algo nuevo, y Location dice dónde.",
    spec: rfc(9110, "15.3.2"),
  },
  "202": {
    en: "Accepted: the work is taken on, and not done yet.",
    es: "Aceptado: el trabajo está en marcha y aún no ha terminado.",
    spec: rfc(9110, "15.3.3"),
  },
  "204": {
    en: "No content: it is done, and there is nothing to say.",
    es: "Sin contenido: está hecho y no hay nada que añadir.",
    spec: rfc(9110, "15.3.5"),
  },
  "304": {
    en: "Not modified: the copy you already have is still current, so nothing is sent again.",
    es: "Sin cambios: la copia que ya tienes sigue vigente, así que no se envía de nuevo.",
    spec: rfc(9110, "15.4.5"),
  },
  "400": {
    en: "Bad request: a part of the request does not fit. The answer says which.",
    es: "Petición incorrecta: alguna parte no encaja. La respuesta dice cuál.",
    spec: rfc(9110, "15.5.1"),
  },
  "401": {
    en: "Unauthorized: the request needs credentials.",
    es: "No autenticado: la petición necesita credenciales.",
    spec: rfc(9110, "15.5.2"),
  },
  "403": {
    en: "Forbidden: the server understood, and refuses.",
    es: "Prohibido: el servidor ha entendido la petición y la rechaza.",
    spec: rfc(9110, "15.5.4"),
  },
  "404": {
    en: "Not found: nothing answers at this address.",
    es: "No encontrado: nada responde en esta dirección.",
    spec: rfc(9110, "15.5.5"),
  },
  "405": {
    en: "Method not allowed: the address exists, and Allow lists the methods that it takes.",
    es: "Método no permitido: la dirección existe, y Allow enumera los métodos que admite.",
    spec: rfc(9110, "15.5.6"),
  },
  "406": {
    en: "Not acceptable: none of the media types on offer is among those in Accept.",
    es: "No aceptable: ninguno de los tipos disponibles figura en Accept.",
    spec: rfc(9110, "15.5.7"),
  },
  "409": {
    en: "Conflict: the request does not go with the present state of the resource.",
    es: "Conflicto: la petición no casa con el estado actual del recurso.",
    spec: rfc(9110, "15.5.10"),
  },
  "412": {
    en: "Precondition failed: a condition such as If-Match does not hold.",
    es: "Condición no cumplida: no se cumple una condición, como If-Match.",
    spec: rfc(9110, "15.5.13"),
  },
  "413": {
    en: "Content too large: the body is larger than the service accepts.",
    es: "Contenido demasiado grande: el cuerpo supera lo que admite el servicio.",
    spec: rfc(9110, "15.5.14"),
  },
  "414": {
    en: "URI too long: the address is longer than the service accepts.",
    es: "Dirección demasiado larga: supera lo que admite el servicio.",
    spec: rfc(9110, "15.5.15"),
  },
  "415": {
    en: "Unsupported media type: the body has a form that the service does not read.",
    es: "Tipo no admitido: el cuerpo tiene una forma que el servicio no lee.",
    spec: rfc(9110, "15.5.16"),
  },
  "422": {
    en: "Unprocessable content: the body can be read, and does not fit its schema.",
    es: "Contenido no procesable: el cuerpo se puede leer, pero no encaja en su esquema.",
    spec: rfc(9110, "15.5.21"),
  },
  "429": {
    en: "Too many requests: you reached your limit. Retry-After says how long to wait.",
    es: "Demasiadas peticiones: has llegado a tu límite. Retry-After dice cuánto esperar.",
    spec: rfc(6585, "4"),
  },
  "500": {
    en: "Internal server error: the service failed. It is no fault of yours.",
    es: "Error interno: el servicio ha fallado. No es culpa tuya.",
    spec: rfc(9110, "15.6.1"),
  },
  "501": {
    en: "Not implemented: the service knows of this, and cannot do it yet.",
    es: "No implementado: el servicio lo conoce, pero todavía no sabe hacerlo.",
    spec: rfc(9110, "15.6.2"),
  },
  "502": {
    en: "Bad gateway: something between you and the service got no usable answer.",
    es: "Pasarela incorrecta: algo entre tú y el servicio no obtuvo una respuesta útil.",
    spec: rfc(9110, "15.6.3"),
  },
  "503": {
    en: "Service unavailable: it cannot answer right now. Retry-After says when to try again.",
    es: "Servicio no disponible: ahora mismo no puede responder. Retry-After dice cuándo volver a intentarlo.",
    spec: rfc(9110, "15.6.4"),
  },
  "504": {
    en: "Gateway timeout: something between you and the service waited in vain.",
    es: "Tiempo agotado en la pasarela: algo entre tú y el servicio esperó en vano.",
    spec: rfc(9110, "15.6.5"),
  },
  "2xx": {
    en: "Successful: the request was received, understood and accepted.",
    es: "Éxito: la petición se recibió, se entendió y se aceptó.",
    spec: rfc(9110, "15.3"),
  },
  "3xx": {
    en: "Redirection: something more is needed to finish the request.",
    es: "Redirección: hace falta algo más para completar la petición.",
    spec: rfc(9110, "15.4"),
  },
  "4xx": {
    en: "Client error: something about the request is wrong.",
    es: "Error del cliente: algo de la petición está mal.",
    spec: rfc(9110, "15.5"),
  },
  "5xx": {
    en: "Server error: the service could not answer a valid request.",
    es: "Error del servidor: el servicio no pudo responder a una petición válida.",
    spec: rfc(9110, "15.6"),
  },
};
