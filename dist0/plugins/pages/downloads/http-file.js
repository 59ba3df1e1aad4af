import { t as MESSAGES } from "../../../chunks/messages.js";
// plugins/pages/downloads/http-file.ts
function httpFile(all, language) {
	const { name, description, variables, groups, credential } = all;
	const messages = MESSAGES[language];
	const head = [
		comment(`${name}. ${description}`),
		comment(messages.fillIn),
		"",
		...variables.flatMap(({ name: variable, value = messages.placeholder, text }) => [comment(text), `@${variable} = ${value}`])
	];
	const blocks = groups.flatMap(({ name: group, text, requests }) => [`### ${"-".repeat(4)} ${group} ${"-".repeat(4)}\n${comment(text)}`, ...requests.map((request) => block(request, credential))]);
	return `${[head.join("\n"), ...blocks].join("\n\n")}\n`;
}
function block(request, credential) {
	const { title, text, method, path, params, query, headers, body, guarded } = request;
	const target = path.replace(/\{([^{}]+)\}/g, (_, name) => {
		const value = params[name];
		return value === void 0 ? `{{${name}}}` : encodeURIComponent(value);
	});
	const search = query.filter(({ required }) => required).map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join("&");
	return [
		`### ${oneLine(title)}`,
		...text === void 0 ? [] : [comment(text)],
		`${method} {{baseUrl}}${target}${search === "" ? "" : `?${search}`}`,
		...headers.map(([name, value]) => `${name}: ${value}`),
		...guarded && credential !== void 0 ? [`${credential.header}: ${credential.prefix}{{${credential.variable}}}`] : [],
		...body === void 0 ? [] : ["", body]
	].join("\n");
}
function comment(text) {
	return `# ${oneLine(text)}`;
}
/** A line of its own would be part of the request. */
function oneLine(text) {
	return text.replace(/\s+/g, " ");
}
export { httpFile };

//# sourceMappingURL=http-file.js.map