import { n as HITO, t as BRAIN } from "../../../../chunks/glossary.js";
import { i as markdown, t as code } from "../../../../chunks/markdown.js";
// plugins/pages/texts/faq/es.ts
var es_default = ({ href, when, unless }) => markdown`
${when("root.showRoot")`
## ¿Por dónde empiezo?

Por la [raíz de la API](route:root.showRoot). Enlaza con todo lo demás y sirve igual para un navegador que para un programa.
`}

## ¿Necesito una cuenta o una clave?

${when("auth-methods")`
En [autenticación](rel:authMethods) se explica si los clientes tienen que identificarse y cómo.
`}
${unless("auth-methods")`
No, salvo que una respuesta la pida.
`}

${when("brains.listBrains")`
## ¿Qué es un brain?

${BRAIN.es} [Ver los brains](route:brains.listBrains).
`}

${when("offices.listOffices")`
## ¿Qué es un hito?

${HITO.es} Cada [oficina](route:offices.listOffices) incluye sus hitos.
`}

${when("rate-limit")`
## ¿Cuántas peticiones puedo hacer?

Las cifras están en [límites](route:rate-limit.showLimits), y cada respuesta indica cuántas peticiones te quedan. Después de un 429, espera los segundos que indica \`Retry-After\`.
`}

${when("cache")`
## ¿Cómo sé si algo ha cambiado?

Guarda el \`ETag\` de una respuesta y envíalo en \`If-None-Match\`: un 304 significa que nada ha cambiado.
${when("events.streamEvents")`
Para enterarte sin preguntar, sigue los eventos de ${code(href("events.streamEvents"))}.
`}
`}

${when("lists")`
## ¿Por qué una lista no devuelve todos sus elementos?

Porque las listas se dividen en páginas. Sigue \`_links.next\` hasta que falte y usa su dirección tal cual.
`}

${when("cors")`
## ¿Puedo llamar a la API desde una página web?

La [política CORS](rel:cors) indica qué sitios pueden hacerlo.
`}

${when("openapi.showOpenapi")`
## ¿Puedo generar un cliente?

Sí: pasa la [descripción OpenAPI](route:openapi.showOpenapi) a un generador para tu lenguaje.
`}

${when("rel:support")`
## ¿Dónde hago otras preguntas?

En [Ayuda](rel:support).
`}
`;
export { es_default as default };

//# sourceMappingURL=es.js.map