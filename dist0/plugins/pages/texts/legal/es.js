import { c as whenSet, i as markdown, r as mailLink, s as unlessSet } from "../../../../chunks/markdown.js";
// plugins/pages/texts/legal/es.ts
var es_default = ({ name, when, options }) => markdown`
## Titular

${whenSet(options.name)`
El titular de ${name} es ${options.name}.
`}
${unlessSet(options.name)`
El titular de ${name} no ha publicado aquí su nombre.
`}

${whenSet(options.address)`
Dirección postal: ${options.address}
`}

${whenSet(options.email)`
Correo electrónico: ${mailLink(options.email)}
`}

## Software

El servicio funciona con Waymark, que se distribuye con licencia MIT. Esa licencia solo cubre el software; el contenido del servicio puede tener otra.

## Más información

${when("rel:terms")`
- [Condiciones de uso](rel:terms)
`}
${when("rel:privacy")`
- [Privacidad](rel:privacy)
`}
${when("rel:security")`
- [Seguridad](rel:security)
`}
`;
export { es_default as default };

//# sourceMappingURL=es.js.map