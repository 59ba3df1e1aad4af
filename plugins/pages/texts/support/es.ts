import type { TextContext } from "../shared/context.ts";
import { link, mailLink, markdown, unlessSet, whenSet } from "../shared/markdown.ts";

export default ({
  name,
  when,
  unless,
  options,
}: TextContext<{ email?: string | undefined; contactUrl?: string | undefined }>) => markdown`
${whenSet(options.email)`
Escribe a ${mailLink(options.email)}.
`}

${whenSet(options.contactUrl)`
Puedes preguntar o avisar de un problema en ${link(options.contactUrl)}.
`}

${unlessSet(options.email, options.contactUrl)`
Quien gestiona ${name} no ha publicado aquí una dirección para preguntas.
`}

## Antes de preguntar

${when("rel:docs")`
- [Documentación](rel:docs): cómo se comporta la API.
`}
${when("rel:faq")`
- [Preguntas frecuentes](rel:faq): lo que otros han preguntado.
`}
${when("rel:statusPage")`
- [Estado](rel:statusPage): cómo está el servicio ahora mismo.
`}
${unless("rel:statusPage")`
${when("status.getStatus")`
- [Estado](route:status.getStatus): cómo está el servicio ahora mismo.
`}
`}

## Qué contar

- El método y la dirección de tu petición, y cuándo la hiciste.
- El estado y el \`code\` del error.
${when("request-id")`
- El \`X-Request-ID\` de la respuesta: con él se encuentra la petición en el registro.
`}
- Qué esperabas que pasara.

No incluyas contraseñas, claves ni datos personales.

${when("rel:security")`
Si has encontrado una vulnerabilidad, no la publiques: mira en [Seguridad](rel:security).
`}
`;
