/** The facts that all pages of the reference share, and the parts of HTML made from them alone. */
import { type Html, html, type Registry, type SealedRoute } from "waymark";
import type { LiveAnswer } from "../shared/operations/live-answers.ts";
import type { Operation } from "../shared/operations/model.ts";
import { type Messages, referenceMessages } from "./messages.ts";

export interface Context {
  readonly registry: Registry;
  readonly language: string;
  readonly messages: Messages;
}

/** Operation with its route and the answer that it has at this moment; undefined if that is not known. */
export interface OperationOnPage {
  readonly operation: Operation;
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

/** Returns a status, in the colour of its class. */
export function statusTag(status: number): Html {
  const tone = status < 300 ? "good" : status < 400 ? "info" : status < 500 ? "warn" : "bad";
  return html`<span class="tag ${tone}">${status}</span>`;
}

/** Links to an entry of the page of errors. */
export function errorLink(code: string, { registry }: Pick<Context, "registry">): Html {
  return html`<a href="${registry.href("reference.showErrors")}#${code}"><code>${code}</code></a>`;
}
