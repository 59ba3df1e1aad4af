/** The texts of the plugin in Spanish. */

// One text per line.
// oxfmt-ignore
export const ES: Readonly<Record<string, string>> = {
  "This requires authentication. Send a credential.": "Esto requiere autenticación. Envía una credencial.",
  "The credential is not valid.": "La credencial no es válida.",
  "The request has more than one credential.": "La petición tiene más de una credencial.",
  "Too many authentications from this network have failed. Wait before the next one.": "Han fallado demasiadas autenticaciones desde esta red. Espera antes de intentarlo otra vez.",
  "The request has more than one credential. Send one of them.": "La petición tiene más de una credencial. Envía solo una.",
  "The credential lacks the scope {scope}.": "A la credencial le falta el permiso {scope}.",
  "The credential lacks the scopes {scopes}.": "A la credencial le faltan los permisos {scopes}.",
  "The credential does not allow this.": "La credencial no permite esto.",
  "The operation is for known callers, and the request has no credential.": "La operación es para clientes conocidos, y la petición no lleva credencial.",
  "Send a credential of a kind that `WWW-Authenticate` names.": "Envía una credencial de uno de los tipos que indica `WWW-Authenticate`.",
  "The credential is mistyped, expired, revoked, or made for another service.": "La credencial está mal escrita, ha caducado, se ha revocado o es de otro servicio.",
  "Send a valid credential; the operator can issue a new one.": "Envía una credencial válida; el operador puede emitir una nueva.",
  "Several parts of the request prove who sends it, such as a key and a token.": "Varias partes de la petición acreditan quién la envía, como una clave y un token.",
  "Send only one of them.": "Envía solo una de ellas.",
  "The network of the client has sent invalid credentials too often.": "La red del cliente ha enviado credenciales no válidas demasiadas veces.",
  "Correct the credential, then wait as many seconds as `Retry-After` says.": "Corrige la credencial y espera los segundos que indica `Retry-After`.",
  "The caller is known, but lacks a scope that the operation requires.": "Se sabe quién llama, pero le falta un permiso que exige la operación.",
  "Ask the operator for the scope. Sending the request again changes nothing.": "Pide el permiso al operador. Repetir la petición no cambia nada.",
  "Asks callers who they are where a route requires it, and refuses those who may not.": "Pregunta a los clientes quiénes son cuando una ruta lo exige, y rechaza a los que no tienen permiso.",
  "How to authenticate, and why that failed (RFC 9110, RFC 6750).": "Cómo autenticarse y por qué ha fallado (RFC 9110, RFC 6750).",
  "Name of the protected space, as WWW-Authenticate shows it.": "Nombre del espacio protegido, como lo muestra WWW-Authenticate.",
  "Failed authentications of a network, beyond which it is refused with 429.": "Autenticaciones fallidas de una red a partir de las cuales se la rechaza con 429.",
};
