/** The page of one operation. */
import { type Html, html, type PageContent, type SealedRoute } from "waymark";
import { bodiesOf, requiredScopes, toInputJsonSchema } from "waymark/advanced";
import { translate } from "waymark/services";
import { credentialsOf } from "../shared/operations/credentials.ts";
import { answersPart } from "./answers-part.ts";
import { isTried, requestPart } from "./request-part.ts";
import { type Context, type OperationOnPage, operationPath, tagsOf } from "./context.ts";
import { translatedHtml } from "../shared/translate.ts";
import { titleOf } from "../shared/messages.ts";
import { parametersPart } from "./parameters-part.ts";
import { typeFields } from "../shared/schema-fields.ts";
import { plural } from "../shared/fill.ts";
import { codeList } from "../shared/prose.ts";

export function operationPage(shown: OperationOnPage, context: Context): PageContent {
  const { route } = shown;
  const { registry, messages } = context;
  const { method, path } = route;
  const { summary, description } = route.declaration;
  const content = html`${description !== undefined && html`<p class="lead">${translatedHtml(description, context)}</p>`}
<p class="target"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code>${tagsOf(route, context)}${isTried(registry) && html` <a class="button quiet" href="#playground">${messages.tryIt}</a>`}</p>
${access(route, context)}
<div class="operation">
<aside id="playground" aria-label="${messages.request}">
${requestPart(shown, context)}
</aside>
<div>
${parametersPart(shown, context)}
${bodyPart(shown, context)}
${answersPart(shown, context)}
${relationsPart(shown, context)}
</div>
</div>`;
  return {
    title: titleOf(summary, context),
    description: `${method} ${path}: ${translate(summary, registry, context.language)}`,
    styles: ["developers.showStyles"],
    html: content,
  };
}

/** Returns the note about access; undefined if callers cannot authenticate. */
function access(route: SealedRoute, { registry, language, messages }: Context): Html | undefined {
  const scopes = requiredScopes(route);
  if (credentialsOf(registry, language).length === 0) return undefined;
  const page = registry.href("reference.showTopic", { topic: "authentication" });
  if (scopes === undefined) return html`<p class="soft">${messages.open}</p>`;
  return html`<p><a href="${page}">${scopes.length === 0 ? messages.needsCredential : plural(messages.needsScopes, scopes.length, language)}</a> ${codeList(scopes)}</p>`;
}

/** Returns the fields of the body; those of its other forms are folded. */
function bodyPart({ route }: OperationOnPage, context: Context): Html | undefined {
  const bodies = Object.entries(bodiesOf(route.declaration));
  if (bodies.length === 0) return undefined;
  const parts = bodies.map(([mediaType, body], index) => {
    const fields = typeFields(toInputJsonSchema(body), context);
    return index === 0
      ? html`<p class="small soft"><code>${mediaType}</code></p>
${fields}`
      : html`<details class="more"><summary><code>${mediaType}</code></summary>
${fields}</details>`;
  });
  return html`<h2 id="body">${context.messages.body}</h2>
${parts}`;
}

function relationsPart({ route }: OperationOnPage, context: Context): Html | undefined {
  const { registry, messages } = context;
  const { relations, itemRelations, creates } = route;
  const leads = [
    ...relations.map((relation) => [relation, ""] as const),
    ...itemRelations.map((relation) => [relation, messages.ofEachItem] as const),
    ...(creates === undefined ? [] : [[creates, messages.created] as const]),
  ].flatMap(([relation, note]) => {
    const operation = registry.routes.find(
      ({ method, path, site }) => method === "GET" && path === relation.target.path && !site,
    );
    if (operation === undefined) return [];
    const { ref, method, path, declaration } = operation;
    return [
      html`<li><code>${relation.rel}</code>${note !== "" && html` <span class="soft small">${note}</span>`}: <a href="${operationPath(ref, context)}">${titleOf(declaration.summary, context)}</a> <span class="soft small">${method} ${path}</span></li>
`,
    ];
  });
  if (leads.length === 0) return undefined;
  return html`<h2 id="related">${messages.related}</h2>
<p class="soft">${messages.relatedText}</p>
<ul>${leads}</ul>`;
}
