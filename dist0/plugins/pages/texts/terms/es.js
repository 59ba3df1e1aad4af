import { c as whenSet, i as markdown } from "../../../../chunks/markdown.js";
// plugins/pages/texts/terms/es.ts
var es_default = ({ name, when, options }) => markdown`
Al usar ${name} aceptas estas condiciones.

## El servicio

${name} se ofrece tal cual. Puede cambiar, detenerse o terminar. Sus documentos y cabeceras pretenden ser exactos. Sus respuestas no son un consejo y, en la medida en que la ley lo permite, quien lo gestiona no responde del uso que hagas de ellas.

## Qué puedes hacer

Puedes leer todo lo que la API te ofrece, a mano o con un programa, y crear a partir de ello.

## Qué se espera de ti

- Respeta los límites publicados y espera cuando el servicio te lo pida.
- No intentes acceder a datos que no sean para ti ni perjudicar a otros usuarios.
- No lo uses para nada ilícito.

Quien gestiona el servicio puede bloquear a los clientes que incumplan estas normas.

${when("rel:privacy")`
## Datos

En [Privacidad](rel:privacy) se explica cómo se tratan los datos personales.
`}

${whenSet(options.law)`
## Legislación

Estas condiciones se rigen por la legislación del siguiente país: ${options.law}.
`}

## Cambios

Estas condiciones pueden cambiar. Se aplica el texto de esta página en el momento del uso.
${when("rel:legal")`
El [aviso legal](rel:legal) indica quién gestiona el servicio.
`}
`;
export { es_default as default };

//# sourceMappingURL=es.js.map