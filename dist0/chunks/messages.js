const MESSAGES = {
	en: {
		lead: "Take the API into your own tools. Each file is made from what this service has switched on.",
		documents: "Descriptions",
		requests: "Requests to send",
		formats: {
			json: "OpenAPI as JSON",
			jsonText: "For code generators, gateways, linters and mock servers.",
			yaml: "OpenAPI as YAML",
			yamlText: "The same description, easier to read and to review.",
			sdl: "GraphQL schema",
			sdlText: "For clients, code generators and editors that know GraphQL.",
			postman: "Postman collection",
			postmanText: "A sample of each operation in folders. Bruno, Insomnia and Hoppscotch import it too.",
			http: "Requests for editors",
			httpText: "The same samples for the HTTP client of JetBrains IDEs and REST Client in VS Code."
		},
		variables: "Variables",
		variablesText: "The requests share these variables. Fill them in once after the import.",
		secret: "Keep a file that holds your credential out of version control.",
		baseUrl: "Scheme and host of the service.",
		inPath: (path) => `The parameter of ${path}.`,
		inHeader: (header) => `The value of the header ${header}.`,
		needs: (scopes) => scopes.length === 0 ? "Needs a credential." : `Needs a credential with the scope ${scopes.join(", ")}.`,
		fillIn: "Fill in the variables, then send any request below.",
		placeholder: "replace-me"
	},
	es: {
		lead: "Lleva la API a tus propias herramientas. Cada archivo se genera a partir de lo que este servicio tiene activado.",
		documents: "Descripciones",
		requests: "Peticiones listas para enviar",
		formats: {
			json: "OpenAPI en JSON",
			jsonText: "Para generadores de código, pasarelas, linters y servidores simulados.",
			yaml: "OpenAPI en YAML",
			yamlText: "La misma descripción, más fácil de leer y de revisar.",
			sdl: "Esquema GraphQL",
			sdlText: "Para clientes, generadores de código y editores que conocen GraphQL.",
			postman: "Colección de Postman",
			postmanText: "Un ejemplo de cada operación, en carpetas. También la importan Bruno, Insomnia y Hoppscotch.",
			http: "Peticiones para editores",
			httpText: "Los mismos ejemplos para el cliente HTTP de los IDE de JetBrains y para REST Client en VS Code."
		},
		variables: "Variables",
		variablesText: "Las peticiones comparten estas variables. Rellénalas una sola vez después de importar.",
		secret: "No guardes en el control de versiones un archivo que contenga tu credencial.",
		baseUrl: "Esquema y servidor del servicio.",
		inPath: (path) => `El parámetro de ${path}.`,
		inHeader: (header) => `El valor de la cabecera ${header}.`,
		needs: (scopes) => scopes.length === 0 ? "Requiere una credencial." : `Requiere una credencial con el permiso ${scopes.join(", ")}.`,
		fillIn: "Rellena las variables y envía cualquiera de las peticiones.",
		placeholder: "sustituir"
	}
};
export { MESSAGES as t };

//# sourceMappingURL=messages.js.map