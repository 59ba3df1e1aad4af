/** Requests in the syntax that the HTTP client of JetBrains and the extension REST Client of VS Code have in common. */
import type { Language } from "../shared/languages.ts";
import { MESSAGES } from "./messages.ts";
import type { SampleRequest, SampleRequests } from "./requests.ts";

export function httpFile(all: SampleRequests, language: Language): string {
  const { name, description, variables, groups, credential } = all;
  const messages = MESSAGES[language];
  const head = [
    comment(`${name}. ${description}`),
    comment(messages.fillIn),
    "",
    ...variables.flatMap(({ name: variable, value = messages.placeholder, text }) => [
      comment(text),
      `@${variable} = ${value}`,
    ]),
  ];
  const blocks = groups.flatMap(({ name: group, text, requests }) => [
    `### ${"-".repeat(4)} ${group} ${"-".repeat(4)}\n${comment(text)}`,
    ...requests.map((request) => block(request, credential)),
  ]);
  return `${[head.join("\n"), ...blocks].join("\n\n")}\n`;
}

function block(request: SampleRequest, credential: SampleRequests["credential"]): string {
  const { title, text, method, path, params, query, headers, body, guarded } = request;
  const target = path.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = params[name];
    return value === undefined ? `{{${name}}}` : encodeURIComponent(value);
  });
  const search = query
    .filter(({ required }) => required)
    .map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join("&");
  return [
    `### ${oneLine(title)}`,
    ...(text === undefined ? [] : [comment(text)]),
    `${method} {{baseUrl}}${target}${search === "" ? "" : `?${search}`}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(guarded && credential !== undefined
      ? [`${credential.header}: ${credential.prefix}{{${credential.variable}}}`]
      : []),
    ...(body === undefined ? [] : ["", body]),
  ].join("\n");
}

function comment(text: string): string {
  return `# ${oneLine(text)}`;
}

/** A line of its own would be part of the request. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}
