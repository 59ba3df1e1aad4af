/** Explains answers that refuse a caller, and leads to the field of the credential. */
import type { ViewContext } from "./answer-view.ts";
import { el, on } from "../../shared/browser/dom.ts";
import { refusalIn } from "../../shared/browser/problems.ts";
import type { Body, Head } from "./send.ts";

/** Returns undefined for other answers, and if callers cannot authenticate. */
export function refusalView(
  { status, call }: Head,
  { text }: Body,
  { messages, askCredential }: ViewContext,
): HTMLElement | undefined {
  if (askCredential === undefined || (status !== 401 && status !== 403)) return undefined;
  const button = el("button", { type: "button", class: "quiet" }, messages.enterCredential);
  on(button, "click", askCredential);
  const explanation =
    status === 403
      ? messages.notAllowed
      : call.credential === undefined
        ? messages.credentialMissing
        : messages.credentialInvalid;
  return el(
    "div",
    { class: "card", "data-refusal": true },
    el(
      "p",
      {},
      explanation,
      " ",
      status === 403 && el("span", { lang: "en" }, refusalIn(text).detail),
    ),
    button,
  );
}
