/** The page of one operation. */
import { type Html, html, type PageContent, type Registry, type SealedRoute } from "waymark";
import type { ResolvedRelation } from "waymark/advanced";
import { translate } from "waymark/services";
import { credentialsOf } from "../shared/operations/credentials.ts";
import type { Operation } from "../shared/operations/model.ts";
import { answersPart } from "./answers-part.ts";
import { callOf, codePart } from "./code-part.ts";
import { type Context, type OperationOnPage, operationPath } from "./context.ts";
import { translatedHtml } from "../shared/translate.ts";
import { titleOf } from "./entries.ts";
import { jsonFigure } from "../shared/json-figure.ts";
import { playground } from "../shared/playground/place.ts";
import { crumbs } from "./frame.ts";
import { parametersPart } from "./parameters-part.ts";
import { sectionText, sectionOf } from "../shared/operations/sections.ts";
import { operationsOf } from "../shared/operations/operations.ts";
import { plural } from "../shared/fill.ts";
import { codeList } from "../shared/prose.ts";

export function operationPage(shown: OperationOnPage, context: Context): PageContent {
  const { operation, route } = shown;
  const { registry, messages } = context;
  const { method, path, summary, description, plugin } = { ...operation, plugin: route.plugin };
  const section = sectionOf(plugin, registry);
  const reference = registry.href("reference.showReference") ?? "";
  const content = html`${crumbs(
    [
      [reference, messages.reference],
      [`${reference}#${section}`, sectionText(section, context).name],
    ],
    context,
  )}
${description !== undefined && html`<p class="lead">${translatedHtml(description, context)}</p>`}
<p class="target"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code>${tags(shown, context)}${isTried(registry) && html` <a class="button quiet" href="#playground">${messages.tryIt}</a>`}</p>
${access(operation, context)}
<div class="split">
<div>
${parametersPart(shown, context)}
${bodyPart(operation, context)}
${answersPart(shown, context)}
${relationsPart(shown, context)}
</div>
<div>
${codePart(shown, context)}
</div>
</div>
${playgroundPart(shown, context)}`;
  return {
    title: titleOf(summary, context),
    description: `${method} ${path}: ${translate(summary, registry, context.language)}`,
    styles: ["developers.showStyles"],
    html: content,
  };
}

function tags({ operation, route }: OperationOnPage, { messages }: Context): Html {
  return html`${operation.deprecated === true && html` <span class="tag warn">${messages.deprecated}</span>`}${route.kind === "stream" && html` <span class="tag info">${messages.stream}</span>`}${operation.scopes !== undefined && html` <span class="tag info">${messages.guarded}</span>`}`;
}

/** Returns the note about access; undefined if callers cannot authenticate. */
function access(
  { scopes }: Operation,
  { registry, language, messages }: Context,
): Html | undefined {
  if (credentialsOf(registry, language).length === 0) return undefined;
  const page = registry.href("reference.showTopic", { topic: "authentication" });
  if (scopes === undefined) return html`<p class="soft">${messages.open}</p>`;
  return html`<p><a href="${page}">${scopes.length === 0 ? messages.needsCredential : plural(messages.needsScopes, scopes.length, language)}</a> ${codeList(scopes)}</p>`;
}

function bodyPart({ body, otherBodies = [] }: Operation, context: Context): Html | undefined {
  if (body === undefined) return undefined;
  const { messages } = context;
  return html`<h2 id="body">${messages.body}</h2>
<p class="soft">${messages.bodyText}</p>
${[body, ...otherBodies].map(
  ({
    mediaType = "application/json",
    sample,
    schema,
  }) => html`${jsonFigure(JSON.parse(sample), mediaType, `${messages.body}: ${mediaType}`)}
<details class="more"><summary>${messages.bodySchema} <code>${mediaType}</code></summary>
${jsonFigure(schema, messages.jsonSchema, `${messages.bodySchema} ${mediaType}`)}</details>`,
)}`;
}

/** Checks that the playground is on. */
function isTried({ href }: Registry): boolean {
  return href("developers.showScript") !== undefined;
}

/** Returns the playground with this operation; undefined if the playground is off. */
function playgroundPart(shown: OperationOnPage, context: Context): Html | undefined {
  const { registry, language, messages } = context;
  if (!isTried(registry)) return undefined;
  const { ref } = shown.operation;
  const { target } = callOf(shown);
  return html`<section class="try" aria-labelledby="playground">
<h2 id="playground">${messages.tryIt}</h2>
<p>${messages.tryText}</p>
<noscript><p class="notice">${messages.tryNoScript}</p></noscript>
${playground(registry, language, { ref, target })}
</section>`;
}

function relationsPart({ route }: OperationOnPage, context: Context): Html | undefined {
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
