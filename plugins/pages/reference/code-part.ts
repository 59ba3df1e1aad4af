/** The request of an operation as code, beside the answer that it has. */
import { type Html, html } from "waymark";
import { type CodeTab, codeTabs } from "../shared/code-figure.ts";
import { credentialsOf, withCredential } from "../shared/operations/credentials.ts";
import { samplesOf } from "../shared/operations/commands.ts";
import type { ApiCall, CredentialHeader, Operation } from "../shared/operations/model.ts";
import { sampleCall } from "../shared/operations/sample-call.ts";
import { type Context, type OperationOnPage, statusTag } from "./context.ts";
import { jsonFigure } from "../shared/json-figure.ts";
import { schemaExample } from "./schema-example.ts";
import { typedCall } from "./typed-call.ts";

const PLACEHOLDERS: Readonly<Record<string, string>> = {
  "If-Match": '"<ETag>"',
  "Idempotency-Key": '"<key>"',
};

/** Returns the call with everything that it needs: the call of the current answer if there is one. */
export function callOf(
  { operation, live }: Pick<OperationOnPage, "operation" | "live">,
  credentials: readonly CredentialHeader[] = [],
): ApiCall {
  const call = withCredential(sampleCall(operation), operation, credentials);
  return {
    ...call,
    target: live?.target ?? call.target,
    headers: [...requiredHeaders(operation), ...call.headers],
  };
}

/** Returns headers without which the request is refused, with placeholders for their values. */
function requiredHeaders({ parameters }: Operation): readonly (readonly [string, string])[] {
  return parameters
    .filter((parameter) => parameter.in === "header" && parameter.required === true)
    .map(({ name }) => [name, PLACEHOLDERS[name] ?? "…"]);
}

export function codePart(shown: OperationOnPage, context: Context): Html {
  const { registry, language, messages } = context;
  const { operation } = shown;
  const call = callOf(shown, credentialsOf(registry, language));
  const document = registry.href("openapi.showOpenapi");
  const typed = document && typedCall(shown, call, { baseUrl: registry.baseUrl, document });
  const tabs: readonly CodeTab[] = [
    ...samplesOf(call, registry.baseUrl),
    ...(typed === undefined
      ? []
      : [{ name: messages.typedClient, code: typed, text: messages.typedClientText }]),
  ];
  return html`<h2 id="code">${messages.code}</h2>
${codeTabs("code", messages.code, tabs, context)}
${exampleAnswer(shown, operation, context)}`;
}

/** Returns the body of the usual answer: real if it is known, else made from the schema. */
function exampleAnswer(
  { route, live }: OperationOnPage,
  { method, path }: Operation,
  context: Context,
): Html | undefined {
  const { messages } = context;
  const label = `${messages.answerNow}: ${method} ${live?.target ?? path}`;
  if (live !== undefined)
    return html`${jsonFigure(live.body, html`${messages.answerNow} ${statusTag(live.status)}`, label)}<p class="small soft">${messages.fromNow}</p>`;
  const example = schemaExample(route, context.registry);
  return example === undefined
    ? undefined
    : html`${jsonFigure(example, messages.answerNow, label)}<p class="small soft">${messages.fromSchema}</p>`;
}
