// plugins/pages/shared/glossary.ts
/** Names of the built-in lists, within a sentence. */
const NOUNS = {
	offices: {
		en: "offices with their milestones (hitos)",
		es: "oficinas con sus hitos"
	},
	integrations: {
		en: "integrations of offices",
		es: "integraciones de las oficinas"
	},
	brains: {
		en: "brains",
		es: "brains"
	},
	locales: {
		en: "locales",
		es: "idiomas"
	}
};
/** Words of the data that a reader cannot guess, explained where they first appear on a page. */
const BRAIN = {
	en: "A brain is a body of knowledge that answers questions; its description says what to ask it.",
	es: "Un brain (literalmente, «cerebro») es un conjunto de conocimientos que responde a preguntas; su descripción indica qué se le puede preguntar."
};
const HITO = {
	en: "A hito (Spanish for milestone) is a milestone of an office: planned, active or done.",
	es: "Un hito es una etapa señalada de una oficina: prevista, en curso o cumplida."
};
export { HITO as n, NOUNS as r, BRAIN as t };

//# sourceMappingURL=glossary.js.map