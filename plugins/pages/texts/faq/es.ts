import { BRAIN, HITO } from "../../shared/glossary.ts";
import type { TextContext } from "../shared/context.ts";
import { code, markdown } from "../shared/markdown.ts";

export default ({ href, limit, when, whenIdentified, unlessIdentified }: TextContext) => markdown`
${when("root.showRoot")`
## ¿Por dónde empiezo?

Por la [raíz de la API](route:root.showRoot). Enlaza con todo lo demás y sirve igual para un navegador que para un programa.
`}

## ¿Necesito una cuenta o una clave?

${whenIdentified`
Solo para las operaciones que la piden. Sin ella responden 401, y su \`WWW-Authenticate\` indica la forma.
`}
${unlessIdentified`
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

${String(limit?.limit)} en ${String(limit?.windowSeconds)} segundos.${whenIdentified` Una credencial puede tener [su propio límite](route:rate-limit.showLimits).`} Cada respuesta indica cuántas peticiones te quedan. Después de un 429, espera los segundos que indica \`Retry-After\`.
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
