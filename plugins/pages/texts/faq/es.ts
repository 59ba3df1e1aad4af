import type { TextContext } from "../shared/context.ts";
import { code, markdown } from "../shared/markdown.ts";

export default ({ href, when, unless }: TextContext) => markdown`
${when("root.showRoot")`
## ¿Por dónde empiezo?

Por la [raíz de la API](route:root.showRoot). Enlaza con todo lo demás, y la puedes ver en un navegador igual que la lee un programa.
`}

## ¿Necesito una cuenta o una clave?

${when("auth-methods")`
En [autenticación](rel:authMethods) se explica cómo se identifican los clientes, si es que tienen que hacerlo.
`}
${unless("auth-methods")`
La API no pide ninguna de las dos, salvo que una respuesta lo diga.
`}

${when("rate-limit")`
## ¿Cuántas peticiones puedo hacer?

Las cifras están en [límites](route:rate-limit.showLimits), y cada respuesta dice cuántas peticiones te quedan. Después de un 429, espera los segundos que indique \`Retry-After\`.
`}

${when("cache")`
## ¿Cómo sé si algo ha cambiado?

Guarda el \`ETag\` de una respuesta y envíalo en \`If-None-Match\`: un 304 significa que todo sigue igual.
${when("events.streamEvents")`
Para enterarte sin preguntar, sigue los eventos de ${code(href("events.streamEvents"))}.
`}
`}

${when("lists")`
## ¿Por qué una lista no trae todos sus elementos?

Porque viene por páginas. Sigue \`_links.next\` mientras exista y usa la dirección tal cual.
`}

${when("cors")`
## ¿Puedo llamar a la API desde una página web?

La [política CORS](rel:cors) dice qué sitios pueden.
`}

${when("openapi.showOpenapi")`
## ¿Puedo generar un cliente?

Sí: pasa la [descripción OpenAPI](route:openapi.showOpenapi) a un generador para tu lenguaje.
`}

${when("rel:support")`
## ¿Dónde pregunto lo que no está aquí?

Mira en [Ayuda](rel:support).
`}
`;
