import "./kernel.js";
import { h as SECTIONS } from "./errors.js";
import { i as operationGroups } from "./sample-call.js";
// plugins/pages/shared/operations/sections.ts
/** The operations of the API by section, plugin and preset order. */
/** Sections that have operations, in their order. */
function sectionsOf(registry) {
	const groups = operationGroups(registry);
	return SECTIONS.flatMap((section) => {
		const own = groups.filter(({ plugin }) => sectionOf(plugin, registry) === section);
		return own.length === 0 ? [] : [{
			section,
			groups: own
		}];
	});
}
function sectionOf(id, { installed }) {
	return installed.find(({ plugin }) => plugin.id === id)?.plugin.section ?? "resources";
}
const SECTION_TEXTS = {
	en: {
		resources: {
			name: "Resources",
			text: "The data of the service."
		},
		monitoring: {
			name: "Monitoring",
			text: "How the service is doing."
		},
		discovery: {
			name: "Discovery",
			text: "What the service offers, for programs that find their way."
		},
		policies: {
			name: "Policies",
			text: "The rules that every request and answer follows."
		}
	},
	es: {
		resources: {
			name: "Recursos",
			text: "Los datos del servicio."
		},
		monitoring: {
			name: "Monitorización",
			text: "Cómo está el servicio."
		},
		discovery: {
			name: "Descubrimiento",
			text: "Lo que ofrece el servicio, para los programas que se orientan solos."
		},
		policies: {
			name: "Políticas",
			text: "Las reglas que siguen todas las peticiones y respuestas."
		}
	}
};
export { sectionOf as n, sectionsOf as r, SECTION_TEXTS as t };

//# sourceMappingURL=sections.js.map