/** Headers and the credential that go with every request: kept in their fields alone, and never part of an address. */
import { toHeader } from "../../shared/operations/address.ts";
import type { ApiCall } from "../../shared/operations/model.ts";
import type { ApiDescription } from "../../shared/playground/description.ts";
import { CredentialFields, type Secret } from "./credential-fields.ts";
import { el, labelled } from "../../shared/browser/dom.ts";
import type { Messages } from "./messages.ts";

export class CommonFields {
  readonly element: HTMLElement;
  readonly #credentials: CredentialFields | undefined;
  readonly #headers = el("textarea", { rows: 2, spellcheck: "false", autocomplete: "off" });

  /** @param onForget called when the visitor removes the credential. */
  constructor(
    { credentials: ways, recording }: ApiDescription,
    messages: Messages,
    onForget: () => void,
  ) {
    this.#headers.value = recording?.header ?? "";
    this.#credentials = ways && new CredentialFields(ways, messages, onForget);
    this.element = el(
      "details",
      { class: "common", open: ways !== undefined },
      el("summary", {}, ways === undefined ? messages.commonHeaders : messages.common),
      el(
        "div",
        { class: "inside" },
        this.#credentials?.element,
        labelled(messages.commonHeaders, this.#headers, messages.commonNote),
      ),
    );
  }

  get secret(): Secret | undefined {
    return this.#credentials?.read();
  }

  /** Takes over the limit that an answer to the credential states. */
  learn(limit: string | undefined): void {
    this.#credentials?.learn(limit);
  }

  /** Leads to the field of the credential; undefined where callers cannot authenticate. */
  get ask(): (() => void) | undefined {
    const credentials = this.#credentials;
    if (credentials === undefined) return undefined;
    return () => {
      this.element.setAttribute("open", "");
      credentials.focus();
    };
  }

  /** The call as it is sent. Its own headers have precedence; the credential is named and not part of it. */
  addTo(call: ApiCall): ApiCall {
    const own = new Set(call.headers.map(([name]) => name.toLowerCase()));
    const others = this.#headers.value
      .split("\n")
      .flatMap((line) => toHeader(line) ?? [])
      .filter(([name]) => !own.has(name.toLowerCase()));
    const { header, prefix } = this.secret ?? {};
    const credential =
      header === undefined || prefix === undefined ? undefined : { header, prefix };
    return { ...call, headers: [...call.headers, ...others], credential };
  }
}
