/** The texts of the plugin in Spanish. */

// One text per line.
// oxfmt-ignore
export const ES: Readonly<Record<string, string>> = {
  "Run several operations in one request.": "Ejecuta varias operaciones en una sola petición.",
  "Each operation is answered as a request of its own: as the same caller, with its own conditions and Idempotency-Key, and counted by every limit. With `atomic`, one that is refused undoes all: the answer is then 424, its result is the refusal, and all others have status 424.": "Cada operación se responde como una petición aparte: en nombre del mismo cliente, con sus propias condiciones y su Idempotency-Key, y todos los límites la cuentan. Con `atomic`, una operación rechazada deshace todas: la respuesta es entonces 424, su resultado es el rechazo y todas las demás tienen el código 424.",
  "The operation was not run, because the time of its bulk request was up.": "La operación no se ha ejecutado, porque se agotó el tiempo de su petición en bloque.",
  "An operation of the atomic request was refused, so that none of them has an effect.": "Se ha rechazado una operación de la petición atómica, así que ninguna tiene efecto.",
  "The operations before it took all the time that a bulk request has.": "Las operaciones anteriores han gastado todo el tiempo que tiene una petición en bloque.",
  "Send the operation again, with fewer others in one request.": "Vuelve a enviar la operación, con menos operaciones en la misma petición.",
  "Another operation of the request was refused, and an atomic request takes effect as a whole or not at all.": "Se ha rechazado otra operación de la petición, y una petición atómica tiene efecto entera o no tiene ninguno.",
  "Correct the operation that was refused, then send the request again.": "Corrige la operación rechazada y vuelve a enviar la petición.",
  "Make the changes of all operations together, or none of them.": "Hace los cambios de todas las operaciones juntos, o ninguno.",
  "One for each operation, in their order.": "Uno por operación, en el mismo orden.",
  "Of an atomic request that was undone: the operation that was refused, by its id.": "De una petición atómica deshecha: la operación rechazada, por su id.",
  "Of an atomic request that was undone.": "De una petición atómica deshecha.",
  "By lower-case name.": "Por nombre en minúsculas.",
  "JSON; the text of other types; absent where none is.": "JSON; el texto de los demás tipos; falta si no hay cuerpo.",
  "How a body is written that is not text.": "Cómo se escribe un cuerpo que no es texto.",
  "The body did not fit into this answer.": "El cuerpo no cabía en esta respuesta.",
  "Names the operation in the answer.": "Nombra la operación en la respuesta.",
  "Path and query, as in a request of its own.": "Ruta y consulta, como en una petición aparte.",
  "Headers, such as If-Match and Idempotency-Key. Credentials are ignored.": "Cabeceras, como If-Match e Idempotency-Key. Las credenciales se ignoran.",
  "JSON; or a text, where a Content-Type among the headers is not JSON.": "JSON; o un texto, si un Content-Type entre las cabeceras no es JSON.",
  "Runs several operations in one request.": "Ejecuta varias operaciones en una petición.",
};
