/** Details of errors, which no declaration has, in Spanish: one text a line. */

// oxfmt-ignore
const SENTENCES: Readonly<Record<string, string>> = {
  "{method} is not supported here. Use one of: {methods}.": "Aquí no se admite {method}. Usa uno de estos: {methods}.",
  "Accept rules out every media type on offer. Ask for one of: {types}.": "Accept descarta todos los tipos de contenido que se ofrecen. Pide uno de estos: {types}.",
  "Accept-Encoding rules out every coding on offer. Ask for one of: {codings}.": "Accept-Encoding descarta todas las codificaciones que se ofrecen. Pide una de estas: {codings}.",
  "Path and query are {length} bytes long; at most {limit} are accepted.": "La ruta y la consulta ocupan {length} bytes; se admiten {limit} como máximo.",
  "A client may make {limit} requests per {window} seconds; this one may ask again in {reset}.": "Un cliente puede hacer {limit} peticiones cada {window} segundos; este puede volver a intentarlo dentro de {reset}.",
  "The condition does not match the current ETag of this resource. Fetch it again and retry.": "La condición no coincide con el ETag actual de este recurso. Vuelve a leerlo y repite la petición.",
  "It is not part of this service; {path} lists what is.": "No forma parte de este servicio; {path} muestra lo que sí.",
  "The path has a percent escape that is broken or not allowed.": "La ruta tiene una secuencia de escape con % incorrecta o no permitida.",
  "The body must be {types}; received no Content-Type.": "El cuerpo debe ser {types}; se ha recibido sin Content-Type.",
  "The body must be {types}; received {type}.": "El cuerpo debe ser {types}; se ha recibido {type}.",
  "The body must not be encoded; received {coding}.": "El cuerpo no debe ir codificado; se ha recibido {coding}.",
  "The body may have at most {limit} bytes.": "El cuerpo puede tener {limit} bytes como máximo.",
  "there is no key {name} here": "aquí no hay ninguna clave {name}",
  "The query has a broken percent escape.": "La consulta tiene una secuencia de escape con % incorrecta.",
  "No office has the id {id}.": "Ninguna oficina tiene el id {id}.",
  "No type has this name; {path} lists all names.": "Ningún tipo tiene este nombre; {path} los lista todos.",
  "GET runs queries only. Other operations go with POST.": "GET solo ejecuta consultas. Las demás operaciones van con POST.",
  "at most {limit} filters; received {count}": "como máximo {limit} filtros; se han recibido {count}",
  "at most {limit} values; received {count}": "como máximo {limit} valores; se han recibido {count}",
  "at most {limit} names; received {count}": "como máximo {limit} nombres; se han recibido {count}",
  "at most {limit} fields; received {count}": "como máximo {limit} campos; se han recibido {count}",
  "the same filter in another spelling is also there; send one of them": "el mismo filtro está también escrito de otra forma; envía solo uno de los dos",
  "a filter is written filter[field]=value or filter[field][operator]=value": "un filtro se escribe filter[field]=value o filter[field][operator]=value",
  "there is no operator {name} for this field; did you mean {other}?": "no hay ningún operador {name} para este campo; ¿querías decir {other}?",
  "there is no operator {name} for this field; available: {names}": "no hay ningún operador {name} para este campo; disponibles: {names}",
  "there is no field {name}; did you mean {other}?": "no hay ningún campo {name}; ¿querías decir {other}?",
  "there is no field {name}; available: {names}": "no hay ningún campo {name}; disponibles: {names}",
  "the field {name} is not a single value; use one of {names}": "el campo {name} no es un valor simple; usa uno de estos: {names}",
  "the field {name} is given more than once; send it once": "el campo {name} aparece más de una vez; envíalo solo una",
  "this parameter is given more than once; send it once": "este parámetro aparece más de una vez; envíalo solo una",
  "there is no such query parameter; a list has fields, filter[field], filter[field][operator], sort, limit and cursor": "no existe ese parámetro de consulta; una lista tiene fields, filter[field], filter[field][operator], sort, limit y cursor",
  "% must be followed by two hex digits, and the bytes must be UTF-8; write % itself as %25": "tras % deben ir dos cifras hexadecimales, y los bytes deben ser UTF-8; el propio % se escribe %25",
  "a page has from 1 to {limit} items; received {value}": "una página tiene de 1 a {limit} elementos; se ha recibido {value}",
  "the cursor is damaged or belongs to another query; follow the next link of a page, or leave the cursor out to start again": "el cursor está dañado o es de otra consulta; sigue el enlace next de una página, u omite el cursor para empezar de nuevo",
  "{field} is compared with true or false; received {value}": "{field} se compara con true o false; se ha recibido {value}",
  "{field} is compared with a date such as 2026-03-01; received {value}": "{field} se compara con una fecha como 2026-03-01; se ha recibido {value}",
  "{field} is compared with a time in UTC such as 2026-03-01T12:00:00Z, or a date; received {value}": "{field} se compara con una hora en UTC como 2026-03-01T12:00:00Z, o con una fecha; se ha recibido {value}",
};

/** Values that a schema expects, in the words of the kernel. */
// oxfmt-ignore
const VALUES: Readonly<Record<string, string>> = {
  "a string": "un texto",
  "a number": "un número",
  "true or false": "true o false",
  "null": "null",
  "an array": "una lista",
  "an object": "un objeto",
  "one of {values}": "uno de estos valores: {values}",
  "\"{value}\"": "\"{value}\"",
};

/** Bounds and formats, which a value that is missing does not break. */
// oxfmt-ignore
const BOUNDS: Readonly<Record<string, string>> = {
  "a whole number": "un número entero",
  "a date such as 2026-01-31": "una fecha como 2026-01-31",
  "a date and time such as 2026-01-31T09:30:00Z": "una fecha y hora como 2026-01-31T09:30:00Z",
  "a time such as 09:30:00": "una hora como 09:30:00",
  "an e-mail address": "una dirección de correo electrónico",
  "a URL": "una URL",
  "a UUID": "un UUID",
  "an IPv4 address": "una dirección IPv4",
  "an IPv6 address": "una dirección IPv6",
  "at least {limit}": "{limit} como mínimo",
  "at most {limit}": "{limit} como máximo",
  "more than {limit}": "más de {limit}",
  "less than {limit}": "menos de {limit}",
  "a multiple of {number}": "un múltiplo de {number}",
  "at least 1 character": "al menos 1 carácter",
  "at least {limit} characters": "al menos {limit} caracteres",
  "at most {limit} characters": "{limit} caracteres como máximo",
  "exactly {limit} characters": "exactamente {limit} caracteres",
  "at least 1 item": "al menos 1 elemento",
  "at least {limit} items": "al menos {limit} elementos",
  "at most {limit} items": "{limit} elementos como máximo",
  "exactly {limit} items": "exactamente {limit} elementos",
};

// Of texts that fit in several ways, the longer template counts, so the gap has a short name.
const expected = ([text, translation]: readonly [string, string]) => [
  [`expected ${text}`, `se esperaba ${translation}`],
  [`expected ${text}; received {it}`, `se esperaba ${translation}; se ha recibido {it}`],
];
const missing = ([text, translation]: readonly [string, string]) => [
  `expected ${text}; received nothing`,
  `se esperaba ${translation}; no se ha recibido nada`,
];

export const DETAILS: Readonly<Record<string, string>> = {
  ...SENTENCES,
  ...Object.fromEntries(Object.entries({ ...VALUES, ...BOUNDS }).flatMap(expected)),
  ...Object.fromEntries(Object.entries(VALUES).map(missing)),
};
