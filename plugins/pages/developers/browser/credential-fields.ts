/** The fields for credentials. Their values are kept here alone, and leave the page in requests to this service only. */
import type { Credential, CredentialHeader } from "../../shared/operations/model.ts";
import { el, labelled, on } from "./dom.ts";
import type { Messages } from "./messages.ts";

/** The header of a credential with its value. */
export interface Secret extends CredentialHeader {
  readonly value: string;
}

export class CredentialFields {
  readonly element: HTMLElement;
  readonly #fields: readonly { readonly way: Credential; readonly input: HTMLInputElement }[];

  /** @param onForget called when the visitor removes the credential. */
  constructor(ways: readonly Credential[], messages: Messages, onForget: () => void) {
    this.#fields = ways.map((way) => ({
      way,
      input: el("input", {
        type: "password",
        autocomplete: "off",
        autocapitalize: "off",
        spellcheck: "false",
      }),
    }));
    const forget = el("button", { type: "button", class: "quiet" }, messages.forget);
    const status = el("span", { class: "note", role: "status" });
    for (const { input } of this.#fields)
      on(input, "input", () => {
        status.textContent = "";
        // A request with two credentials is refused.
        for (const other of this.#fields) if (other.input !== input) other.input.value = "";
      });
    on(forget, "click", () => {
      for (const { input } of this.#fields) input.value = "";
      status.textContent = messages.forgotten;
      onForget();
    });
    // Not in a form: browsers offer to keep the passwords of those.
    this.element = el(
      "fieldset",
      { class: "field", "data-credential": true },
      el("legend", {}, messages.credential),
      el("p", { class: "note" }, messages.credentialNote),
      el(
        "div",
        { class: "rows" },
        ...this.#fields.map(({ way, input }) => labelled(way.label, input, way.description)),
      ),
      el("div", { class: "buttons" }, forget, status),
    );
  }

  /** The credential that goes with requests; undefined while there is none. */
  read(): Secret | undefined {
    for (const { way, input } of this.#fields) {
      const value = input.value.trim();
      if (value !== "") return { header: way.header, prefix: way.prefix, value };
    }
    return undefined;
  }

  focus(): void {
    this.#fields[0]?.input.focus();
  }
}
