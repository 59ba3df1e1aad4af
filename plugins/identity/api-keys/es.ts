/** The texts of the plugin in Spanish. */

// One text per line.
// oxfmt-ignore
export const ES: Readonly<Record<string, string>> = {
  "List API keys, without their secrets.": "Lista las claves de API, sin sus secretos.",
  "Read one API key, without its secret.": "Lee una clave de API, sin su secreto.",
  "Create an API key, and read its secret this once.": "Crea una clave de API y lee su secreto por única vez.",
  "Replace the secret of an API key, and read the new one this once.": "Sustituye el secreto de una clave de API y lee el nuevo por única vez.",
  "Revoke an API key.": "Revoca una clave de API.",
  "No key has the id {id}.": "Ninguna clave tiene el id {id}.",
  "The state of the key does not allow this.": "El estado de la clave no lo permite.",
  "The key has expired, was revoked or removed, or is being rotated by another request.": "La clave ha caducado, se ha revocado o eliminado, o la está renovando otra petición.",
  "Read the key to see its state. Rotate it again if it is active; otherwise create a new one.": "Lee la clave para ver su estado. Vuelve a renovarla si está activa; si no, crea una nueva.",
  "Identifies callers by API keys, which managers create, revoke and rotate.": "Identifica a los clientes por claves de API, que los gestores crean, revocan y renuevan.",
  "An API key, sent as Authorization: Bearer. A revoked key is refused within {time} on every node.": "Una clave de API, enviada como Authorization: Bearer. Una clave revocada se rechaza en menos de {time} en todos los nodos.",
  "What its holder may do beyond being known.": "Lo que puede hacer quien la tiene, además de identificarse.",
  "Default: the plan of the one who creates it.": "Por defecto, el plan de quien la crea.",
  "Default: it does not expire.": "Por defecto, no caduca.",
  "The part of the key that names it.": "La parte de la clave que la nombra.",
  "Name of the plan that its limits follow.": "Nombre del plan que siguen sus límites.",
  "From then on it is refused. Absent: never.": "A partir de entonces se rechaza. Si falta, nunca.",
  "Since then it is refused.": "Desde entonces se rechaza.",
  "By the minute, and written a minute later at most.": "Con precisión de minutos; se anota un minuto después como máximo.",
  "Until when the secret before the last rotation counts too.": "Hasta cuándo vale también el secreto anterior a la última renovación.",
  "The key to send as `Authorization: Bearer`. No other answer has it: keep it now.": "La clave que hay que enviar como `Authorization: Bearer`. Ninguna otra respuesta la contiene: guárdala ahora.",
  "How long the present secret still counts, 30d at most.": "Cuánto tiempo sigue valiendo el secreto actual, 30 días como máximo.",
};
