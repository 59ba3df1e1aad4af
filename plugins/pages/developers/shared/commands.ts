/** A request as commands to copy. Values are quoted, so that no value can end its string. */
import type { ApiCall } from "./model.ts";

/** By the name that the page shows, in its order. */
export const COMMANDS = { curl: toCurl, JavaScript: toFetch, Python: toPython } as const;

/** For POSIX shells. */
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
    ...(call.body === undefined ? [] : [`--data-raw ${shell(call.body)}`]),
  ].join(" \\\n  ");
}

/** For browsers and Node. */
export function toFetch(call: ApiCall, baseUrl: string): string {
  const headers = headersOf(call);
  const options = [
    ...(call.method === "GET" ? [] : [`  method: ${quoted(call.method)},`]),
    ...(headers.length === 0 ? [] : [`  headers: {\n${membersOf(headers, "    ")}\n  },`]),
    ...(call.body === undefined ? [] : [`  body: ${quoted(call.body)},`]),
  ];
  const url = quoted(`${baseUrl}${call.target}`);
  const given = options.length === 0 ? "" : `, {\n${options.join("\n")}\n}`;
  return `const answer = await fetch(${url}${given});\nconsole.log(answer.status, await answer.text());`;
}

const PRINT = "    print(answer.status, answer.read().decode())";

/** With Python's standard library only. */
export function toPython(call: ApiCall, baseUrl: string): string {
  const headers = headersOf(call);
  const url = quoted(`${baseUrl}${call.target}`);
  if (call.method === "GET" && headers.length === 0 && call.body === undefined)
    return `from urllib.request import urlopen\n\nwith urlopen(${url}) as answer:\n${PRINT}`;
  const given = [
    `    ${url},`,
    ...(call.method === "GET" ? [] : [`    method=${quoted(call.method)},`]),
    ...(headers.length === 0 ? [] : [`    headers={\n${membersOf(headers, "        ")}\n    },`]),
    ...(call.body === undefined ? [] : [`    data=${quoted(call.body)}.encode(),`]),
  ];
  return `from urllib.request import Request, urlopen

request = Request(
${given.join("\n")}
)
with urlopen(request) as answer:
${PRINT}`;
}

function headersOf({ headers, body }: ApiCall): ApiCall["headers"] {
  const typed = headers.some(([name]) => name.toLowerCase() === "content-type");
  return body === undefined || typed ? headers : [...headers, ["Content-Type", "application/json"]];
}

/** Headers as members of an object of JavaScript or of a dictionary of Python. */
function membersOf(headers: ApiCall["headers"], indent: string): string {
  return headers.map(([name, value]) => `${indent}${quoted(name)}: ${quoted(value)},`).join("\n");
}

function shell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A string literal of JavaScript and Python. Both know the escapes of JSON, which leaves surrogate pairs unescaped. */
function quoted(text: string): string {
  return JSON.stringify(text);
}
