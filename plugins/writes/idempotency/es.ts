/** The texts of the plugin in Spanish. */

// One text per line.
// oxfmt-ignore
export const ES: Readonly<Record<string, string>> = {
  "The Idempotency-Key is not one string of 1 to 255 characters.": "La Idempotency-Key no es una cadena de 1 a 255 caracteres.",
  "The request needs an Idempotency-Key, so that it can be repeated safely.": "La petición necesita una Idempotency-Key para que se pueda repetir sin riesgo.",
  "The Idempotency-Key was sent before, with another request.": "La Idempotency-Key ya se envió antes, con otra petición.",
  "The first request with this Idempotency-Key is still being answered.": "Aún se está respondiendo a la primera petición con esta Idempotency-Key.",
  "The client has as many idempotency keys as are remembered for it.": "El cliente ya tiene tantas claves de idempotencia como se recuerdan por cliente.",
  "Runs a write once for each Idempotency-Key, and repeats its answer.": "Ejecuta cada escritura una sola vez por Idempotency-Key y repite su respuesta.",
  "`true` on the answer that an earlier request with the same key received.": "`true` en la respuesta que ya recibió una petición anterior con la misma clave.",
  "The header of repeated answers.": "La cabecera de las respuestas repetidas.",
  "Whether requests without a key are refused.": "Si se rechazan las peticiones sin clave.",
  "Statuses of refusals that are decided again. Those from 500 on are as well; all other answers are repeated.": "Códigos de los rechazos que se deciden de nuevo. También los que empiezan en 500; todas las demás respuestas se repiten.",
  "Of an answer with a larger body, status and headers are repeated without it.": "Si el cuerpo de una respuesta es mayor, se repiten su código y sus cabeceras, sin el cuerpo.",
  "Keys that are remembered for one client. Further ones are refused with 429.": "Claves que se recuerdan por cliente. Las que pasan de ahí se rechazan con 429.",
  "A string that no other request of the client has, such as a UUID in quotes: a repeated request with the same one has no further effect, and receives the first answer.": "Una cadena que no tiene ninguna otra petición del cliente, como un UUID entre comillas: una petición repetida con la misma no tiene más efecto y recibe la primera respuesta.",
};
