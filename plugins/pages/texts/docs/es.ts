import type { TextContext } from "../shared/context.ts";
import { code, markdown, shell } from "../shared/markdown.ts";

export default ({ description, baseUrl, href, when }: TextContext) => markdown`
${description}

Esta página explica cómo se comporta la API en general.
${when("openapi.showOpenapi")`
Lo que recibe y devuelve cada operación está en la [descripción OpenAPI](route:openapi.showOpenapi).
`}

## Entrada y descubrimiento

${when("root.showRoot")`
Empieza en la [raíz de la API](route:root.showRoot) y sigue sus \`_links\`. Desde ahí se enlaza lo que está activo; lo que no lo está, no aparece. Así, a un cliente le basta con conocer una sola dirección.

${shell(`curl -s ${baseUrl}${href("root.showRoot")}`)}
`}

${when("openapi.showOpenapi")`
- [OpenAPI](route:openapi.showOpenapi) describe cada operación, en JSON o YAML.
`}
${when("schemas.listSchemas")`
- [Esquemas](route:schemas.listSchemas) ofrece cada tipo como JSON Schema.
`}
${when("capabilities.showCapabilities")`
- [Capacidades](route:capabilities.showCapabilities) indica qué está activo.
`}
${when("api-discovery.showDiscovery")`
- [Descubrimiento](route:api-discovery.showDiscovery) reúne la API y todo lo que la rodea en una dirección conocida.
`}

${when("links")`
## Enlaces

Cada respuesta lleva a otras. En JSON, los enlaces están en \`_links\`, por relación; la cabecera \`Link\` dice lo mismo a quien no lee el cuerpo. Un enlace solo está mientras existe aquello a lo que lleva: compruébalo y no construyas rutas por tu cuenta.
`}

${when("lists")`
## Listas

Todas las listas admiten los mismos parámetros.

| Parámetro | Qué hace | Ejemplo |
| --- | --- | --- |
| \`limit\` | Número máximo de elementos en la respuesta | \`limit=10\` |
| \`cursor\` | Sigue donde acabó una página; tómalo del enlace \`next\` | |
| \`sort\` | Campos por los que ordenar; con \`-\`, en orden descendente | \`sort=-name\` |
| \`fields\` | Campos que se devuelven | \`fields=id,name\` |
| \`filter[campo]\` | Elementos cuyo campo tiene este valor | \`filter[status]=active\` |
| \`filter[campo][operador]\` | Otras comparaciones: \`ne\`, \`gt\`, \`gte\`, \`lt\`, \`lte\`, \`in\`, \`contains\` | \`filter[name][contains]=a\` |

Se deben cumplir todas las condiciones. La respuesta trae los elementos bajo el nombre de la lista, \`_meta.count\` y, mientras haya más, \`_links.next\`.
`}

## Errores

Un error tiene un estado de 400 en adelante y un cuerpo que dice qué ha fallado y dónde.

${when("errors.listErrors")`
Su \`code\` pertenece al [catálogo de errores](route:errors.listErrors) y nunca cambia de significado; los textos que lo acompañan son para personas y sí pueden cambiar.
`}

${when("problem-details")`
Pide con \`Accept: application/problem+json\` para recibir Problem Details (RFC 9457).
`}

${when("request-id")`
Cada respuesta identifica su petición en \`X-Request-ID\`. Inclúyelo cuando pidas ayuda.
`}

${when("cache")`
## Caché y peticiones condicionales

\`Cache-Control\` dice cuánto tiempo se puede guardar una respuesta. La mayoría lleva un \`ETag\`: devuélvelo en \`If-None-Match\` y, mientras nada cambie, la respuesta será un 304 vacío.

${when("root.showRoot")`
${shell(`curl -si ${baseUrl}${href("root.showRoot")} -H 'If-None-Match: "…"'`)}
`}

Más detalles: [política de caché](rel:cachePolicy) y [peticiones condicionales](rel:conditionalRequests).
`}

${when("rate-limit")`
## Límite de peticiones

En [límites](route:rate-limit.showLimits) está cuántas peticiones puede hacer un cliente. \`X-RateLimit-Remaining\` dice cuántas le quedan y \`X-RateLimit-Reset\`, en cuántos segundos vuelve a empezar la cuenta. Si te pasas, recibirás un 429: espera los segundos que indique \`Retry-After\`.
`}

${when("graphql.queryGraphql")`
## GraphQL

${code(href("graphql.queryGraphql"))} lee cualquier lista o recurso en una sola petición, con los mismos filtros y límites.

${shell(`curl -s ${baseUrl}${href("graphql.queryGraphql")} --json '{"query":"{ __typename }"}'`)}
`}

${when("events.streamEvents")`
## Eventos

${code(href("events.streamEvents"))} cuenta lo que pasa en el momento en que pasa, como Server-Sent Events. Un cliente que vuelve con \`Last-Event-ID\` recibe lo que se perdió, o el evento \`reset\` si ya no se conserva.

${shell(`curl -sN ${baseUrl}${href("events.streamEvents")}`)}
`}

${when("changelog.listReleases")`
## Cambios

El [registro de cambios](route:changelog.listReleases) recoge lo que ha cambiado.
`}

${when("deprecation")`
Lo que va a desaparecer lo avisa en las cabeceras \`Deprecation\` y \`Sunset\`, con mucha antelación.
`}

${when("rel:support")`
## Ayuda

Si echas algo en falta, [pregunta](rel:support).
`}
`;
