/** Headers that guard a write: the condition under which it is performed, and the key that makes repeating it safe. */
import { isRead } from "../../shared/operations/target.ts";
import { el, on } from "./dom.ts";
import type { Field } from "./fields.ts";
import type { Messages } from "./messages.ts";

export class GuardFields {
  readonly element: HTMLElement;
  readonly #messages: Messages;
  readonly #controls = el("div", { class: "inputs rows" });
  readonly #onlyIf = el("input", { type: "checkbox" });
  readonly #note = el("span", { class: "note", role: "status" });
  #fields: readonly Field[] = [];
  #etag: string | undefined;

  constructor(messages: Messages) {
    this.#messages = messages;
    this.element = el(
      "fieldset",
      { class: "field", "data-guards": true },
      el("legend", {}, messages.guards),
      this.#controls,
    );
    on(this.#onlyIf, "change", () =>
      this.#match?.set(this.#onlyIf.checked ? (this.#etag ?? "") : ""),
    );
    on(this.#controls, "input", ({ target }) => {
      if (target !== this.#onlyIf) this.#update();
    });
  }

  /** Takes over the fields that guard a write, and returns the others. */
  show(fields: readonly Field[], method: string, etag: string | undefined): readonly Field[] {
    const isGuard = ({ input: { name } }: Field) =>
      !isRead(method) && /^(if-match|idempotency-key)$/i.test(name);
    this.#fields = fields.filter(isGuard);
    this.#etag = etag;
    this.element.hidden = this.#fields.length === 0;
    this.#controls.replaceChildren(...this.#fields.map((field) => this.#decorated(field)));
    // The condition is the rule for what was read; it can be taken away.
    if (etag !== undefined && this.#match?.read().length === 0) this.#match.set(etag);
    this.#update();
    return fields.filter((field) => !isGuard(field));
  }

  /** Stores the ETag of the resource; a condition on the former one follows it, and so does an empty field. */
  remember(etag: string | undefined): void {
    const match = this.#match;
    if (match?.read()[0]?.[1] === this.#etag) match?.set(etag ?? "");
    this.#etag = etag;
    this.#update();
  }

  get #match(): Field | undefined {
    return this.#fields.find(({ input: { name } }) => /^if-match$/i.test(name));
  }

  #decorated(field: Field): HTMLElement {
    const { onlyIf, newKey } = this.#messages;
    if (field === this.#match) {
      field.element.append(el("label", { class: "buttons" }, this.#onlyIf, onlyIf), this.#note);
      return field.element;
    }
    const button = el("button", { type: "button", class: "quiet" }, newKey);
    on(button, "click", () => field.set(`"${randomKey()}"`));
    field.element.append(button);
    return field.element;
  }

  #update(): void {
    const match = this.#match;
    if (match === undefined) return;
    const [sent] = match.read();
    this.#onlyIf.disabled = this.#etag === undefined;
    this.#onlyIf.checked = this.#etag !== undefined && sent?.[1] === this.#etag;
    match.suggest(this.#etag === undefined ? [] : [this.#etag]);
    this.#note.textContent =
      this.#etag === undefined && sent === undefined ? this.#messages.noEtag : "";
  }
}

/** `crypto.randomUUID` is only there on pages served by HTTPS or from this machine. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
