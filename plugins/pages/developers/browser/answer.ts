/** The place where the answers of a form are shown, one at a time. */
import { readEvents } from "../shared/events.ts";
import type { ApiCall } from "../../shared/operations/model.ts";
import { failureView, headView, partsOf, type ViewContext } from "./answer-view.ts";
import { bodyView } from "./body-view.ts";
import type { Secret } from "./credential-fields.ts";
import { el, newId, on, scrolling } from "../../shared/browser/dom.ts";
import { fill, type Messages } from "./messages.ts";
import { type Body, type Head, readBody, send, type Sent } from "./send.ts";
import { tabs } from "./tabs.ts";

/** Facts about its resource that an answer holds. */
interface Learned {
  readonly head: Head;
  /** Text of the body; empty for a stream. */
  readonly text: string;
}

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

  /** Sends a call and shows its result. Resolves to undefined without an answer, and when another call was sent meanwhile. */
  async send(call: ApiCall, url: URL, asked: Sending): Promise<Learned | undefined> {
    this.#sending.abort();
    const sending = new AbortController();
    this.#sending = sending;
    const { messages } = this.#context;
    this.#status.textContent = messages.sending;
    this.element.setAttribute("aria-busy", "true");
    const { push, secret, before } = asked;
    try {
      const sent = await send(call, url, sending.signal, secret);
      const { head } = sent;
      const type = sent.response.headers.get("content-type") ?? "";
      if (type.startsWith("text/event-stream")) return await this.#follow(sent, sending, push);
      const body = await readBody(sent);
      if (sending.signal.aborted) return undefined;
      const done = fill(messages.done, `${head.status} ${head.statusText}`.trim());
      this.#putAnswer(head, body, bodyView(head, body, before, this.#context), done, push);
      return { head, text: body.text };
    } catch (error) {
      if (sending.signal.aborted) return undefined;
      const failure = error instanceof Error ? error.message : String(error);
      const view = failureView({ call, failure }, this.#context);
      this.#put(call, messages.networkError, view, push);
      return undefined;
    } finally {
      if (this.#sending === sending) this.element.removeAttribute("aria-busy");
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
  ): Promise<Learned | undefined> {
    const { messages } = this.#context;
    this.element.removeAttribute("aria-busy");
    const list = new EventList(messages);
    const stop = el("button", { type: "button", class: "quiet", "data-stop": true }, messages.stop);
    let stopped = false;
    on(stop, "click", () => {
      stopped = true;
      sending.abort();
    });
    list.element.append(stop);
    this.#part = 0; // the events
    this.#putAnswer(head, undefined, list.element, messages.listening, push);
    let state = messages.ended;
    try {
      if (response.body !== null)
        await readEvents(response.body, ({ type, id, data }) => {
          list.add(`${id === "" ? type : `${type} #${id}`}: ${data}`);
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
    return { head, text: "" };
  }
}

class EventList {
  readonly element: HTMLElement;
  readonly state: HTMLElement;
  readonly #messages: Messages;
  readonly #items = el("ol", { "data-events": true });
  readonly #count = el("span");
  readonly #box: HTMLElement;

  constructor(messages: Messages) {
    this.#messages = messages;
    this.state = el("span", {}, messages.listening);
    this.#box = scrolling(messages.events, this.#items);
    const tools = el("p", { class: "tools" }, this.state, " ", this.#count);
    this.element = el("div", {}, tools, this.#box);
    this.#count.textContent = fill(messages.eventCount, 0);
  }

  add(text: string): void {
    this.#items.append(el("li", {}, el("code", {}, text)));
    this.#count.textContent = fill(this.#messages.eventCount, this.#items.childElementCount);
    this.#box.scrollTop = this.#box.scrollHeight;
  }
}
