/** A field that finds an operation by its path and summary. */
import { matches } from "../shared/filter.ts";
import type { Operation } from "../../shared/playground/description.ts";
import { el, labelled, on, prose } from "../../shared/browser/dom.ts";
import { ListBox } from "../../shared/browser/list-box.ts";
import { fill, type Messages } from "./messages.ts";

export class OperationBox {
  readonly element: HTMLElement;
  readonly #input: HTMLInputElement;
  readonly #list: ListBox;
  readonly #status = el("p", { class: "note", role: "status" });
  readonly #operations: readonly Operation[];
  readonly #messages: Messages;
  #chosen: Operation | undefined;
  #hits: readonly Operation[] = [];

  constructor(
    operations: readonly Operation[],
    messages: Messages,
    onChoose: (operation: Operation) => void,
  ) {
    this.#operations = operations;
    this.#messages = messages;
    const { anyOperation: placeholder } = messages;
    this.#input = el("input", { type: "text", class: "mono", placeholder });
    this.#list = new ListBox(this.#input, messages.operations, (index) => {
      const hit = this.#hits[index];
      if (hit === undefined) return;
      this.show(hit);
      onChoose(hit);
    });
    const { element: list } = this.#list;
    this.element = labelled(messages.operation, this.#input, "", list, this.#status);
    this.element.classList.add("chooser");
    on(this.#input, "focus", () => this.#input.select());
    on(this.#input, "click", () => this.#list.isOpen || this.#find(""));
    on(this.#input, "input", () => this.#find(this.#input.value));
    on(this.#input, "blur", () => this.#close());
    on(this.#input, "keydown", (event) => this.#press(event));
  }

  show(operation: Operation | undefined): void {
    this.#chosen = operation;
    this.#close();
  }

  /** Chooses the hit that is marked while the list is open. */
  commit(): void {
    this.#list.commit();
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
    this.#list.show(
      this.#hits.map(({ method, path, summary }) => [
        el("span", { class: `method ${method.toLowerCase()}` }, method),
        " ",
        el("code", {}, path),
        " ",
        el("span", { class: "soft" }, ...prose(summary)),
      ]),
      query === "" && this.#chosen ? this.#hits.indexOf(this.#chosen) : 0,
    );
    const { found: count, none } = this.#messages;
    this.#status.textContent = this.#list.isOpen
      ? fill(count, this.#hits.length, this.#operations.length)
      : none;
  }

  #press(event: KeyboardEvent): void {
    const { key } = event;
    if (!this.#list.press(key)) {
      if (key === "ArrowDown" || key === "ArrowUp") this.#find("");
      else if (key === "Escape" && this.#list.isOpen) this.#close();
      else return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #close(): void {
    this.#list.show([]);
    this.#status.textContent = "";
    this.#input.value =
      this.#chosen === undefined ? "" : `${this.#chosen.method} ${this.#chosen.path}`;
  }
}

function textOf({ method, path, summary, ref }: Operation): string {
  return `${method} ${path} ${summary} ${ref}`;
}
