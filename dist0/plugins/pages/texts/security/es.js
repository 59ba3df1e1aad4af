import { c as whenSet, i as markdown, r as mailLink, s as unlessSet } from "../../../../chunks/markdown.js";
// plugins/pages/texts/security/es.ts
var es_default = ({ name, when, unless, whenIdentified, options }) => markdown`
## Avisa de una vulnerabilidad

${whenSet(options.email)`
Escribe a ${mailLink(options.email)}.
`}

${when("security-txt.showSecurityTxt")`
El contacto para avisos está en [security.txt](route:security-txt.showSecurityTxt), para personas y para programas.
`}

${unlessSet(options.email)`
${unless("security-txt.showSecurityTxt")`
Quien gestiona ${name} no ha publicado aquí una dirección para avisos.
`}
`}

Describe qué has encontrado, dónde y cómo reproducirlo. Por favor, no lo publiques antes de que esté corregido, no consultes datos ajenos y no hagas pruebas de carga.

## Qué protege este servicio

- Los datos de entrada se validan antes de usarlos. Los que no son válidos se rechazan, y la respuesta dice por qué.
${whenIdentified`
- Las operaciones que no son para todo el mundo necesitan una credencial, y tras muchos intentos fallidos desde una red se rechazan los siguientes sin mirarlos. Las credenciales nunca se escriben en los registros.${when("auth-methods")` Consulta la [autenticación](rel:authMethods).`}
`}
${when("size-limits")`
- Las peticiones tienen un tamaño máximo: consulta los [límites de tamaño](rel:sizeLimits).
`}
${when("rate-limit")`
- Cada cliente puede hacer un número limitado de peticiones: consulta los [límites](route:rate-limit.showLimits).
`}
${when("security-headers")`
- Las respuestas llevan cabeceras que limitan lo que un navegador puede hacer con ellas: consulta la [política de seguridad](rel:securityPolicy).
`}
${when("cors")`
- Los scripts de otros sitios solo pueden leer las respuestas en los casos que permite la [política CORS](rel:cors).
`}
- Las páginas como esta no usan cookies ni cargan nada de otros sitios.
`;
export { es_default as default };

//# sourceMappingURL=es.js.map