/** A form beside the answer to its last request. */
import { toHash, type Place } from "../../shared/operations/address.ts";
import type { ApiCall } from "../../shared/operations/model.ts";
import type { AnswerPanel } from "./answer.ts";
import { el, on } from "../../shared/browser/dom.ts";

/** A form for requests. */
export interface Source {
  readonly element: HTMLFormElement;
  /** The request as an address keeps it, complete or not. */
  place(): Place;
  /** The request; undefined, after showing what is missing, while it cannot be sent. */
  complete(): ApiCall | undefined;
}

export class Pane {
  readonly element: HTMLElement;
  readonly source: Source;
  readonly answer: AnswerPanel;
  /** The address of the answer that is shown. */
  #hash = "";

  /** @param keys where Ctrl + Enter sends. Default: in the form and its answer. */
  constructor(source: Source, answer: AnswerPanel, onSend: () => void, keys?: EventTarget) {
    const form = source.element;
    this.source = source;
    this.answer = answer;
    this.element = el("div", { class: "panes" }, form, answer.element);
    on(form, "submit", (event) => {
      event.preventDefault();
      onSend();
    });
    for (const type of ["input", "change", "click", "keyup"] as const)
      on(form, type, () => this.compare());
    let last: HTMLElement = form;
    on(form, "focusin", ({ target }) => {
      if (target instanceof HTMLElement) last = target;
    });
    on(answer.element, "keydown", ({ key }) => {
      if (key === "Escape") last.focus();
    });
    (keys ?? this.element).addEventListener(
      "keydown",
      (event) => {
        if (!(event instanceof KeyboardEvent)) return;
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        // The GraphQL editor handles these keys itself.
        event.stopPropagation();
        onSend();
      },
      { capture: true },
    );
  }

  /** Names the address of the answer that comes. */
  expect(hash: string): void {
    this.#hash = hash;
    this.compare();
  }

  /** Marks the answer where the form has another request. */
  compare(): void {
    this.answer.markEarlier(toHash(this.source.place()) !== this.#hash);
  }
}
