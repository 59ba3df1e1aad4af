// plugins/pages/shared/operations/commands.ts
/** Names the credential in commands, which never have one themselves. */
const VARIABLE = "WAYMARK_TOKEN";
/** By the name that the page shows, in its order. */
const COMMANDS = {
	curl: toCurl,
	JavaScript: toFetch,
	Python: toPython
};
/** Every language that a request can be copied in. */
const LANGUAGES_OF_CODE = {
	curl: toCurl,
	HTTPie: toHttpie,
	JavaScript: toFetch,
	Python: toPython,
	Go: toGo
};
/** For POSIX shells. */
function toCurl(call, baseUrl) {
	const method = call.method === "HEAD" ? ["--head"] : call.method === "GET" || call.method === "POST" && call.body !== void 0 ? [] : [`--request ${call.method}`];
	return [
		`curl ${shell(`${baseUrl}${call.target}`)}`,
		.../[[\]{}]/.test(call.target) ? ["--globoff"] : [],
		...method,
		...headersOf(call).map(([name, value]) => `--header ${shell(`${name}: ${value}`)}`),
		...call.credential === void 0 ? [] : [`--header ${inShell(call.credential)}`],
		...call.body === void 0 ? [] : [`--data-raw ${shell(call.body)}`]
	].join(" \\\n  ");
}
/** For POSIX shells, with HTTPie. */
function toHttpie(call, baseUrl) {
	return [
		`http ${call.method} ${shell(`${baseUrl}${call.target}`)}`,
		...headersOf(call).map(([name, value]) => shell(`${name}: ${value}`)),
		...call.credential === void 0 ? [] : [inShell(call.credential)],
		...call.body === void 0 ? [] : [`--raw ${shell(call.body)}`]
	].join(" \\\n  ");
}
/** For browsers and Node. */
function toFetch(call, baseUrl) {
	const headers = membersOf(call, "    ", "token");
	const options = [
		...call.method === "GET" ? [] : [`  method: ${quoted(call.method)},`],
		...headers === "" ? [] : [`  headers: {\n${headers}\n  },`],
		...call.body === void 0 ? [] : [`  body: ${quoted(call.body)},`]
	];
	const url = quoted(`${baseUrl}${call.target}`);
	const given = options.length === 0 ? "" : `, {\n${options.join("\n")}\n}`;
	return `${call.credential === void 0 ? "" : TOKEN}const answer = await fetch(${url}${given});\nconsole.log(answer.status, await answer.text());`;
}
/** Of the environment or, in a browser, of the person. */
const TOKEN = `const token = globalThis.process?.env.${VARIABLE} ?? prompt("${VARIABLE}");\n`;
const PRINT = "    print(answer.status, answer.read().decode())";
/** With Python's standard library only. */
function toPython(call, baseUrl) {
	const headers = membersOf(call, "        ", `os.environ["${VARIABLE}"]`);
	const url = quoted(`${baseUrl}${call.target}`);
	if (call.method === "GET" && headers === "" && call.body === void 0) return `from urllib.request import urlopen\n\nwith urlopen(${url}) as answer:\n${PRINT}`;
	const given = [
		`    ${url},`,
		...call.method === "GET" ? [] : [`    method=${quoted(call.method)},`],
		...headers === "" ? [] : [`    headers={\n${headers}\n    },`],
		...call.body === void 0 ? [] : [`    data=${quoted(call.body)}.encode(),`]
	];
	return `${call.credential === void 0 ? "" : "import os\n"}from urllib.request import Request, urlopen

request = Request(
${given.join("\n")}
)
with urlopen(request) as answer:
${PRINT}`;
}
/** With Go's standard library only. */
function toGo(call, baseUrl) {
	const { method, target, body, credential } = call;
	const imports = [
		"fmt",
		"io",
		"net/http"
	];
	const headers = headersOf(call).map(([name, value]) => [name, quoted(value)]);
	if (credential !== void 0) {
		const { header, prefix } = credential;
		imports.push("os");
		headers.push([header, `${quoted(prefix)}+os.Getenv("${VARIABLE}")`]);
	}
	let reader = "nil";
	if (body !== void 0) {
		imports.push("strings");
		reader = `strings.NewReader(${quoted(body)})`;
	}
	const set = headers.map(([name = "", value]) => `\trequest.Header.Set(${quoted(name)}, ${value})\n`);
	const check = "	if err != nil {\n		panic(err)\n	}\n";
	return `package main

import (
${imports.map((name) => `\t"${name}"\n`).join("")})

func main() {
\trequest, err := http.NewRequest(${quoted(method)}, ${quoted(`${baseUrl}${target}`)}, ${reader})
${check}${set.join("")}\tanswer, err := http.DefaultClient.Do(request)
${check}\tdefer answer.Body.Close()
\ttext, err := io.ReadAll(answer.Body)
${check}\tfmt.Println(answer.Status, string(text))
}`;
}
function headersOf({ headers, body }) {
	const typed = headers.some(([name]) => name.toLowerCase() === "content-type");
	return body === void 0 || typed ? headers : [...headers, ["Content-Type", "application/json"]];
}
/** Headers as members of an object of JavaScript or of a dictionary of Python. `token` is an expression. */
function membersOf(call, indent, token) {
	const { credential } = call;
	const members = headersOf(call).map(([name, value]) => `${quoted(name)}: ${quoted(value)}`);
	if (credential !== void 0) {
		const { header, prefix } = credential;
		members.push(`${quoted(header)}: ${prefix === "" ? "" : `${quoted(prefix)} + `}${token}`);
	}
	return members.map((member) => `${indent}${member},`).join("\n");
}
/** The header of a credential, whose value the shell fills in. */
function inShell({ header, prefix }) {
	return `"${`${header}: ${prefix}`.replace(/["$`\\]/g, String.raw`\$&`)}$${VARIABLE}"`;
}
function shell(text) {
	return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
/** A string literal of JavaScript, Python and Go. All know the escapes of JSON, which leaves surrogate pairs unescaped. */
function quoted(text) {
	return JSON.stringify(text);
}
export { toCurl as i, LANGUAGES_OF_CODE as n, VARIABLE as r, COMMANDS as t };

//# sourceMappingURL=commands.js.map