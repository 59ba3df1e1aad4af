import "../../../../chunks/kernel.js";
import { c as textIn } from "../../../../chunks/page-form.js";
import { c as whenSet, i as markdown, s as unlessSet } from "../../../../chunks/markdown.js";
// plugins/pages/texts/roadmap/es.ts
var es_default = ({ name, version, when, whenPlanned, options: { items = [] }, language }) => {
	const plans = [
		...items.map((item) => markdown`- ${textIn(item, language)}`),
		whenPlanned("webhooks.showWebhooks")`
- Webhooks: la [forma que tendrán](route:webhooks.showWebhooks).
`,
		whenPlanned("bulk-policy.showBulkPolicy")`
- Peticiones en bloque: la [forma que tendrán](route:bulk-policy.showBulkPolicy).
`
	].filter((plan) => plan !== void 0);
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
export { es_default as default };

//# sourceMappingURL=es.js.map