import type { TextContext } from "../shared/context.ts";
import { markdown, whenSet } from "../shared/markdown.ts";

export default ({ name, when, options }: TextContext<{ law?: string | undefined }>) => markdown`
Al usar ${name} aceptas estas condiciones.

## El servicio

${name} se ofrece tal cual. Puede cambiar, detenerse o terminar. Lo que dice de sí mismo, en sus documentos y cabeceras, pretende ser cierto; lo que devuelve no es un consejo y, en la medida en que la ley lo permite, nadie responde de lo que hagas con ello.

## Qué puedes hacer

Puedes leer todo lo que la API te ofrece, a mano o con un programa, y construir sobre ello.

## Qué se espera de ti

- Respeta los límites que indica el servicio y espera cuando te lo pida.
- No intentes acceder a lo que no está destinado a ti ni perjudicar a los demás usuarios.
- No lo uses para nada ilícito.

A quien no lo cumpla se le puede cerrar el acceso.

${when("rel:privacy")`
## Datos

En [Privacidad](rel:privacy) se explica qué pasa con los datos personales.
`}

${whenSet(options.law)`
## Legislación

Estas condiciones se rigen por la legislación del siguiente país: ${options.law}.
`}

## Cambios

Estas condiciones pueden cambiar; vale el texto que haya en esta página en el momento del uso.
${when("rel:legal")`
En el [aviso legal](rel:legal) se dice quién está detrás.
`}
`;
