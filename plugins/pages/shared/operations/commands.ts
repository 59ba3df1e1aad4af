/** A request as commands to copy. Values are quoted, so that no value can end its string. */
import type { ApiCall, CredentialHeader } from "./model.ts";

/** Variable that names the credential in commands, which never contain a credential themselves. */
export const VARIABLE = "WAYMARK_TOKEN";

/** Languages that a request can be copied in, by the name that pages show. */
export const LANGUAGES_OF_CODE = {
  curl: toCurl,
  HTTPie: toHttpie,
  JavaScript: toFetch,
  Python: toPython,
  Go: toGo,
} as const;

/** Returns a call in every language. */
export function samplesOf(
  call: ApiCall,
  baseUrl: string,
): readonly { readonly name: string; readonly code: string }[] {
  return Object.entries(LANGUAGES_OF_CODE).map(([name, write]) => ({
    name,
    code: write(call, baseUrl),
  }));
}

/** Returns a command for POSIX shells. */
export function toCurl(call: ApiCall, baseUrl: string): string {
  const method =
    call.method === "HEAD"
      ? ["--head"]
      : call.method === "GET" || (call.method === "POST" && call.body !== undefined)
        ? []
        : [`--request ${call.method}`];
  return [
    `curl ${shell(`${baseUrl}${call.target}`)}`,
    // The brackets of filters are not ranges of curl.
    ...(/[[\]{}]/.test(call.target) ? ["--globoff"] : []),
    ...method,
    ...headersOf(call).map(([name, value]) => `--header ${shell(`${name}: ${value}`)}`),
    ...(call.credential === undefined ? [] : [`--header ${inShell(call.credential)}`]),
    ...(call.body === undefined ? [] : [`--data-raw ${shell(call.body)}`]),
  ].join(" \\\n  ");
}

/** Returns a command for POSIX shells, with HTTPie. */
export function toHttpie(call: ApiCall, baseUrl: string): string {
  return [
    `http ${call.method} ${shell(`${baseUrl}${call.target}`)}`,
    // The space keeps a value that begins with = or @ from being read as JSON or as a file.
    ...headersOf(call).map(([name, value]) => shell(`${name}: ${value}`)),
    ...(call.credential === undefined ? [] : [inShell(call.credential)]),
    ...(call.body === undefined ? [] : [`--raw ${shell(call.body)}`]),
  ].join(" \\\n  ");
}

/** Returns code for browsers and Node. */
export function toFetch(call: ApiCall, baseUrl: string): string {
  const headers = membersOf(call, "    ", "token");
  const options = [
    ...(call.method === "GET" ? [] : [`  method: ${quoted(call.method)},`]),
    ...(headers === "" ? [] : [`  headers: {\n${headers}\n  },`]),
    ...(call.body === undefined ? [] : [`  body: ${quoted(call.body)},`]),
  ];
  const url = quoted(`${baseUrl}${call.target}`);
  const given = options.length === 0 ? "" : `, {\n${options.join("\n")}\n}`;
  const token = call.credential === undefined ? "" : TOKEN;
  return `${token}const answer = await fetch(${url}${given});\nconsole.log(answer.status, await answer.text());`;
}

/** Code that reads the token from the environment or, in a browser, asks the person for it. */
const TOKEN = `const token = globalThis.process?.env.${VARIABLE} ?? prompt("${VARIABLE}");\n`;

const PRINT = "    print(answer.status, answer.read().decode())";

/** Returns code with Python's standard library only. */
export function toPython(call: ApiCall, baseUrl: string): string {
  const headers = membersOf(call, "        ", `os.environ["${VARIABLE}"]`);
  const url = quoted(`${baseUrl}${call.target}`);
  if (call.method === "GET" && headers === "" && call.body === undefined)
    return `from urllib.request import urlopen\n\nwith urlopen(${url}) as answer:\n${PRINT}`;
  const given = [
    `    ${url},`,
    ...(call.method === "GET" ? [] : [`    method=${quoted(call.method)},`]),
    ...(headers === "" ? [] : [`    headers={\n${headers}\n    },`]),
    ...(call.body === undefined ? [] : [`    data=${quoted(call.body)}.encode(),`]),
  ];
  return `${call.credential === undefined ? "" : "import os\n"}from urllib.request import Request, urlopen

request = Request(
${given.join("\n")}
)
with urlopen(request) as answer:
${PRINT}`;
}

/** Returns code with Go's standard library only. */
export function toGo(call: ApiCall, baseUrl: string): string {
  const { method, target, body, credential } = call;
  const imports = ["fmt", "io", "net/http"];
  const headers = headersOf(call).map(([name, value]) => [name, quoted(value)]);
  if (credential !== undefined) {
    const { header, prefix } = credential;
    imports.push("os");
    headers.push([header, `${quoted(prefix)}+os.Getenv("${VARIABLE}")`]);
  }
  let reader = "nil";
  if (body !== undefined) {
    imports.push("strings");
    reader = `strings.NewReader(${quoted(body)})`;
  }
  const set = headers.map(
    ([name = "", value]) => `\trequest.Header.Set(${quoted(name)}, ${value})\n`,
  );
  const check = "\tif err != nil {\n\t\tpanic(err)\n\t}\n";
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

function headersOf({ headers, body }: ApiCall): ApiCall["headers"] {
  const typed = headers.some(([name]) => name.toLowerCase() === "content-type");
  return body === undefined || typed ? headers : [...headers, ["Content-Type", "application/json"]];
}

/** Returns headers as members of an object of JavaScript or of a dictionary of Python. `token` is an expression. */
function membersOf(call: ApiCall, indent: string, token: string): string {
  const { credential } = call;
  const members = headersOf(call).map(([name, value]) => `${quoted(name)}: ${quoted(value)}`);
  if (credential !== undefined) {
    const { header, prefix } = credential;
    members.push(`${quoted(header)}: ${prefix === "" ? "" : `${quoted(prefix)} + `}${token}`);
  }
  return members.map((member) => `${indent}${member},`).join("\n");
}

/** Returns the header of a credential, whose value the shell fills in. */
function inShell({ header, prefix }: CredentialHeader): string {
  const fixed = `${header}: ${prefix}`.replace(/["$`\\]/g, String.raw`\$&`);
  return `"${fixed}$${VARIABLE}"`;
}

function shell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Returns a string literal of JavaScript, Python and Go. All know JSON's escapes, which leave surrogate pairs as is. */
function quoted(text: string): string {
  return JSON.stringify(text);
}
