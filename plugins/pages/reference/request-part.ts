/** The request of an operation as code, beside the answer that it has. */
import { type Html, html, type Registry } from "waymark";
import { requiredScopes } from "waymark/advanced";
import { callTabs, tabs } from "../shared/code-figure.ts";
import { credentialsOf, withCredential } from "../shared/operations/credentials.ts";
import type { ApiCall } from "../shared/operations/model.ts";
import { inputsOf, sampleCall } from "../shared/operations/operations.ts";
import { isRead } from "../shared/operations/target.ts";
import { playground } from "../shared/playground/place.ts";
import { statusTag } from "../shared/parts.ts";
import type { Context, OperationOnPage } from "./context.ts";
import { jsonFigure } from "../shared/json-figure.ts";
import { examplesOf } from "../../shared/operations/examples.ts";
import { typedCall } from "./typed-call.ts";

const PLACEHOLDERS: Readonly<Record<string, string>> = {
  "If-Match": '"<ETag>"',
  "Idempotency-Key": '"<key>"',
};

/** Returns headers without which the request is refused, with placeholders for their values. */
function requiredHeaders({ route }: OperationOnPage, { registry }: Context): ApiCall["headers"] {
  return inputsOf(route, registry)
    .filter((parameter) => parameter.in === "header" && parameter.required === true)
    .map(({ name }) => [name, PLACEHOLDERS[name] ?? "…"] as const);
}

/** Returns the request as code, in a tab beside it the playground if that is on, and the answer below. */
export function requestPart(shown: OperationOnPage, context: Context): Html {
  const { registry, language, messages } = context;
  const { route, live } = shown;
  const sample = withCredential(
    sampleCall(route, registry),
    requiredScopes(route),
    credentialsOf(registry, language),
  );
  const call: ApiCall = {
    ...sample,
    target: live?.target ?? sample.target,
    headers: [...requiredHeaders(shown, context), ...sample.headers],
  };
  const document = registry.href("openapi.showOpenapi");
  const typed = document && typedCall(shown, call, document, registry);
  const { request, typedClient: name, typedClientText: text } = messages;
  const more = typed === undefined ? [] : [{ name, code: typed, text }];
  const code = callTabs(request, call, context, more);
  const { ref, method, path } = route;
  // The resource that a write is about has to be filled in.
  const target = live?.target ?? (isRead(method) ? call.target : path);
  const trial = html`<noscript><p class="notice">${messages.tryNoScript}</p></noscript>
${playground(registry, language, { ref, target })}`;
  return html`<h2 class="hidden-text">${messages.request}</h2>
${
  isTried(registry)
    ? tabs("request", [
        { name: messages.code, content: code },
        { name: messages.tryIt, content: trial },
      ])
    : code
}
${exampleAnswer(shown, context)}`;
}

/** Checks that the playground is on. */
export function isTried({ href }: Registry): boolean {
  return href("developers.showScript") !== undefined;
}

/** Returns the body of the usual answer: real if it is known, else an example. */
function exampleAnswer(
  { route, live }: OperationOnPage,
  { registry, messages }: Context,
): Html | undefined {
  const body = live?.body ?? examplesOf(registry).ofAnswer(route)?.value;
  if (body === undefined) return undefined;
  const { response, fromNow, fromSchema } = messages;
  const head = html`${response}${live !== undefined && html` ${statusTag(live.status)}`}`;
  return html`${jsonFigure(body, head, `${response}: ${route.method} ${live?.target ?? route.path}`)}<p class="small soft">${live === undefined ? fromSchema : fromNow}</p>`;
}
