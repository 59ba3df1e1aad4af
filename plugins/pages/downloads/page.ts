/** The page: each file that the service has, with its purpose, and the variables of those with requests. */
import { type Html, html, type Registry } from "waymark";
import type { Language } from "../shared/languages.ts";
import { MESSAGES } from "./messages.ts";
import { sampleRequests } from "./requests.ts";

/** Routes of files, with the names to save them under. */
const DOCUMENTS = [
  ["openapi.showJsonFile", "json", "openapi.json"],
  ["openapi.showYamlFile", "yaml", "openapi.yaml"],
  ["graphql.showSchemaFile", "sdl", "schema.graphql"],
] as const;
const REQUESTS = [
  ["downloads.showPostman", "postman", "postman_collection.json"],
  ["downloads.showHttp", "http", "requests.http"],
] as const;

type File = (typeof DOCUMENTS | typeof REQUESTS)[number];

export function downloadsPage(registry: Registry, language: Language): Html {
  const messages = MESSAGES[language];
  const { variables, credential } = sampleRequests(registry, language);
  const section = (id: string, title: string, files: readonly File[]) => {
    const cards = files.map((file) => card(file, registry, language));
    return (
      cards.some((one) => one !== undefined) &&
      html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
<ul class="cards">${cards}</ul>
</section>
`
    );
  };
  return html`<p class="lead">${messages.lead}</p>
${section("requests", messages.requests, REQUESTS)}
${section("documents", messages.documents, DOCUMENTS)}
<section aria-labelledby="variables">
<h2 id="variables">${messages.variables}</h2>
<p>${messages.variablesText}${credential !== undefined && ` ${messages.secret}`}</p>
<dl class="kv">${variables.map(
    ({
      name,
      value,
      text,
    }) => html`<div><dt><code>${name}</code></dt><dd>${text}${value !== undefined && html` <code>${value}</code>`}</dd></div>
`,
  )}</dl>
</section>`;
}

function card(
  [route, format, name]: File,
  { href, app }: Registry,
  language: Language,
): Html | undefined {
  const target = href(route);
  if (target === undefined) return undefined;
  const { formats } = MESSAGES[language];
  const separator = format === "postman" ? "." : "-";
  const file = `${slug(app.name)}${separator}${name}`;
  return html`<li class="card"><h3><a href="${target}" download="${file}">${formats[format]}</a></h3>
<p class="soft">${formats[`${format}Text`]}</p>
<p class="small"><code>${file}</code></p></li>
`;
}

function slug(name: string): string {
  return (
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "") || "api"
  );
}
