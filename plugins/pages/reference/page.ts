/** The page without scripts: links to the same content. The script adds the reference below. */
import { type Html, html, type Registry } from "waymark";
import type { Language } from "../shared/languages.ts";

const MESSAGES = {
  en: {
    lead: "Every operation, with its parameters and answers.",
    off: "OpenAPI is switched off in this service, so the reference has no document to show.",
    document: "OpenAPI document",
    documentText: "For tools and generators, as JSON; with Accept: application/yaml as YAML.",
    operations: "Operations and playground",
    operationsText: "The same operations on one page, with a playground to try them.",
    schemas: "Schemas",
    schemasText: "Every type, as JSON Schema or TypeScript.",
    noScript: "The reference needs JavaScript; the links above do not.",
    loading: "Loading the reference …",
    failed: "The reference could not be loaded. Reload the page, or use one of the links above.",
  },
  es: {
    lead: "Todas las operaciones, con sus parámetros y sus respuestas.",
    off: "OpenAPI está desactivado en este servicio, así que la referencia no tiene documento que mostrar.",
    document: "Documento OpenAPI",
    documentText:
      "Para herramientas y generadores, en JSON; con Accept: application/yaml, en YAML.",
    operations: "Operaciones y zona de pruebas",
    operationsText: "Las mismas operaciones en una sola página, con una zona para probarlas.",
    schemas: "Esquemas",
    schemasText: "Todos los tipos, como JSON Schema o TypeScript.",
    noScript: "La referencia necesita JavaScript; los enlaces de arriba, no.",
    loading: "Cargando la referencia…",
    failed:
      "No se ha podido cargar la referencia. Recarga la página o usa uno de los enlaces de arriba.",
  },
} as const satisfies Readonly<Record<Language, Readonly<Record<string, string>>>>;

export function referencePage(registry: Registry, language: Language): Html {
  const messages = MESSAGES[language];
  const { href } = registry;
  const document = href("openapi.showOpenapi");
  const ways = [
    [document, messages.document, messages.documentText],
    [href("developers.showDevelopers"), messages.operations, messages.operationsText],
    [href("schemas.listSchemas"), messages.schemas, messages.schemasText],
  ] as const;
  return html`<link rel="stylesheet" href="${href("reference.showStyles")}">
<p class="lead">${messages.lead}</p>
<ul class="cards ways">${ways.map(
    ([target, title, text]) =>
      target !== undefined &&
      html`<li class="card"><a href="${target}">${title}</a><br><span class="soft">${text}</span></li>
`,
  )}</ul>
${
  document === undefined
    ? html`<p class="card">${messages.off}</p>`
    : html`<noscript><p class="card">${messages.noScript}</p></noscript>
<p class="soft" role="status" id="reference-status" data-loading="${messages.loading}" data-failed="${messages.failed}"></p>
<div id="reference" data-document="${document}"></div>
<script type="module" src="${href("reference.showScript")}"></script>`
}`;
}
