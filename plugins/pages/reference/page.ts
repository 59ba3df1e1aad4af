/** The page as it is without scripts: where the same can be read. The reference itself takes its place below. */
import { type Html, html, type Registry } from "waymark";
import type { Language } from "../shared/languages.ts";

const TEXTS = {
  en: {
    lead: "Every operation, with what it takes and what it answers.",
    off: "OpenAPI is switched off in this service, so there is no document to show.",
    document: "OpenAPI document",
    documentText: "For tools and generators, as JSON; with Accept: application/yaml as YAML.",
    operations: "Operations and playground",
    operationsText: "The same operations on one page, and a place to try them.",
    schemas: "Schemas",
    schemasText: "Every type, as JSON Schema or TypeScript.",
    noScript: "Browsing the document here needs JavaScript; the pages above do not.",
    loading: "Loading the reference …",
    failed: "The reference could not be loaded. Reload the page, or use one of the links above.",
  },
  es: {
    lead: "Todas las operaciones, con lo que reciben y lo que responden.",
    off: "OpenAPI está desactivado en este servicio, así que no hay documento que mostrar.",
    document: "Documento OpenAPI",
    documentText:
      "Para herramientas y generadores, en JSON; con Accept: application/yaml, en YAML.",
    operations: "Operaciones y zona de pruebas",
    operationsText: "Las mismas operaciones en una sola página, y un sitio donde probarlas.",
    schemas: "Esquemas",
    schemasText: "Todos los tipos, como JSON Schema o TypeScript.",
    noScript: "Explorar el documento aquí requiere JavaScript; las páginas de arriba no.",
    loading: "Cargando la referencia…",
    failed:
      "No se ha podido cargar la referencia. Recarga la página o usa uno de los enlaces de arriba.",
  },
} as const satisfies Readonly<Record<Language, Readonly<Record<string, string>>>>;

export function referencePage(registry: Registry, language: Language): Html {
  const texts = TEXTS[language];
  const { href } = registry;
  const document = href("openapi.showOpenapi");
  const ways = [
    way(document, texts.document, texts.documentText),
    way(href("developers.showDevelopers"), texts.operations, texts.operationsText),
    way(href("schemas.listSchemas"), texts.schemas, texts.schemasText),
  ];
  return html`<link rel="stylesheet" href="${href("reference.showStyles")}">
<p class="lead">${texts.lead}</p>
<ul class="cards ways">${ways}</ul>
${
  document === undefined
    ? html`<p class="card">${texts.off}</p>`
    : html`<noscript><p class="card">${texts.noScript}</p></noscript>
<p class="soft" role="status" id="reference-status" data-loading="${texts.loading}" data-failed="${texts.failed}"></p>
<div id="reference" data-document="${document}"></div>
<script type="module" src="${href("reference.showScript")}"></script>`
}`;
}

function way(target: string | undefined, title: string, text: string) {
  return (
    target !== undefined &&
    html`<li class="card"><a href="${target}">${title}</a><br><span class="soft">${text}</span></li>
`
  );
}
