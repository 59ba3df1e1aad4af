import type { TextContext } from "../shared/context.ts";
import {
  code,
  Markdown,
  mailLink,
  markdown,
  partIf,
  unlessSet,
  whenSet,
} from "../shared/markdown.ts";

export default ({
  name,
  when,
  unless,
  whenIdentified,
  personalData,
  ownedTables,
  options,
}: TextContext<{ operator?: string | undefined; email?: string | undefined }>) => markdown`
${whenSet(options.operator)`
El responsable de los datos que trata ${name} es ${options.operator}.
`}
${unlessSet(options.operator)`
Esta página enumera los datos personales que trata ${name}.
`}

## Qué se trata

Toda petición lleva la dirección de red de quien la envía: es a donde se manda la respuesta.

${when("access-log")`
- **Registro de accesos.** El servicio escribe una línea por cada petición, o por una parte de ellas: hora, método, ruta y consulta, estado, duración, tamaño, dirección de red del cliente e identificadores de la petición. El registro sirve para detectar errores y abusos. Quien gestiona el servicio decide cuánto tiempo se conservan las líneas.${whenIdentified` La línea de una petición con credencial lleva el identificador de su titular.`}
`}
${when("rate-limit")`
- **Límite de peticiones.** Las peticiones se cuentan por dirección de red; con IPv6, por la red a la que pertenece.${whenIdentified` Con una credencial válida se cuentan, en cambio, por su titular.`}${unless("redis")` Las cuentas solo se guardan en memoria. Se descartan cuando termina su plazo y hace falta espacio, y como muy tarde al detener el servicio.`}${when("redis")` Las cuentas se guardan en Redis, bajo claves que no muestran la dirección, hasta que termina su plazo.`}
`}
${whenIdentified`
- **Autenticaciones fallidas.** Los intentos de autenticación que fallan se cuentan por red durante un tiempo breve, para que nadie pueda adivinar credenciales.
`}
${when("events.streamEvents")`
- **Flujos de eventos.** El servicio cuenta los flujos de cada dirección${whenIdentified` o titular de una credencial`} mientras están abiertos.
`}
${when("otel")`
- **Trazas.** El método, la ruta, el estado y la duración de las peticiones se envían a un recolector que ha elegido quien gestiona el servicio.
`}
${personalData}
${partIf(ownedTables.length > 0)`
- **Tus recursos.** De ${Markdown.trust(ownedTables.map((table) => code(table)).join(", "))}, lo que escribes se guarda con el identificador del titular de tu credencial hasta que se elimina.
`}

Los datos personales que envíes, por ejemplo en la dirección de una petición, se tratan para responderla. Procura no enviarlos.

## Qué no se trata

- No hay cookies. En tu navegador no se guarda nada, salvo su caché habitual y el tema y el lenguaje del código que hayas elegido en una página.
- No hay perfiles, publicidad ni analítica de terceros: las páginas no cargan nada de otros sitios.

## Tus derechos

Puedes preguntar qué datos tuyos se conservan y pedir que se corrijan o se borren, cuando la ley aplicable te da ese derecho.
${whenSet(options.email)`
Escribe a ${mailLink(options.email)}.
`}
${unlessSet(options.email)`
${when("rel:support")`
En [Ayuda](rel:support) se indica cómo contactar con quien gestiona el servicio.
`}
`}
`;
