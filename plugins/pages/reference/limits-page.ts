/** The page of limits, from the documents that are on. */
import { type Html, html, type PageContent, type SealedRoute, toJsonSchema } from "waymark";
import { prose } from "../shared/prose.ts";
import { type Context, operationPath, said } from "./context.ts";
import { titleOf } from "./entries.ts";
import { operationsOf } from "./operations-by-ref.ts";

/** Operations whose documents hold limits. */
const DOCUMENTS = [
  "rate-limit.showLimits",
  "size-limits.showSizeLimits",
  "lists.showPagination",
] as const;
/** The kernel's, for routes that declare none. */
const USUAL = "30s";

export async function limitsPage(context: Context): Promise<PageContent> {
  const { registry, messages } = context;
  const routes = DOCUMENTS.flatMap((ref) => registry.route(ref) ?? []);
  const parts = await Promise.all(
    routes.filter(({ document }) => document).map((route) => documentPart(route, context)),
  );
  return {
    html: html`<p class="lead">${messages.limitsLead}</p>
${parts}
${timeouts(context)}`,
  };
}

/** The numbers and texts of a document, each with the sentence of its schema. */
async function documentPart(route: SealedRoute, context: Context): Promise<Html> {
  const { registry, messages } = context;
  const { ref, declaration } = route;
  const properties =
    declaration.returns === undefined
      ? {}
      : (toJsonSchema(declaration.returns).root.properties ?? {});
  const values = Object.entries(
    Object(await registry.document(route)) as Readonly<Record<string, unknown>>,
  );
  const rows = values.flatMap(([name, value]) =>
    typeof value === "object" && !isPlainList(value)
      ? []
      : html`<tr><th scope="row"><code>${name}</code></th><td>${shown(value)}</td><td>${said(properties[name]?.description, context)}</td></tr>
`,
  );
  const title = titleOf(declaration.summary, context);
  return html`<h2 id="${ref}"><a href="${operationPath(ref, context)}">${title}</a></h2>
<div class="scroll" tabindex="0" role="region" aria-label="${title}"><table>
<thead><tr><th scope="col">${messages.field}</th><th scope="col">${messages.value}</th><th scope="col">${messages.meaning}</th></tr></thead>
<tbody>${rows}</tbody></table></div>
`;
}

function isPlainList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function shown(value: unknown): string {
  if (isPlainList(value)) return value.join(", ");
  return typeof value === "number"
    ? value.toLocaleString("en").replaceAll(",", "\u202f")
    : String(value);
}

function timeouts(context: Context): Html {
  const { registry, messages } = context;
  const own = registry.routes.filter(
    ({ ref, declaration }) => declaration.timeout !== undefined && operationsOf(registry).has(ref),
  );
  const rows = own.map(
    ({
      ref,
      declaration,
    }) => html`<li><a href="${operationPath(ref, context)}">${titleOf(declaration.summary, context)}</a>: ${declaration.timeout}</li>
`,
  );
  return html`<h2 id="time">${messages.timeouts}</h2>
<p>${prose(own.length === 0 ? messages.timeoutsAll(USUAL) : messages.timeoutsText(USUAL))}</p>
${own.length > 0 && html`<ul>${rows}</ul>`}`;
}
