// plugins/pages/downloads/postman.ts
const FORMAT = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";
const PARAMETER = /^\{(.+)\}$/;
function postmanCollection(all) {
	const { name, description, version, variables, groups, credential } = all;
	return {
		info: {
			name,
			description,
			version,
			schema: FORMAT
		},
		...credential === void 0 ? {} : { auth: authOf(credential) },
		variable: variables.filter((variable) => !groups.some(({ requests }) => requests.some(hasParam(variable.name)))).map(({ name: key, value = "", text }) => ({
			key,
			value,
			type: "string",
			description: text
		})),
		item: groups.map((group) => ({
			name: group.name,
			description: group.text,
			item: group.requests.map((request) => ({
				name: request.title,
				request: requestOf(request, credential !== void 0),
				response: []
			}))
		}))
	};
}
function hasParam(name) {
	return ({ params }) => Object.hasOwn(params, name);
}
function authOf({ header, prefix, variable }) {
	const entry = (key, value) => ({
		key,
		value,
		type: "string"
	});
	return prefix === "Bearer " ? {
		type: "bearer",
		bearer: [entry("token", `{{${variable}}}`)]
	} : {
		type: "apikey",
		apikey: [
			entry("key", header),
			entry("value", `${prefix}{{${variable}}}`),
			entry("in", "header")
		]
	};
}
function requestOf(request, hasAuth) {
	const { method, text, headers, body, guarded } = request;
	return {
		method,
		...text === void 0 ? {} : { description: text },
		...hasAuth && !guarded ? { auth: { type: "noauth" } } : {},
		header: headers.map(([key, value]) => ({
			key,
			value
		})),
		url: urlOf(request),
		...body === void 0 ? {} : { body: {
			mode: "raw",
			raw: body,
			options: { raw: { language: "json" } }
		} }
	};
}
function urlOf({ path, params, query }) {
	const named = path.slice(1).split("/").map((segment) => segment.replace(PARAMETER, ":$1"));
	const searchText = query.filter(({ required }) => required).map(({ name, value }) => `${name}=${value}`).join("&");
	return {
		raw: `{{baseUrl}}/${named.join("/")}${searchText === "" ? "" : `?${searchText}`}`,
		host: ["{{baseUrl}}"],
		path: named,
		...query.length === 0 ? {} : { query: query.map(({ name: key, value, text, required }) => ({
			key,
			value,
			disabled: !required,
			...text === void 0 ? {} : { description: text }
		})) },
		...Object.keys(params).length === 0 ? {} : { variable: Object.entries(params).map(([key, value = ""]) => ({
			key,
			value
		})) }
	};
}
export { postmanCollection };

//# sourceMappingURL=postman.js.map