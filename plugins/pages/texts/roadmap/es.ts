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
Esto es lo que está previsto para ${name}. Los planes cambian, y nada de esto es una promesa.

${options.items?.map(
  (item) => markdown`
- ${textIn(item, language)}
`,
)}
`}
${unlessSet(options.items)`
Quien gestiona ${name} no ha anunciado nada aquí.
`}

## Qué hay ya

Esta es la versión ${version}.
${when("changelog.listReleases")`
El [registro de cambios](route:changelog.listReleases) recoge qué llegó y cuándo.
`}
${when("deprecation")`
Cuando algo vaya a desaparecer, sus respuestas lo avisarán antes: [política de retirada](rel:deprecationPolicy).
`}
`;
