import { textIn, type Localized } from "waymark";
import type { TextContext } from "../shared/context.ts";
import { markdown, unlessSet, whenSet } from "../shared/markdown.ts";

export default ({
  name,
  version,
  when,
  whenPlanned,
  options: { items = [] },
  language,
}: TextContext<{ items?: readonly Localized[] | undefined }>) => {
  const plans = [
    ...items.map((item) => markdown`- ${textIn(item, language)}`),
    whenPlanned("webhooks.showWebhooks")`
- Webhooks: la [forma que tendrán](route:webhooks.showWebhooks).
`,
    whenPlanned("bulk-policy.showBulkPolicy")`
- Peticiones en bloque: la [forma que tendrán](route:bulk-policy.showBulkPolicy).
`,
  ].filter((plan) => plan !== undefined);
  return markdown`
${whenSet(plans[0])`
Esto es lo previsto para ${name}. Los planes pueden cambiar y no son una promesa.

${plans}
`}
${unlessSet(plans[0])`
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
};
