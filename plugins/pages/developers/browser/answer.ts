/** The place where answers are shown, one at a time. */
import { readEvents } from "../shared/events.ts";
import type { ApiCall, Operation } from "../shared/model.ts";
import { bodyView, headersView, headView, scrolling, type ViewContext } from "./answer-view.ts";
import type { Secret } from "./credential-fields.ts";
import { el, newId, on } from "./dom.ts";
import { refusalView } from "./refusal-view.ts";
import { requestView } from "./request-view.ts";
import { type Body, type Head, readBody, send, type Sent } from "./send.ts";

/** The result of a call, kept to show it again. */
export type Outcome =
  | { readonly head: Head; readonly body: Body }
  | { readonly head: Head; readonly events: readonly string[] }
  | { readonly call: ApiCall; readonly failure: string };

export class AnswerPanel {
  readonly element = el("section", { class: "answer", hidden: true });
  readonly #context: ViewContext;
  readonly #status: HTMLElement;
  readonly #heading: HTMLElement;
  readonly #content = el("div");
  #sending = new AbortController();

  constructor(context: ViewContext, status: HTMLElement) {
    this.#context = context;
    this.#status = status;
    const id = newId();
    this.#heading = el("h3", { id, tabindex: -1 }, context.messages.answer);
    this.element.setAttribute("aria-labelledby", id);
    this.element.append(this.#heading, this.#content);
  }

  /** Sends a call and shows its result. Resolves to undefined when another call was sent meanwhile. */
  async send(
    call: ApiCall,
    url: URL,
    operation: Operation | undefined,
    focus: boolean,
    secret?: Secret,
  ): Promise<Outcome | undefined> {
    this.#sending.abort();
    const sending = new AbortController();
    this.#sending = sending;
    this.#status.textContent = this.#context.messages.sending;
    this.element.setAttribute("aria-busy", "true");
    try {
      const sent = await send(call, url, sending.signal, secret);
      const type = sent.response.headers.get("content-type") ?? "";
      if (operation?.stream === true && type.startsWith("text/event-stream"))
        return await this.#follow(sent, sending, focus);
      const outcome = { head: sent.head, body: await readBody(sent) };
      if (sending.signal.aborted) return undefined;
      this.show(outcome, focus);
      return outcome;
    } catch (error) {
      if (sending.signal.aborted) return undefined;
      const outcome = { call, failure: error instanceof Error ? error.message : String(error) };
      this.show(outcome, focus);
      return outcome;
    } finally {
      if (this.#sending === sending) this.element.removeAttribute("aria-busy");
    }
  }

  show(outcome: Outcome, focus = false): void {
    const { messages } = this.#context;
    if ("failure" in outcome) {
      this.#put(messages.networkError, focus, [
        el(
          "p",
          { class: "status" },
          el("strong", { class: "tag bad", "data-status": 0 }, messages.networkError),
          ` ${outcome.failure}`,
        ),
        el("p", {}, messages.networkHint),
        requestView({ call: outcome.call, redirectedTo: undefined }, this.#context),
      ]);
      return;
    }
    const { head } = outcome;
    const content =
      "body" in outcome
        ? bodyView(head, outcome.body, this.#context)
        : this.#eventList(outcome.events, messages.stopped).element;
    const body = "body" in outcome ? outcome.body : undefined;
    const refusal = body && refusalView(head, body, this.#context);
    this.#put(messages.done(`${head.status} ${head.statusText}`.trim()), focus, [
      headView(head, body, this.#context),
      ...(refusal === undefined ? [] : [refusal]),
      content,
      headersView(head, this.#context),
      requestView(head, this.#context),
    ]);
  }

  clear(): void {
    this.#sending.abort();
    this.element.hidden = true;
    this.#content.replaceChildren();
    this.#status.textContent = "";
  }

  #put(status: string, focus: boolean, content: readonly HTMLElement[]): void {
    this.#content.replaceChildren(...content);
    this.element.hidden = false;
    this.#status.textContent = status;
    if (focus) this.#heading.focus();
  }

  /** Shows events until the stream ends or is stopped. */
  async #follow(
    { head, response }: Sent,
    sending: AbortController,
    focus: boolean,
  ): Promise<Outcome | undefined> {
    const { messages } = this.#context;
    this.element.removeAttribute("aria-busy");
    const events: string[] = [];
    const list = this.#eventList(events, messages.listening);
    const stop = el("button", { type: "button", class: "quiet", "data-stop": true }, messages.stop);
    let stopped = false;
    on(stop, "click", () => {
      stopped = true;
      sending.abort();
    });
    list.element.append(stop);
    this.#put(messages.listening, focus, [
      headView(head, undefined, this.#context),
      list.element,
      headersView(head, this.#context),
      requestView(head, this.#context),
    ]);
    try {
      if (response.body !== null)
        await readEvents(response.body, ({ type, id, data }) => {
          const text = `${id === "" ? type : `${type} #${id}`}: ${data}`;
          events.push(text);
          list.add(text, events.length);
        });
    } catch (error) {
      if (!stopped && sending.signal.aborted) return undefined;
      if (!stopped) list.state.textContent = error instanceof Error ? error.message : String(error);
    }
    stop.remove();
    if (stopped) list.state.textContent = messages.stopped;
    else if (list.state.textContent === messages.listening) list.state.textContent = messages.ended;
    this.#status.textContent = list.state.textContent;
    if (stopped) this.#heading.focus();
    return { head, events };
  }

  #eventList(events: readonly string[], state: string) {
    const { messages } = this.#context;
    const items = el(
      "ol",
      { "data-events": true },
      ...events.map((text) => el("li", {}, el("code", {}, text))),
    );
    const stateText = el("span", {}, state);
    const count = el("span", {}, messages.eventsCount(events.length));
    const box = scrolling(messages.events, el("div", {}, items));
    return {
      element: el(
        "div",
        {},
        el("h4", {}, messages.events),
        el("p", { class: "soft", role: "status" }, stateText, " ", count),
        box,
      ),
      state: stateText,
      add(text: string, total: number) {
        items.append(el("li", {}, el("code", {}, text)));
        count.textContent = messages.eventsCount(total);
        box.scrollTop = box.scrollHeight;
      },
    };
  }
}
