/** The place where the answers of a form are shown, one at a time. */
import { readEvents } from "../shared/events.ts";
import type { ApiCall } from "../../shared/operations/model.ts";
import { failureView, headView, partsOf, type ViewContext } from "./answer-view.ts";
import { bodyView } from "./body-view.ts";
import type { Secret } from "./credential-fields.ts";
import { el, newId, on, scrolling } from "./dom.ts";
import { fill, type Messages } from "./messages.ts";
import { type Body, type Head, readBody, send, type Sent } from "./send.ts";
import { tabs } from "./tabs.ts";

/** The result of a call, kept to show it again. */
export type Outcome =
  | { readonly head: Head; readonly body: Body; readonly before?: string | undefined }
  | { readonly head: Head; readonly events: readonly string[] }
  | { readonly call: ApiCall; readonly failure: string };

interface Sending {
  /** The visitor asked for it just now. */
  readonly push: boolean;
  readonly secret: Secret | undefined;
  /** The last JSON of the resource, before a write. */
  readonly before: string | undefined;
}

export class AnswerPanel {
  readonly element = el("section", { class: "answer" });
  readonly #context: ViewContext;
  readonly #heading: HTMLElement;
  readonly #status: HTMLElement;
  readonly #earlier: HTMLElement;
  readonly #content = el("div");
  /** The part of the answer that is open. */
  #part = 0;
  #sending = new AbortController();

  constructor(context: ViewContext) {
    const { messages } = context;
    this.#context = context;
    const id = newId();
    this.#heading = el("h3", { id, tabindex: -1 }, messages.answer);
    this.#status = el("p", { class: "soft", role: "status", "data-live": true });
    this.#earlier = el("p", { class: "earlier", hidden: true }, messages.earlier);
    this.element.setAttribute("aria-labelledby", id);
    this.element.append(this.#heading, this.#status, this.#earlier, this.#content);
    this.clear();
  }

  /** Sends a call and shows its result. Resolves to undefined when another call was sent meanwhile. */
  async send(call: ApiCall, url: URL, asked: Sending): Promise<Outcome | undefined> {
    this.#sending.abort();
    const sending = new AbortController();
    this.#sending = sending;
    this.#status.textContent = this.#context.messages.sending;
    this.element.setAttribute("aria-busy", "true");
    const { push, secret, before } = asked;
    try {
      const sent = await send(call, url, sending.signal, secret);
      const type = sent.response.headers.get("content-type") ?? "";
      if (type.startsWith("text/event-stream")) return await this.#follow(sent, sending, push);
      const outcome = { head: sent.head, body: await readBody(sent), before };
      if (sending.signal.aborted) return undefined;
      this.show(outcome, push);
      return outcome;
    } catch (error) {
      if (sending.signal.aborted) return undefined;
      const outcome = { call, failure: error instanceof Error ? error.message : String(error) };
      this.show(outcome, push);
      return outcome;
    } finally {
      if (this.#sending === sending) this.element.removeAttribute("aria-busy");
    }
  }

  show(outcome: Outcome, push = false): void {
    const { messages } = this.#context;
    if ("failure" in outcome) {
      this.#put(outcome.call, messages.networkError, failureView(outcome, this.#context), push);
      return;
    }
    const { head } = outcome;
    const done = fill(messages.done, `${head.status} ${head.statusText}`.trim());
    if ("body" in outcome) {
      const view = bodyView(head, outcome.body, outcome.before, this.#context);
      this.#putAnswer(head, outcome.body, view, done, push);
    } else {
      const list = new EventList(messages, outcome.events, messages.stopped);
      this.#putAnswer(head, undefined, list.element, done, push);
    }
  }

  clear(): void {
    this.#sending.abort();
    const { answer, noAnswer } = this.#context.messages;
    this.#heading.replaceChildren(answer);
    this.#content.replaceChildren(el("p", { class: "empty" }, noAnswer));
    this.#status.textContent = "";
    this.markEarlier(false);
  }

  /** Says that the answer does not belong to the request in the form. */
  markEarlier(isEarlier: boolean): void {
    const isShown = isEarlier && this.#heading.childElementCount > 0;
    this.#earlier.hidden = !isShown;
    this.element.toggleAttribute("data-earlier", isShown);
  }

  #putAnswer(
    head: Head,
    body: Body | undefined,
    view: HTMLElement,
    status: string,
    push: boolean,
  ): void {
    const { messages } = this.#context;
    const parts = partsOf(head, view, this.#context).map((part, index) => ({
      ...part,
      onOpen: () => (this.#part = index),
    }));
    const part = this.#part;
    const list = tabs(messages.parts, parts);
    const panels = parts.map(({ panel }) => panel);
    this.#put(
      head.call,
      status,
      [headView(head, body, this.#context), list.element, ...panels],
      push,
    );
    list.open(part);
  }

  #put(call: ApiCall, status: string, content: readonly HTMLElement[], push: boolean): void {
    const { answerTo } = this.#context.messages;
    this.#heading.replaceChildren(
      el("span", { class: "hidden-text" }, `${answerTo} `),
      el("code", {}, `${call.method} ${call.target}`),
    );
    this.#content.replaceChildren(...content);
    this.#status.textContent = status;
    if (push) this.#heading.focus();
  }

  /** Shows events until the stream ends or is stopped. */
  async #follow(
    { head, response }: Sent,
    sending: AbortController,
    push: boolean,
  ): Promise<Outcome | undefined> {
    const { messages } = this.#context;
    this.element.removeAttribute("aria-busy");
    const events: string[] = [];
    const list = new EventList(messages, events, messages.listening);
    const stop = el("button", { type: "button", class: "quiet", "data-stop": true }, messages.stop);
    let stopped = false;
    on(stop, "click", () => {
      stopped = true;
      sending.abort();
    });
    list.element.append(stop);
    this.#putAnswer(head, undefined, list.element, messages.listening, push);
    let state = messages.ended;
    try {
      if (response.body !== null)
        await readEvents(response.body, ({ type, id, data }) => {
          const text = `${id === "" ? type : `${type} #${id}`}: ${data}`;
          events.push(text);
          list.add(text, events.length);
        });
    } catch (error) {
      if (!stopped && sending.signal.aborted) return undefined;
      state = error instanceof Error ? error.message : String(error);
    }
    if (stopped) state = messages.stopped;
    stop.remove();
    list.state.textContent = state;
    this.#status.textContent = state;
    if (stopped) this.#heading.focus();
    return { head, events };
  }
}

class EventList {
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
