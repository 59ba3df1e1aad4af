import { textIn, type Localized } from "waymark";
import type { TextContext } from "../shared/context.ts";
import { markdown, unlessSet, whenSet } from "../shared/markdown.ts";

export default ({
  name,
  version,
  when,
  options,
  language,
}: TextContext<{ items?: readonly Localized[] | undefined }>) => markdown`
${whenSet(options.items)`
Esto es lo previsto para ${name}. Los planes pueden cambiar y no son una promesa.

${options.items?.map(
  (item) => markdown`
- ${textIn(item, language)}
`,
)}
`}
${unlessSet(options.items)`
Quien gestiona ${name} no ha anunciado aquí ningún plan.
`}

## Qué está disponible

Esta es la versión ${version}.
${when("changelog.listReleases")`
El [registro de cambios](route:changelog.listReleases) recoge los cambios de cada versión.
`}
${when("deprecation")`
Las operaciones que van a desaparecer lo anuncian antes: consulta la [política de retirada](rel:deprecationPolicy).
`}
`;
