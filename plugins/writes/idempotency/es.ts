/** The texts of the plugin in Spanish. */

// One text per line.
// oxfmt-ignore
export const ES: Readonly<Record<string, string>> = {
  "The Idempotency-Key is not one string of 1 to 255 characters.": "La Idempotency-Key no es una cadena de 1 a 255 caracteres.",
  "The request needs an Idempotency-Key, so that it can be repeated safely.": "La petición necesita una Idempotency-Key para que se pueda repetir sin riesgo.",
  "The Idempotency-Key was sent before, with another request.": "La Idempotency-Key ya se envió antes, con otra petición.",
  "The first request with this Idempotency-Key is still being answered.": "Aún se está respondiendo a la primera petición con esta Idempotency-Key.",
  "The client has as many idempotency keys as are remembered for it.": "El cliente ya tiene tantas claves de idempotencia como se recuerdan por cliente.",
  "The header is sent more than once, has no quotes, or holds a string that is empty or too long.": "La cabecera se envía más de una vez, no lleva comillas o contiene una cadena vacía o demasiado larga.",
  "Send the header once, with a UUID in quotes.": "Envía la cabecera una sola vez, con un UUID entre comillas.",
  "Without a key, the service cannot see whether the write is new or repeated.": "Sin una clave, el servicio no puede saber si la escritura es nueva o repetida.",
  "Send a new UUID in quotes with each write, and the same one whenever that write is repeated.": "Envía con cada escritura un UUID nuevo entre comillas, y el mismo siempre que se repita esa escritura.",
  "The path, the query, the headers or the body differ from those of the first request with this key.": "La ruta, la consulta, las cabeceras o el cuerpo difieren de los de la primera petición con esta clave.",
  "Send a new key with each new request. Nothing was changed.": "Envía una clave nueva con cada petición nueva. No se ha cambiado nada.",
  "The client repeats a write before its first answer has been sent.": "El cliente repite una escritura antes de que se haya enviado la primera respuesta.",
  "Wait as many seconds as `Retry-After` says, then repeat the request with the same key.": "Espera los segundos que indica `Retry-After` y repite la petición con la misma clave.",
  "The client has sent more new keys than the service remembers for one client.": "El cliente ha enviado más claves nuevas de las que el servicio recuerda por cliente.",
  "Wait as many seconds as `Retry-After` says, and send fewer writes at a time. Nothing was changed.": "Espera los segundos que indica `Retry-After` y envía menos escrituras a la vez. No se ha cambiado nada.",
  "Runs a write once for each Idempotency-Key, and repeats its answer.": "Ejecuta cada escritura una sola vez por Idempotency-Key y repite su respuesta.",
  "`true` on the answer that an earlier request with the same key received.": "`true` en la respuesta que ya recibió una petición anterior con la misma clave.",
  "The header of repeated answers.": "La cabecera de las respuestas repetidas.",
  "Whether requests without a key are refused.": "Si se rechazan las peticiones sin clave.",
  "Statuses of refusals that are decided again. Those from 500 on are as well; all other answers are repeated.": "Códigos de los rechazos que se deciden de nuevo. También los que empiezan en 500; todas las demás respuestas se repiten.",
  "Of an answer with a larger body, status and headers are repeated without it.": "Si el cuerpo de una respuesta es mayor, se repiten su código y sus cabeceras, sin el cuerpo.",
  "Keys that are remembered for one client. Further ones are refused with 429.": "Claves que se recuerdan por cliente. Las que pasan de ahí se rechazan con 429.",
  "A string that no other request of the client has, such as a UUID in quotes: a repeated request with the same one has no further effect, and receives the first answer.": "Una cadena que no tiene ninguna otra petición del cliente, como un UUID entre comillas: una petición repetida con la misma no tiene más efecto y recibe la primera respuesta.",
};
