/** The request of an operation as code, beside the answer that it has. */
import { type Html, html } from "waymark";
import { credentialsOf, withCredential } from "../shared/operations/credentials.ts";
import { LANGUAGES_OF_CODE } from "../shared/operations/commands.ts";
import type { ApiCall, CredentialHeader, Operation } from "../shared/operations/model.ts";
import { sampleCall } from "../shared/operations/sample-call.ts";
import { toTarget } from "../shared/operations/target.ts";
import type { Context, OperationOnPage } from "./context.ts";
import { jsonFigure } from "../shared/json-figure.ts";
import { schemaExample } from "./schema-example.ts";
import { typedCall } from "./typed-call.ts";

const PLACEHOLDERS: Readonly<Record<string, string>> = {
  "If-Match": '"<ETag>"',
  "Idempotency-Key": '"<key>"',
};

/** The call with everything that it needs; the path with values that exist, where they are known. */
export function callOf(
  { operation, live }: Pick<OperationOnPage, "operation" | "live">,
  credentials: readonly CredentialHeader[] = [],
): ApiCall {
  const call = withCredential(sampleCall(operation), operation, credentials);
  const isFilled = live !== undefined && Object.keys(live.params).length > 0;
  return {
    ...call,
    target: isFilled ? toTarget(operation, { path: live.params, query: [] }) : call.target,
    headers: [...requiredHeaders(operation), ...call.headers],
  };
}

/** Headers without which the request is refused, with the place of their values. */
function requiredHeaders({ parameters }: Operation): readonly (readonly [string, string])[] {
  return parameters
    .filter((parameter) => parameter.in === "header" && parameter.required === true)
    .map(({ name }) => [name, PLACEHOLDERS[name] ?? "…"]);
}

export function codePart(shown: OperationOnPage, context: Context): Html {
  const { registry, language, messages } = context;
  const { operation } = shown;
  const call = callOf(shown, credentialsOf(registry, language));
  const written = Object.entries(LANGUAGES_OF_CODE).map(
    ([name, write]) => [name, write(call, registry.baseUrl), undefined] as const,
  );
  const document = registry.href("openapi.showOpenapi");
  const typed = document && typedCall(shown, call, { baseUrl: registry.baseUrl, document });
  const all = [
    ...written,
    ...(typed === undefined
      ? []
      : [[messages.typedClient, typed, messages.typedClientText] as const]),
  ];
  const tabs = all.map(
    (
      [name, code, text],
      index,
    ) => html`<input type="radio" name="code" id="code-${index}"${index === 0 && html` checked`}><label for="code-${index}">${name}</label>
<div class="panel">${text !== undefined && html`<p class="small soft">${text}</p>`}<pre class="command" tabindex="0" role="region" aria-label="${messages.code}: ${name}"><code>${code}</code></pre></div>
`,
  );
  return html`<h2 id="code">${messages.code}</h2>
<div class="tabs">${tabs}</div>
${exampleAnswer(shown, operation, context)}`;
}

/** The body of the usual answer: real where it is known, else made from the schema. */
function exampleAnswer(
  { route, live }: OperationOnPage,
  { method, path }: Operation,
  context: Context,
): Html | undefined {
  const { messages } = context;
  const label = `${messages.answerNow}: ${method} ${path}`;
  const head = html`${messages.answerNow} <span class="tag good">200</span>`;
  if (live !== undefined)
    return html`${jsonFigure(live.body, head, label)}<p class="small soft">${route.kind === "list" ? messages.fromNowFirst : messages.fromNow}</p>`;
  const example = schemaExample(route, context.registry);
  return example === undefined
    ? undefined
    : html`${jsonFigure(example, messages.answerNow, label)}<p class="small soft">${messages.fromSchema}</p>`;
}
