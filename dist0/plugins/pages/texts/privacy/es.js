import { c as whenSet, i as markdown, r as mailLink, s as unlessSet } from "../../../../chunks/markdown.js";
// plugins/pages/texts/privacy/es.ts
var es_default = ({ name, when, whenIdentified, options }) => markdown`
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
- **Límite de peticiones.** Las peticiones se cuentan por dirección de red; con IPv6, por la red a la que pertenece. Las cuentas solo se guardan en memoria. Se descartan cuando termina su plazo y hace falta espacio, y como muy tarde al detener el servicio.
`}
${whenIdentified`
${when("usage")`
- **Uso.** Las peticiones con credencial se cuentan por titular y por mes.
`}
${when("audit")`
- **Auditoría.** Los cambios y las peticiones rechazadas se anotan con la hora, el identificador del titular de la credencial y la red del cliente. Quien gestiona el servicio decide cuánto tiempo se conservan las anotaciones.
`}
`}
${when("events.streamEvents")`
- **Flujos de eventos.** El servicio cuenta los flujos de cada dirección mientras están abiertos.
`}

Los datos personales que envíes, por ejemplo en la dirección de una petición, se tratan para responderla. Procura no enviarlos.

## Qué no se trata

- No hay cookies. En tu navegador no se guarda nada, salvo su caché habitual.
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
export { es_default as default };

//# sourceMappingURL=es.js.map