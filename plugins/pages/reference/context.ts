/** The facts that all pages of the reference share, and the parts of HTML made from them alone. */
import { type Html, html, type Registry, type SealedRoute } from "waymark";
import type { LiveAnswer } from "../shared/operations/live-answer.ts";
import { requiredScopes } from "waymark/advanced";
import { type Messages, referenceMessages } from "./messages.ts";

export interface Context {
  readonly registry: Registry;
  readonly language: string;
  readonly messages: Messages;
}

/** Operation with the answer that it has at this moment; undefined if that is not known. */
export interface OperationOnPage {
  readonly route: SealedRoute;
  readonly live: LiveAnswer | undefined;
}

export function contextOf(registry: Registry, language: string): Context {
  return { registry, language, messages: referenceMessages(registry, language) };
}

/** Returns the path of an operation's page. */
export function operationPath(ref: string, { registry }: Pick<Context, "registry">): string {
  return registry.href("reference.showOperation", { ref }) ?? "";
}

/** Returns what sets an operation apart, each in a word. */
export function tagsOf(route: SealedRoute, { messages }: Pick<Context, "messages">): Html {
  const isDeprecated = route.declaration.deprecated !== undefined;
  return html`${isDeprecated && html` <span class="tag warn">${messages.deprecated}</span>`}${route.kind === "stream" && html` <span class="tag info">${messages.stream}</span>`}${requiredScopes(route) !== undefined && html` <span class="tag info">${messages.guarded}</span>`}`;
}

/** Links to an entry of the page of errors. */
export function errorLink(code: string, { registry }: Pick<Context, "registry">): Html {
  return html`<a href="${registry.href("reference.showErrors")}#${code}"><code>${code}</code></a>`;
}
