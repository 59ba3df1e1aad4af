/** The texts of the plugin in Spanish. */

// One text per line.
// oxfmt-ignore
export const ES: Readonly<Record<string, string>> = {
  "This requires authentication. Send a credential.": "Esto requiere autenticación. Envía una credencial.",
  "The credential is not valid.": "La credencial no es válida.",
  "The request has more than one credential.": "La petición tiene más de una credencial.",
  "Too many authentications from this network have failed. Wait before the next one.": "Han fallado demasiadas autenticaciones desde esta red. Espera antes de intentarlo otra vez.",
  "The credential does not allow this.": "La credencial no permite esto.",
  "Asks callers who they are where a route requires it, and refuses those who may not.": "Pregunta a los clientes quiénes son cuando una ruta lo exige, y rechaza a los que no tienen permiso.",
  "How to authenticate, and why that failed (RFC 9110, RFC 6750).": "Cómo autenticarse y por qué ha fallado (RFC 9110, RFC 6750).",
  "Name of the protected space, as WWW-Authenticate shows it.": "Nombre del espacio protegido, como lo muestra WWW-Authenticate.",
  "Failed authentications of a network, beyond which it is refused with 429.": "Autenticaciones fallidas de una red a partir de las cuales se la rechaza con 429.",
};
