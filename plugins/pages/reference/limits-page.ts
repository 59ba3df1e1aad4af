/** The page of limits, from the documents that are on. */
import { type Html, html, type PageContent, type SealedRoute } from "waymark";
import { toJsonSchema } from "waymark/advanced";
import { scrollTable } from "../shared/parts.ts";
import { prose } from "../shared/prose.ts";
import { type Context, operationPath } from "./context.ts";
import { translatedHtml } from "../shared/translate.ts";
import { titleOf } from "../shared/messages.ts";
import { fill } from "../shared/fill.ts";
import { formatOf } from "../shared/format.ts";

/** Operations whose documents hold limits. */
const DOCUMENTS = [
  "rate-limit.showLimits",
  "size-limits.showSizeLimits",
  "lists.showPagination",
] as const;
/** Time limit of the kernel, for routes that declare none. */
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

/** Returns the numbers and texts of a document, each with the sentence of its schema. */
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
      : html`<tr><th scope="row"><code>${name}</code></th><td>${textOf(value, context)}</td><td>${translatedHtml(properties[name]?.description, context)}</td></tr>
`,
  );
  const title = titleOf(declaration.summary, context);
  return html`<h2 id="${ref}"><a href="${operationPath(ref, context)}">${title}</a></h2>
${scrollTable(title, [messages.field, messages.value, messages.meaning], rows)}
`;
}

function isPlainList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function textOf(value: unknown, { language }: Context): string {
  if (isPlainList(value)) return value.join(", ");
  return typeof value === "number" ? formatOf(language).number(value) : String(value);
}

/** Returns `30s` and `30000ms` as `30 s`, and `5m` as `5 min`. */
function spanText(span: string, language: string): string {
  const [count = "", unit = ""] = span.replace(/000ms$/, "s").split(/(?<=\d)(?=[a-z])/);
  return `${formatOf(language).number(Number(count))}\u00a0${unit === "m" ? "min" : unit}`;
}

function timeouts(context: Context): Html {
  const { registry, language, messages } = context;
  const usual = spanText(USUAL, language);
  const own = registry.routes.filter(
    ({ site, declaration }) => declaration.timeout !== undefined && !site,
  );
  const rows = own.map(
    ({
      ref,
      declaration: { summary, timeout = USUAL },
    }) => html`<li><a href="${operationPath(ref, context)}">${titleOf(summary, context)}</a>: ${spanText(timeout, language)}</li>
`,
  );
  return html`<h2 id="time">${messages.timeouts}</h2>
<p>${prose(fill(own.length === 0 ? messages.timeoutsAll : messages.timeoutsText, { limit: usual }))}</p>
${own.length > 0 && html`<ul>${rows}</ul>`}`;
}
