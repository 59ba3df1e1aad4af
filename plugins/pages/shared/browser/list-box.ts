/** The list of a combobox (WAI-ARIA APG): one of its options is marked, and keys and clicks choose. */
import { el, newId, on } from "./dom.ts";

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 8,
  PageUp: -8,
};

export class ListBox {
  readonly element: HTMLElement;
  readonly #input: HTMLInputElement;
  readonly #onChoose: (index: number) => void;
  #marked = 0;

  constructor(input: HTMLInputElement, label: string, onChoose: (index: number) => void) {
    this.#input = input;
    this.#onChoose = onChoose;
    const id = newId();
    this.element = el("ul", { id, class: "options", role: "listbox", "aria-label": label });
    const about = { role: "combobox", "aria-autocomplete": "list", "aria-controls": id };
    const plain = { autocomplete: "off", autocapitalize: "off", spellcheck: "false" };
    for (const [name, value] of Object.entries({ ...about, ...plain }))
      input.setAttribute(name, value);
    this.show([]);
    // Keeps the focus in the field.
    on(this.element, "pointerdown", (event) => event.preventDefault());
    on(this.element, "click", ({ target }) => {
      const option = target instanceof Element ? target.closest("[role=option]") : null;
      if (option !== null) onChoose([...this.element.children].indexOf(option));
    });
  }

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  /** Shows options, each by its content; none close the list. */
  show(contents: readonly (readonly (Node | string)[])[], marked = 0): void {
    this.element.replaceChildren(
      ...contents.map((content) => el("li", { role: "option", id: newId() }, ...content)),
    );
    this.element.hidden = contents.length === 0;
    this.#input.setAttribute("aria-expanded", String(this.isOpen));
    this.#mark(marked);
  }

  /** Chooses the option that is marked while the list is open. */
  commit(): void {
    if (this.isOpen) this.#onChoose(this.#marked);
  }

  /** Returns true if the key was for the list: it moves the mark, or chooses. */
  press(key: string): boolean {
    const step = STEPS[key];
    if (!this.isOpen || (step === undefined && key !== "Enter")) return false;
    if (step === undefined) this.commit();
    else this.#mark(this.#marked + step);
    return true;
  }

  #mark(index: number): void {
    const options = [...this.element.children];
    this.#marked = Math.max(0, Math.min(index, options.length - 1));
    for (const [at, option] of options.entries())
      option.setAttribute("aria-selected", String(at === this.#marked));
    const option = options[this.#marked];
    option?.scrollIntoView({ block: "nearest" });
    if (option === undefined) this.#input.removeAttribute("aria-activedescendant");
    else this.#input.setAttribute("aria-activedescendant", option.id);
  }
}
