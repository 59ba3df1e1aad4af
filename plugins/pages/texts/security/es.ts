import type { TextContext } from "../shared/context.ts";
import { mailLink, markdown, unlessSet, whenSet } from "../shared/markdown.ts";

export default ({
  name,
  when,
  unless,
  options,
}: TextContext<{ email?: string | undefined }>) => markdown`
## Avisa de una vulnerabilidad

${whenSet(options.email)`
Escribe a ${mailLink(options.email)}.
`}

${when("security-txt.showSecurityTxt")`
En [security.txt](route:security-txt.showSecurityTxt) está a quién avisar, tanto para personas como para programas.
`}

${unlessSet(options.email)`
${unless("security-txt.showSecurityTxt")`
Quien gestiona ${name} no ha publicado aquí una dirección para avisos.
`}
`}

Cuenta qué has encontrado, dónde y cómo reproducirlo. Por favor, no lo publiques antes de que esté corregido, no consultes datos que no sean tuyos y no pruebes cuánta carga aguanta el servicio.

## Qué protege este servicio

- Los datos de entrada se comprueban antes de usarlos; lo que no encaja se rechaza, y la respuesta dice por qué.
${when("size-limits")`
- Las peticiones tienen un tamaño máximo: [límites de tamaño](rel:sizeLimits).
`}
${when("rate-limit")`
- Cada cliente puede hacer un número limitado de peticiones: [límites](route:rate-limit.showLimits).
`}
${when("security-headers")`
- Las respuestas llevan cabeceras que limitan lo que un navegador hace con ellas: [política de seguridad](rel:securityPolicy).
`}
${when("cors")`
- Qué sitios pueden leer las respuestas desde un navegador se explica en la [política CORS](rel:cors).
`}
- Las páginas como esta no usan cookies ni cargan nada de otros sitios.
`;
