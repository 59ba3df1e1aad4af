import { n as HITO, t as BRAIN } from "../../../../chunks/glossary.js";
import { i as markdown, o as shell, t as code } from "../../../../chunks/markdown.js";
// plugins/pages/texts/docs/es.ts
var es_default = ({ description, baseUrl, href, when, whenIdentified, whenWritten }) => markdown`
${description}

Esta página explica lo que tienen en común todas las operaciones.
${when("openapi.showOpenapi")`
La [descripción OpenAPI](route:openapi.showOpenapi) recoge los parámetros y las respuestas de cada operación.
`}

## Entrada y descubrimiento

${when("root.showRoot")`
Empieza en la [raíz de la API](route:root.showRoot) y sigue sus \`_links\`. La raíz enlaza con todo lo que está activo y con nada de lo que no lo está, así que a un cliente le basta con conocer una sola dirección.

${shell(`curl -s ${baseUrl}${href("root.showRoot")}`)}
`}

${when("openapi.showOpenapi")`
- [OpenAPI](route:openapi.showOpenapi) describe cada operación, en JSON o YAML.
`}
${when("schemas.listSchemas")`
- [Esquemas](route:schemas.listSchemas) ofrece cada tipo como JSON Schema.
`}
${when("capabilities.showCapabilities")`
- [Capacidades](route:capabilities.showCapabilities) indica qué funciones están activas.
`}
${when("api-discovery.showDiscovery")`
- [Descubrimiento](route:api-discovery.showDiscovery) enlaza con la API y sus documentos desde una dirección conocida.
`}

${when("brains.listBrains")`
## Brains

${BRAIN.es} [Ver los brains](route:brains.listBrains).
`}

${when("offices.listOffices")`
## Oficinas e hitos

${HITO.es} [Ver las oficinas](route:offices.listOffices), cada una con sus hitos.
`}

${when("links")`
## Enlaces

Cada respuesta enlaza con recursos relacionados. En JSON, los enlaces están en \`_links\`, por relación; la cabecera \`Link\` los repite para los clientes que no leen el cuerpo. Un enlace solo está presente mientras existe su destino: comprueba si está en lugar de construir rutas por tu cuenta.
`}

${when("lists")`
## Listas

Todas las listas admiten los mismos parámetros.

| Parámetro | Significado | Ejemplo |
| --- | --- | --- |
| \`limit\` | Número máximo de elementos en la respuesta | \`limit=10\` |
| \`cursor\` | Dónde empieza la página siguiente; tómalo del enlace \`next\` | |
| \`sort\` | Campos por los que ordenar; con \`-\`, en orden descendente | \`sort=-name\` |
| \`fields\` | Campos que se devuelven | \`fields=id,name\` |
| \`filter[campo]\` | Elementos cuyo campo tiene este valor | \`filter[status]=active\` |
| \`filter[campo][operador]\` | Elementos que cumplen otra comparación: \`ne\`, \`gt\`, \`gte\`, \`lt\`, \`lte\`, \`in\`, \`contains\` | \`filter[name][contains]=a\` |

Un elemento debe cumplir todos los filtros. La respuesta trae los elementos bajo el nombre de la lista, cuántos son en \`_meta.count\` y, mientras haya más, \`_links.next\`.
`}
${whenIdentified`

## Autenticación

Algunas operaciones necesitan una credencial.${when("auth-methods")` En [autenticación](rel:authMethods) se explica cómo enviarla.`} Sin ella, o con una que no vale, la respuesta es 401, y \`WWW-Authenticate\` indica el esquema. Si a la credencial le faltan permisos (scopes) que la operación necesita, la respuesta es 403 y los nombra. Las respuestas que dependen de quien pregunta son privadas: ninguna caché se las envía a otros.
`}

## Errores

Un error tiene un estado de 400 en adelante y un cuerpo que dice qué ha fallado y dónde.

${when("errors.listErrors")`
Su \`code\` pertenece al [catálogo de errores](route:errors.listErrors) y nunca cambia de significado. Los textos que lo acompañan son para personas y pueden cambiar.
`}

${when("problem-details")`
Envía \`Accept: application/problem+json\` para recibir Problem Details (RFC 9457).
`}

${when("request-id")`
Cada respuesta lleva el identificador de su petición en \`X-Request-ID\`. Cítalo cuando pidas ayuda.
`}

${when("cache")`
## Caché y peticiones condicionales

\`Cache-Control\` indica cuánto tiempo se puede guardar una respuesta. La mayoría lleva un \`ETag\`: devuélvelo en \`If-None-Match\` y, mientras nada cambie, la respuesta será un 304 vacío.

${when("root.showRoot")`
${shell(`curl -si ${baseUrl}${href("root.showRoot")} -H 'If-None-Match: "…"'`)}
`}

Más detalles en la [política de caché](rel:cachePolicy) y en [peticiones condicionales](rel:conditionalRequests).
`}

${when("rate-limit")`
## Límite de peticiones

En [límites](route:rate-limit.showLimits) se indica cuántas peticiones puede hacer un cliente. \`X-RateLimit-Remaining\` indica cuántas le quedan y \`X-RateLimit-Reset\`, dentro de cuántos segundos se reinicia la cuenta. Las peticiones que superan el límite reciben un 429: espera los segundos que indica \`Retry-After\`.
`}

${when("graphql.queryGraphql")`
## GraphQL

${code(href("graphql.queryGraphql"))} lee cualquier número de listas y recursos en una sola petición, con los mismos filtros y límites.

${shell(`curl -s ${baseUrl}${href("graphql.queryGraphql")} --json '{"query":"{ __typename }"}'`)}
${whenWritten`

Cada operación que cambia algo es un campo de la mutación, con el nombre que tiene en OpenAPI. Los parámetros de la ruta son argumentos, el cuerpo es \`input\` o \`patch\`, e \`ifMatch\` hace condicional la escritura. Un campo rechazado es null, con el código del error en \`extensions\`; los anteriores conservan su efecto. Las mutaciones se envían con POST.
`}
`}

${when("events.streamEvents")`
## Eventos

${code(href("events.streamEvents"))} comunica los eventos en cuanto ocurren, como Server-Sent Events. Un cliente que se reconecta con \`Last-Event-ID\` recibe los eventos que se perdió, o el evento \`reset\` si ya no se conservan.
${whenIdentified`

Un flujo abierto con una credencial contiene los eventos que puede recibir quien lo abre, y termina como mucho cinco segundos después de que la credencial se revoque o caduque. Conéctate de nuevo con una que valga.
`}

${shell(`curl -sN ${baseUrl}${href("events.streamEvents")}`)}
`}

${when("changelog.listReleases")`
## Cambios

El [registro de cambios](route:changelog.listReleases) recoge los cambios de cada versión.
`}

${when("deprecation")`
Una operación que va a desaparecer lo anuncia en las cabeceras \`Deprecation\` y \`Sunset\`, con mucha antelación.
`}

${when("rel:support")`
## Ayuda

Si no encuentras aquí la respuesta, [pregunta](rel:support).
`}
`;
export { es_default as default };

//# sourceMappingURL=es.js.map