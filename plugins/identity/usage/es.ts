/** The texts of the plugin in Spanish. */

// One text per line.
// oxfmt-ignore
export const ES: Readonly<Record<string, string>> = {
  "Read what you have used in the current calendar month.": "Consulta lo que has usado en el mes natural en curso.",
  "List what each principal has used in the current calendar month.": "Lista lo que cada titular ha usado en el mes natural en curso.",
  "The principal has used up the requests of this calendar month.": "El titular ha agotado las peticiones de este mes natural.",
  "The {limit} requests of this calendar month are used up. The next one begins at {time}.": "Las {limit} peticiones de este mes natural están agotadas. El siguiente empieza el {time}.",
  "The plan of the principal includes a number of requests for each month, and all of them are used.": "El plan del titular incluye un número de peticiones al mes, y ya están todas gastadas.",
  "Wait for the next month, or ask the operator for a larger plan.": "Espera al mes siguiente o pide al operador un plan mayor.",
  "Counts the requests of each principal by calendar month, and enforces their limits.": "Cuenta las peticiones de cada titular por mes natural y aplica sus límites.",
  "Requests of any method but OPTIONS, except to paths that are exempt from the rate limit and to this resource and below. Those answered with 401, 403, 429 or 5xx do not count.": "Peticiones de cualquier método salvo OPTIONS, excepto a las rutas exentas del límite de peticiones y a este recurso y los que cuelgan de él. Las respondidas con 401, 403, 429 o 5xx no cuentan.",
  "Requests that the period includes. Further ones are refused; null for any number.": "Peticiones que incluye el periodo. Las que pasan de ahí se rechazan; null si no hay límite.",
  "The principal.": "El titular.",
};
