/** A field that finds an operation by its path and summary (WAI-ARIA APG, combobox with list autocomplete). */
import { matches } from "../shared/filter.ts";
import type { Operation } from "../../shared/playground/description.ts";
import { el, labelled, newId, on, prose } from "./dom.ts";
import { fill, type Messages } from "./messages.ts";

export class OperationBox {
  readonly element: HTMLElement;
  readonly #input: HTMLInputElement;
  readonly #list: HTMLElement;
  readonly #status = el("p", { class: "note", role: "status" });
  readonly #operations: readonly Operation[];
  readonly #messages: Messages;
  readonly #onChoose: (operation: Operation) => void;
  #chosen: Operation | undefined;
  #hits: readonly Operation[] = [];
  #active = 0;

  constructor(
    operations: readonly Operation[],
    messages: Messages,
    onChoose: (operation: Operation) => void,
  ) {
    this.#operations = operations;
    this.#messages = messages;
    this.#onChoose = onChoose;
    const id = newId();
    this.#list = el("ul", {
      id,
      class: "options",
      role: "listbox",
      hidden: true,
      "aria-label": messages.operations,
    });
    this.#input = el("input", {
      type: "text",
      role: "combobox",
      class: "mono",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      placeholder: messages.anyOperation,
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      "aria-controls": id,
    });
    this.element = labelled(messages.operation, this.#input, "", this.#list, this.#status);
    this.element.classList.add("chooser");
    on(this.#input, "focus", () => this.#input.select());
    on(this.#input, "click", () => this.#isOpen || this.#find(""));
    on(this.#input, "input", () => this.#find(this.#input.value));
    on(this.#input, "blur", () => this.#close());
    on(this.#input, "keydown", (event) => this.#press(event));
    // Keeps the focus in the field.
    on(this.#list, "pointerdown", (event) => event.preventDefault());
    on(this.#list, "click", ({ target }) => {
      const option = target instanceof Element ? target.closest("[role=option]") : null;
      const hit = option && this.#hits[[...this.#list.children].indexOf(option)];
      if (hit) this.#choose(hit);
    });
  }

  show(operation: Operation | undefined): void {
    this.#chosen = operation;
    this.#close();
  }

  /** Chooses the hit that is marked while the list is open. */
  commit(): void {
    const hit = this.#hits[this.#active];
    if (this.#isOpen && hit !== undefined) this.#choose(hit);
  }

  get #isOpen(): boolean {
    return !this.#list.hidden;
  }

  #find(typed: string): void {
    const query = typed.trim().toLowerCase();
    const found = this.#operations.filter((one) => matches(textOf(one), query));
    const rank = ({ ref, method, path }: Operation) =>
      [ref, path, `${method} ${path}`].some((name) => name.toLowerCase() === query)
        ? 0
        : `${method} ${path}`.toLowerCase().includes(query)
          ? 1
          : 2;
    this.#hits = query === "" ? found : found.toSorted((a, b) => rank(a) - rank(b));
    this.#list.replaceChildren(
      ...this.#hits.map(({ method, path, summary }) =>
        el(
          "li",
          { role: "option", id: newId() },
          el("span", { class: `method ${method.toLowerCase()}` }, method),
          " ",
          el("code", {}, path),
          " ",
          el("span", { class: "soft" }, ...prose(summary)),
        ),
      ),
    );
    this.#list.hidden = this.#hits.length === 0;
    this.#input.setAttribute("aria-expanded", String(this.#isOpen));
    const { found: count, none } = this.#messages;
    this.#status.textContent = this.#isOpen
      ? fill(count, this.#hits.length, this.#operations.length)
      : none;
    this.#mark(query === "" && this.#chosen ? this.#hits.indexOf(this.#chosen) : 0);
  }

  #mark(index: number): void {
    this.#active = Math.max(0, Math.min(index, this.#hits.length - 1));
    for (const [at, option] of [...this.#list.children].entries()) {
      option.setAttribute("aria-selected", String(at === this.#active));
      if (at !== this.#active) continue;
      this.#input.setAttribute("aria-activedescendant", option.id);
      option.scrollIntoView({ block: "nearest" });
    }
  }

  #press(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (step !== undefined) {
      if (this.#isOpen) this.#mark(this.#active + step);
      else this.#find("");
    } else if (event.key === "Enter" && this.#isOpen) this.commit();
    else if (event.key === "Escape" && this.#isOpen) this.#close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #choose(operation: Operation): void {
    this.show(operation);
    this.#onChoose(operation);
  }

  #close(): void {
    this.#list.hidden = true;
    this.#status.textContent = "";
    this.#input.setAttribute("aria-expanded", "false");
    this.#input.removeAttribute("aria-activedescendant");
    this.#input.value =
      this.#chosen === undefined ? "" : `${this.#chosen.method} ${this.#chosen.path}`;
  }
}

function textOf({ method, path, summary, ref }: Operation): string {
  return `${method} ${path} ${summary} ${ref}`;
}
