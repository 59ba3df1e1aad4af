/** Connects forms, answers and the address bar: every request that is sent becomes an entry of the history. */
import { fromHash, toHash, type Place } from "../../shared/operations/address.ts";
import type { ApiCall } from "../../shared/operations/model.ts";
import { isRead } from "../../shared/operations/target.ts";
import type { ApiDescription } from "../../shared/playground/description.ts";
import { AnswerPanel } from "./answer.ts";
import { copyAs } from "./code.ts";
import { CommonFields } from "./common-fields.ts";
import { el, reveal } from "../../shared/browser/dom.ts";
import { GraphqlForm } from "./graphql-form.ts";
import type { Messages } from "./messages.ts";
import { Pane, type Source } from "./pane.ts";
import { refusalIn } from "../../shared/browser/problems.ts";
import { RequestForm } from "./request-form.ts";
import { type Head, headerOf, ownUrl } from "./send.ts";
import { type Tabs, tabs } from "./tabs.ts";

export class Playground {
  readonly elements: readonly HTMLElement[];
  readonly #api: ApiDescription;
  readonly #messages: Messages;
  readonly #common: CommonFields;
  readonly #form: RequestForm;
  readonly #pane: Pane;
  readonly #graphql: { readonly form: GraphqlForm; readonly pane: Pane } | undefined;
  readonly #panes: readonly Pane[];
  readonly #tabs: Tabs | undefined;
  /** The last JSON of a target. */
  readonly #read = new Map<string, string>();

  constructor(api: ApiDescription) {
    this.#api = api;
    // They come from the same server, which has a text for each name.
    const messages = api.messages as Messages;
    this.#messages = messages;
    this.#common = new CommonFields(api, messages, () => this.#forget());
    this.#form = new RequestForm(
      api,
      messages,
      this.#buttons(messages.send, () => this.#form.complete()),
      () => this.#pane.compare(),
    );
    this.#pane = this.#paneOf(this.#form);
    this.#graphql = this.#graphqlForm();
    this.#panes = [this.#pane, ...(this.#graphql ? [this.#graphql.pane] : [])];
    const panels = this.#panes.map(({ element }) => el("div", {}, element));
    const [rest, graphql] = panels;
    if (rest && graphql)
      this.#tabs = tabs(messages.requests, [
        { name: messages.rest, panel: rest },
        { name: messages.graphql, panel: graphql, onOpen: () => this.#graphql?.form.open() },
      ]);
    this.elements = [this.#common.element, ...(this.#tabs ? [this.#tabs.element] : []), ...panels];
  }

  /** Shows the request in the address, and follows its changes. */
  start(host: HTMLElement): void {
    document.addEventListener("click", (event) => this.#follow(event));
    window.addEventListener("popstate", () => this.#restore());
    this.#tabs?.open(0);
    this.#form.start(undefined, host.dataset["target"]);
    for (const pane of this.#panes) pane.compare();
    this.#restore();
    if (fromHash(location.hash) === undefined) return;
    reveal();
    host.scrollIntoView();
  }

  #graphqlForm() {
    const { graphql, operations } = this.#api;
    const operation = operations.find(({ ref }) => ref === graphql?.ref);
    if (graphql === undefined || operation === undefined) return undefined;
    const buttons = this.#buttons(this.#messages.run, () => form.complete());
    const form = new GraphqlForm({ ...graphql, operation }, this.#messages, buttons);
    return { form, pane: this.#paneOf(form) };
  }

  #paneOf(source: Source): Pane {
    const context = {
      api: this.#api,
      messages: this.#messages,
      askCredential: this.#common.ask,
      isHere: (call: ApiCall) =>
        this.#api.paths === undefined || this.#form.operationOf(call) !== undefined,
    };
    const send = () => void this.#send(pane);
    // The page of one operation is about this form alone.
    const keys = this.#api.paths === undefined ? undefined : document;
    const pane: Pane = new Pane(source, new AnswerPanel(context), send, keys);
    return pane;
  }

  #buttons(text: string, call: () => ApiCall | undefined): readonly HTMLElement[] {
    const copied = () => {
      const request = call();
      return request && this.#common.addTo(request);
    };
    return [
      el("button", { type: "submit" }, text),
      copyAs(this.#messages, this.#api.baseUrl, copied),
    ];
  }

  /** Answers to a credential go with it. */
  #forget(): void {
    this.#read.clear();
    for (const { answer } of this.#panes) answer.clear();
  }

  /** Shows the call of the address, at first and when the browser changes it. */
  #restore(): void {
    const place = fromHash(location.hash);
    if (place === undefined) {
      this.#openNamed(location.hash.slice(1));
      return;
    }
    const pane = this.#fill(place);
    if (place.kind === "call" && isRead(place.call.method)) void this.#send(pane, false);
    else pane.answer.clear();
  }

  /** Shows the operation that an address names, unless the page has a place of that name. */
  #openNamed(ref: string): void {
    if (ref === "") for (const { answer } of this.#panes) answer.clear();
    if (ref === "playground") reveal();
    if (document.getElementById(ref) !== null) return;
    const operation = this.#form.find(ref);
    if (operation === undefined) return;
    this.#open(this.#pane);
    this.#form.start(operation);
    this.#pane.element.scrollIntoView();
  }

  /** Shows a request in the form that has its operation. */
  #fill(place: Place): Pane {
    const pane = (place.kind === "graphql" ? this.#graphql?.pane : undefined) ?? this.#pane;
    if (place.kind === "call") this.#form.show(place.call);
    else this.#graphql?.form.show(place.graphql, place.headers);
    this.#open(pane);
    pane.compare();
    return pane;
  }

  #open(pane: Pane): void {
    this.#tabs?.open(this.#panes.indexOf(pane));
  }

  /** Links to requests in answers. */
  #follow(event: MouseEvent): void {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    const link = event.target instanceof Element ? event.target.closest("a[data-send]") : null;
    const place = link instanceof HTMLAnchorElement ? fromHash(link.hash) : undefined;
    if (place === undefined) return;
    event.preventDefault();
    void this.#send(this.#fill(place));
  }

  async #send(pane: Pane, push = true): Promise<void> {
    const call = pane.source.complete();
    const url = call && ownUrl(call.target);
    if (call === undefined || url === undefined) return;
    const hash = toHash(pane.source.place());
    // The same request again is the same entry.
    if (push && hash !== location.hash) history.pushState(null, "", hash);
    else history.replaceState(null, "", hash);
    pane.expect(hash);
    if (push) reveal();
    const { secret } = this.#common;
    const before = isRead(call.method) ? undefined : this.#read.get(call.target);
    const outcome = await pane.answer.send(this.#common.addTo(call), url, { push, secret, before });
    if (outcome === undefined) return;
    this.#learn(outcome.head, outcome.text);
    if (pane === this.#pane) this.#form.complain(refusalIn(outcome.text).problems);
  }

  /** Learns the ETag and body of a resource from an answer; after a POST, Location names the resource. */
  #learn(head: Head, text: string): void {
    const { call, status } = head;
    this.#common.learn(headerOf(head, "ratelimit"));
    const etag = headerOf(head, "etag");
    const target = call.method === "POST" ? headerOf(head, "location") : call.target;
    if (target === undefined) return;
    const isGone = status === 404 || (call.method === "DELETE" && status < 300);
    if (isGone) this.#read.delete(target);
    else if (status < 300 && text !== "") this.#read.set(target, text);
    if (etag !== undefined || isGone) this.#form.remember(target, etag);
  }
}
