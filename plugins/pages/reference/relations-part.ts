/** The operations to which the answers of one lead. */
import { type Html, html, type ResolvedRelation, type SealedRoute } from "waymark";
import { type Context, operationPath, type OperationOnPage } from "./context.ts";
import { titleOf } from "./entries.ts";
import { operationsOf } from "./operations-by-ref.ts";

export function relationsPart({ route }: OperationOnPage, context: Context): Html | undefined {
  const { registry, messages } = context;
  const { relations, itemRelations, creates } = route;
  const leads = [
    ...relations.map((relation) => [relation, ""] as const),
    ...itemRelations.map((relation) => [relation, messages.ofEachItem] as const),
    ...(creates === undefined ? [] : [[creates, messages.created] as const]),
  ].flatMap(([relation, note]) => {
    const target = targetOf(relation, registry.routes);
    const operation = target && operationsOf(registry).get(target.ref);
    if (operation === undefined) return [];
    const { ref, method, path, summary } = operation;
    return [
      html`<li><code>${relation.rel}</code>${note !== "" && html` <span class="soft small">${note}</span>`}: <a href="${operationPath(ref, context)}">${titleOf(summary, context)}</a> <span class="soft small">${method} ${path}</span></li>
`,
    ];
  });
  if (leads.length === 0) return undefined;
  return html`<h2 id="leads-to">${messages.leadsTo}</h2>
<p class="soft">${messages.leadsToText}</p>
<ul>${leads}</ul>`;
}

function targetOf(
  { target }: ResolvedRelation,
  routes: readonly SealedRoute[],
): SealedRoute | undefined {
  return routes.find(({ method, path }) => method === "GET" && path === target.path);
}
