/** The map of the registry for operators: with the requests of the last day, and as a table. */
import { html, type Registry } from "waymark";
import { translate } from "waymark/services";
import { plural } from "../shared/fill.ts";
import { resourceMap } from "../shared/resource-map.ts";
import type { Page } from "./frame.ts";
import { consoleMessages } from "./messages.ts";

/** @param requestsOf number of requests of a route within the last day, by its ref. */
export function mapPage(
  registry: Registry,
  language: string,
  requestsOf: (ref: string) => number,
): Page {
  const messages = consoleMessages(registry, language);
  const hrefOf = ({ plugin }: { readonly plugin: string }) => `/console/plugins/${plugin}`;
  const { places, edges, drawing } = resourceMap(registry, language, { hrefOf, requestsOf });
  const content = html`<p class="soft">${messages.mapLead}</p>
${drawing}
<div class="data-table" tabindex="0" role="region" aria-label="${messages.resources}"><table>
<thead><tr><th scope="col">${messages.resource}</th><th scope="col">${messages.methods}</th><th scope="col">${messages.leadsTo}</th><th scope="col" class="number">${messages.requestsOfDay}</th></tr></thead>
<tbody>
${places.map(
  (
    place,
  ) => html`<tr><td><a href="/console/plugins/${place.routes[0]?.plugin}"><code>${place.path}</code></a></td><td>${place.routes.map(({ method, declaration }) => html`<span class="method ${method.toLowerCase()}" title="${translate(declaration.summary, registry, language)}">${method}</span> `)}</td><td>${edges.flatMap(({ from, to }) => (from === place ? html`<code>${to.path}</code> ` : []))}</td><td class="number">${place.requests}</td></tr>
`,
)}</tbody></table></div>
<p class="soft small">${plural(messages.routeCount, registry.routes.length, language)}</p>`;
  return { title: messages.menu.map, content };
}
