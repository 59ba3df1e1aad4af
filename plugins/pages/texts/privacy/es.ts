import type { TextContext } from "../shared/context.ts";
import { mailLink, markdown, unlessSet, whenSet } from "../shared/markdown.ts";

export default ({
  name,
  when,
  options,
}: TextContext<{ operator?: string | undefined; email?: string | undefined }>) => markdown`
${whenSet(options.operator)`
El responsable de los datos que trata ${name} es ${options.operator}.
`}
${unlessSet(options.operator)`
Esta página cuenta qué datos trata ${name} sobre quienes lo usan.
`}

## Qué se trata

Toda petición llega con la dirección de red de quien la envía; sin ella, la respuesta no llegaría.

${when("access-log")`
- **Registro de accesos.** El servicio escribe una línea por cada petición, o por una parte de ellas: hora, método, ruta y consulta, estado, duración, tamaño, dirección de red del cliente e identificadores de la petición. Sirve para encontrar errores y abusos. Cuánto tiempo se conservan las líneas lo decide quien gestiona el servicio.
`}
${when("rate-limit")`
- **Límite de peticiones.** Las peticiones se cuentan por dirección de red; con IPv6, por la red a la que pertenece. Las cuentas solo están en memoria y se olvidan cuando acaba su plazo y hace falta espacio, como muy tarde al parar el servicio.
`}
${when("events.streamEvents")`
- **Flujos de eventos.** Se sabe cuántos mantiene abiertos cada dirección mientras lo están.
`}

Los datos personales que envíes, por ejemplo en la dirección de una petición, se tratan para responderla. Por eso, no los pongas ahí.

## Qué no se trata

- No hay cookies ni se guarda nada en tu navegador más allá de su caché habitual.
- No hay perfiles, ni publicidad, ni medición por parte de terceros: las páginas no cargan nada de otros sitios.

## Tus derechos

Puedes preguntar qué se sabe de ti y pedir que se corrija o se borre, cuando la ley aplicable te da ese derecho.
${whenSet(options.email)`
Escribe a ${mailLink(options.email)}.
`}
${unlessSet(options.email)`
${when("rel:support")`
En [Ayuda](rel:support) se explica cómo contactar con quien gestiona el servicio.
`}
`}
`;
