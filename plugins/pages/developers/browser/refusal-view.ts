/** Explains answers that refuse a caller, and leads to the field of the credential. */
import type { ViewContext } from "./answer-view.ts";
import { el, on } from "./dom.ts";
import { membersIn } from "./json.ts";
import type { Body, Head } from "./send.ts";

/** Returns undefined for other answers, and if callers cannot authenticate. */
export function refusalView(
  { status, call }: Head,
  { text }: Body,
  { messages, askCredential }: ViewContext,
): HTMLElement | undefined {
  if (askCredential === undefined) return undefined;
  const refusals = isRefusal(status) ? [{ status, detail: detailIn(text) }] : refusedFields(text);
  const [first] = refusals;
  if (first === undefined) return undefined;
  const button = el("button", { type: "button", class: "quiet" }, messages.enterCredential);
  on(button, "click", askCredential);
  const explanation =
    first.status === 403
      ? messages.notAllowed
      : call.credential === undefined
        ? messages.credentialMissing
        : messages.credentialInvalid;
  const lacking = refusals.filter(({ status: own }) => own === 403).map(({ detail }) => detail);
  const details = [...new Set(lacking)].join(" ");
  return el(
    "div",
    { class: "card", "data-refusal": true },
    el("p", {}, explanation, " ", el("span", { lang: "en" }, details)),
    button,
  );
}

interface Refusal {
  readonly status: number;
  /** A sentence of the server, in English; "" for none. */
  readonly detail: string;
}

function isRefusal(status: unknown): boolean {
  return status === 401 || status === 403;
}

function detailIn(text: string): string {
  const body = membersIn(text);
  return String(body["detail"] ?? Object(body["error"]).detail ?? "");
}

/** Fields of a GraphQL answer: those that are not refused come with it. */
function refusedFields(text: string): readonly Refusal[] {
  const { errors } = membersIn(text);
  if (!Array.isArray(errors)) return [];
  return errors.flatMap((error: unknown) => {
    const { message, extensions } = Object(error);
    const status: unknown = Object(extensions).status;
    return isRefusal(status) ? [{ status: Number(status), detail: String(message) }] : [];
  });
}
