import { c as whenSet, i as markdown, n as link, r as mailLink, s as unlessSet } from "../../../../chunks/markdown.js";
// plugins/pages/texts/support/es.ts
var es_default = ({ name, when, unless, options }) => markdown`
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
- [Documentación](rel:docs): cómo usar la API.
`}
${when("rel:faq")`
- [Preguntas frecuentes](rel:faq): respuestas a preguntas habituales.
`}
${when("rel:statusPage")`
- [Estado](rel:statusPage): el estado actual del servicio.
`}
${unless("rel:statusPage")`
${when("status.getStatus")`
- [Estado](route:status.getStatus): el estado actual del servicio.
`}
`}

## Qué incluir

- El método y la dirección de la petición, y su hora.
- El estado y el \`code\` del error.
${when("request-id")`
- El \`X-Request-ID\` de la respuesta, que identifica la petición en el registro.
`}
- El resultado que esperabas.

No incluyas contraseñas, claves ni datos personales.

${when("rel:security")`
No avises de vulnerabilidades en público: consulta [Seguridad](rel:security).
`}
`;
export { es_default as default };

//# sourceMappingURL=es.js.map