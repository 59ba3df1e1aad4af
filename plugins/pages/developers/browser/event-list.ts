/** The events of a stream, as they come. */
import { el, scrolling } from "./dom.ts";
import { fill, type Messages } from "./messages.ts";

export class EventList {
  readonly element: HTMLElement;
  readonly state: HTMLElement;
  readonly #messages: Messages;
  readonly #items = el("ol", { "data-events": true });
  readonly #count = el("span");
  readonly #box: HTMLElement;

  constructor(messages: Messages, events: readonly string[], state: string) {
    this.#messages = messages;
    this.state = el("span", {}, state);
    this.#box = scrolling(messages.events, this.#items);
    this.element = el(
      "div",
      {},
      el("p", { class: "tools" }, this.state, " ", this.#count),
      this.#box,
    );
    for (const text of events) this.#append(text);
    this.#tell(events.length);
  }

  add(text: string, total: number): void {
    this.#append(text);
    this.#tell(total);
    this.#box.scrollTop = this.#box.scrollHeight;
  }

  #append(text: string): void {
    this.#items.append(el("li", {}, el("code", {}, text)));
  }

  #tell(total: number): void {
    this.#count.textContent = fill(this.#messages.eventCount, total);
  }
}
