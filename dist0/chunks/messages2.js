const MESSAGES = {
	en: {
		title: "Search",
		label: "Search pages, operations, schemas and errors",
		button: "Search",
		page: "Page",
		operation: "Operation",
		count: (count) => count === 1 ? "1 result" : `${count} results`,
		none: (query) => `Nothing contains all words of “${query}”.`,
		advice: "Try fewer words, or a part of a path such as /api.",
		start: "Write a word, a path or an error code.",
		loading: "Loading …",
		failed: "The index could not be loaded.",
		close: "Close",
		keys: "Keys",
		keyList: [
			["Ctrl K", "Search"],
			["/", "Search"],
			["↑ ↓", "Choose a result"],
			["Enter", "Open it"],
			["Esc", "Close"],
			["?", "Show these keys"]
		]
	},
	es: {
		title: "Buscar",
		label: "Buscar páginas, operaciones, esquemas y errores",
		button: "Buscar",
		page: "Página",
		operation: "Operación",
		count: (count) => count === 1 ? "1 resultado" : `${count} resultados`,
		none: (query) => `Nada contiene todas las palabras de «${query}».`,
		advice: "Prueba con menos palabras o con parte de una ruta, como /api.",
		start: "Escribe una palabra, una ruta o un código de error.",
		loading: "Cargando…",
		failed: "No se ha podido cargar el índice.",
		close: "Cerrar",
		keys: "Teclas",
		keyList: [
			["Ctrl K", "Buscar"],
			["/", "Buscar"],
			["↑ ↓", "Elegir un resultado"],
			["Intro", "Abrirlo"],
			["Esc", "Cerrar"],
			["?", "Mostrar estas teclas"]
		]
	}
};
export { MESSAGES as t };

//# sourceMappingURL=messages2.js.map