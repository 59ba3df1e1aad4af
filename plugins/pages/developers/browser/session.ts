/** Connects forms, answers and the address bar: every request that is sent becomes an entry of the history. */
import { fromHash, toHash, type Place } from "../../shared/operations/address.ts";
import type { ApiCall } from "../../shared/operations/model.ts";
import { isRead } from "../../shared/operations/target.ts";
import type { ApiDescription, Operation } from "../../shared/playground/description.ts";
import { AnswerPanel, type Outcome } from "./answer.ts";
import { copyAs } from "./code.ts";
import { CommonFields } from "./common-fields.ts";
import { el } from "./dom.ts";
import { GraphqlForm } from "./graphql-form.ts";
import { Memory } from "./memory.ts";
import type { Messages } from "./messages.ts";
import { Pane, type Source } from "./pane.ts";
import { problemsIn } from "./problems.ts";
import { RequestForm } from "./request-form.ts";
import { type Head, ownUrl } from "./send.ts";
import { type Tabs, tabs } from "./tabs.ts";

/** Number of answers kept, to show them again, and of representations, to compare them. */
const MAX_KEPT = 30;

export class Playground {
  readonly elements: readonly HTMLElement[];
  readonly #api: ApiDescription;
  readonly #messages: Messages;
  readonly #common: CommonFields;
  readonly #forms: { readonly form: RequestForm; readonly pane: Pane }[] = [];
  readonly #graphql: { readonly form: GraphqlForm; readonly pane: Pane } | undefined;
  readonly #panes: readonly Pane[];
  readonly #tabs: Tabs | undefined;
  /** States by the key of their entry in the history. */
  readonly #outcomes = new Memory<Outcome>(MAX_KEPT);
  /** The last JSON of a target. */
  readonly #read = new Memory<string>(MAX_KEPT);
  #sent = 0;

  constructor(api: ApiDescription) {
    this.#api = api;
    // They come from the same server, which has a text for each name.
    const messages = api.messages as Messages;
    this.#messages = messages;
    this.#common = new CommonFields(api.credentials, messages, () => this.#forget());
    const [rest, streams] = [false, true].map((isStream) =>
      this.#addForm(api.operations.filter(({ stream }) => stream === isStream)),
    );
    this.#graphql = this.#graphqlForm();
    const open = () => this.#graphql?.form.open();
    const parts = [
      { name: messages.rest, pane: rest },
      { name: messages.graphql, pane: this.#graphql?.pane, onOpen: open },
      { name: messages.streams, pane: streams },
    ].flatMap(({ pane, ...one }) =>
      pane ? [{ ...one, pane, panel: el("div", {}, pane.element) }] : [],
    );
    this.#panes = parts.map(({ pane }) => pane);
    if (parts.length > 1) this.#tabs = tabs(messages.requests, parts);
    this.elements = [
      this.#common.element,
      ...(this.#tabs ? [this.#tabs.element] : []),
      ...parts.map(({ panel }) => panel),
    ];
  }

  /** Shows the request in the address, and follows its changes. */
  start(host: HTMLElement): void {
    document.addEventListener("click", (event) => this.#follow(event));
    window.addEventListener("popstate", () => this.#restore());
    this.#tabs?.open(0);
    for (const { form } of this.#forms) form.start(undefined, host.dataset["target"]);
    for (const pane of this.#panes) pane.compare();
    this.#restore();
    if (fromHash(location.hash) !== undefined) host.scrollIntoView();
  }

  /** Adds the form of the operations; undefined without operations. */
  #addForm(operations: readonly Operation[]): Pane | undefined {
    if (operations.length === 0) return undefined;
    const form = new RequestForm(
      this.#api,
      operations,
      this.#messages,
      this.#buttons(this.#messages.send, () => form.complete()),
      () => pane.compare(),
    );
    const pane = this.#pane(form);
    this.#forms.push({ form, pane });
    return pane;
  }

  #graphqlForm() {
    const { graphql, operations } = this.#api;
    const operation = operations.find(({ ref }) => ref === graphql?.ref);
    if (graphql === undefined || operation === undefined) return undefined;
    const buttons = this.#buttons(this.#messages.run, () => form.complete());
    const form = new GraphqlForm({ ...graphql, operation }, this.#messages, buttons);
    return { form, pane: this.#pane(form) };
  }

  #pane(source: Source): Pane {
    const context = {
      api: this.#api,
      messages: this.#messages,
      askCredential: this.#common.ask,
      isHere: (call: ApiCall) => this.#api.paths === undefined || this.#formOf(call) !== undefined,
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
    this.#outcomes.clear();
    this.#read.clear();
    for (const { answer } of this.#panes) answer.clear();
  }

  #formOf(call: ApiCall) {
    return this.#forms.find(({ form }) => form.operationOf(call) !== undefined);
  }

  /** Shows the call of the address, at first and when the browser changes it. */
  #restore(): void {
    const place = fromHash(location.hash);
    if (place === undefined) {
      this.#openNamed(location.hash.slice(1));
      return;
    }
    const pane = this.#fill(place);
    const outcome = this.#outcomes.get(keyOf(history.state));
    if (outcome !== undefined) pane.show(location.hash, outcome);
    else if (place.kind === "call" && isRead(place.call.method)) void this.#send(pane, false);
    else pane.answer.clear();
  }

  /** Shows the operation that an address names, unless the page has a place of that name. */
  #openNamed(ref: string): void {
    if (ref === "") for (const { answer } of this.#panes) answer.clear();
    if (document.getElementById(ref) !== null) return;
    for (const { form, pane } of this.#forms) {
      const operation = form.find(ref);
      if (operation === undefined) continue;
      this.#open(pane);
      form.start(operation);
      pane.element.scrollIntoView();
    }
  }

  /** Shows a request in the form that has its operation. */
  #fill(place: Place): Pane {
    const isGraphql = place.kind === "graphql" && this.#graphql !== undefined;
    const own = place.kind === "call" ? this.#formOf(place.call) : undefined;
    const one = own ?? this.#forms[0];
    const pane = isGraphql ? this.#graphql.pane : one?.pane;
    if (pane === undefined) throw new Error("The service has no operations.");
    if (place.kind === "call") one?.form.show(place.call);
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
    this.#sent += 1;
    // A count alone would repeat after a reload of the page.
    const key = `${performance.timeOrigin}-${this.#sent}`;
    const hash = toHash(pane.source.place());
    // The same request again is the same entry.
    if (push && hash !== location.hash) history.pushState({ key }, "", hash);
    else history.replaceState({ key }, "", hash);
    pane.expect(hash);
    const { secret } = this.#common;
    const before = isRead(call.method) ? undefined : this.#read.get(call.target);
    const outcome = await pane.answer.send(this.#common.addTo(call), url, { push, secret, before });
    if (outcome === undefined) return;
    this.#outcomes.set(key, outcome);
    if ("head" in outcome) this.#learn(outcome.head, "body" in outcome ? outcome.body.text : "");
    if (!("body" in outcome)) return;
    const problems = problemsIn(outcome.body.text);
    for (const one of this.#forms) if (one.pane === pane) one.form.complain(problems);
  }

  /** The ETag and body of an answer are those of the resource, which a POST names in Location. */
  #learn({ call, status, headers }: Head, text: string): void {
    const header = (wanted: string) => headers.find(([name]) => name === wanted)?.[1];
    const etag = header("etag");
    const target = call.method === "POST" ? header("location") : call.target;
    if (target === undefined) return;
    const isGone = status === 404 || (call.method === "DELETE" && status < 300);
    if (isGone) this.#read.delete(target);
    else if (status < 300 && text !== "") this.#read.set(target, text);
    if (etag !== undefined || isGone)
      for (const { form } of this.#forms) form.remember(target, etag);
  }
}

function keyOf(state: unknown): string {
  if (typeof state !== "object" || state === null || !("key" in state)) return "";
  return String(state.key);
}
