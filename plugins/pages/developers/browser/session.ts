/** Connects forms, answer and address bar: every call that is sent becomes an entry of the history. */
import { fromHash, toHash, type Place } from "../shared/address.ts";
import type { ApiCall, ApiDescription } from "../shared/model.ts";
import { isRead } from "../shared/target.ts";
import { AnswerPanel, type Outcome } from "./answer.ts";
import { CredentialFields } from "./credential-fields.ts";
import { el, on } from "./dom.ts";
import { GraphqlForm } from "./graphql-form.ts";
import { RequestForm } from "./request-form.ts";
import { problemsIn } from "./problems.ts";
import { type Head, ownUrl } from "./send.ts";
import { type Tabs, tabs } from "./tabs.ts";
import type { Messages } from "./messages.ts";

/** Number of answers kept, to show them again. */
const MAX_KEPT = 30;

export class Playground {
  readonly elements: readonly HTMLElement[];
  readonly #api: ApiDescription;
  readonly #form: RequestForm;
  readonly #graphql: GraphqlForm | undefined;
  readonly #tabs: Tabs | undefined;
  readonly #answer: AnswerPanel;
  readonly #credentials: CredentialFields | undefined;
  /** By the key of their entry in the history. */
  readonly #kept = new Map<string, Outcome>();
  #sent = 0;

  constructor(
    api: ApiDescription,
    messages: Messages,
    graphql: { readonly path: string; readonly editor: string | undefined } | undefined,
  ) {
    this.#api = api;
    const status = el("p", { class: "soft", role: "status", "data-live": true });
    const credentials =
      api.credentials && new CredentialFields(api.credentials, messages, () => this.#forget());
    this.#credentials = credentials;
    const askCredential = credentials && (() => credentials.focus());
    this.#answer = new AnswerPanel({ api, messages, askCredential }, status);
    const button = (text: string) => [
      el("button", { type: "submit" }, text),
      el("span", { class: "note" }, messages.sendNote),
    ];
    this.#form = new RequestForm(api, messages, button(messages.send), () => this.#answer.clear());
    this.#graphql =
      graphql === undefined
        ? undefined
        : new GraphqlForm(
            { ...graphql, sample: sampleQuery(api, graphql.path) },
            messages,
            button(messages.run),
          );
    const rest = el("div", {}, this.#form.element);
    const panels = [rest];
    if (this.#graphql !== undefined) {
      const form = this.#graphql;
      const panel = el("div", {}, form.element);
      panels.push(panel);
      this.#tabs = tabs(messages.requests, [
        { name: messages.rest, panel: rest, onOpen: () => this.#answer.clear() },
        {
          name: messages.graphql,
          panel,
          onOpen: () => {
            this.#answer.clear();
            form.open();
          },
        },
      ]);
      onSend(form.element, () => {
        const query = form.read();
        void this.#send({ kind: "graphql", graphql: query }, form.toCall(query));
      });
    }
    onSend(this.#form.element, () => {
      const call = this.#form.read();
      if (call !== undefined) void this.#send({ kind: "call", call }, call);
    });
    const parts = [...panels, status, this.#answer.element];
    this.elements = [credentials?.element, this.#tabs?.element, ...parts].filter(
      (part) => part !== undefined,
    );
  }

  /** Shows the call in the address, and follows its changes. */
  start(): void {
    document.addEventListener("click", (event) => this.#follow(event));
    window.addEventListener("popstate", () => this.#restore());
    for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-run]")) runHere(link);
    this.#tabs?.open(0);
    this.#beginAnew();
    this.#restore();
    if (fromHash(location.hash) !== undefined) this.elements[0]?.scrollIntoView();
  }

  /** Answers to a credential go with it. */
  #forget(): void {
    this.#kept.clear();
    this.#answer.clear();
  }

  #beginAnew(): void {
    const all = this.#api.groups.flatMap(({ operations }) => operations);
    const operation = all.find(isRoot) ?? all[0];
    if (operation !== undefined) this.#form.start(operation);
  }

  /** For the first address, and for changes by the browser. */
  #restore(): void {
    const place = fromHash(location.hash);
    if (place === undefined) {
      if (location.hash === "") this.#answer.clear();
      return;
    }
    this.#fill(place);
    const kept = this.#kept.get(keyOf(history.state));
    if (kept !== undefined) this.#answer.show(kept);
    else if (place.kind === "call" && isRead(place.call.method))
      void this.#send(place, this.#form.withCarried(place.call), false);
    else this.#answer.clear();
  }

  #fill(place: Place): void {
    if (place.kind === "graphql") {
      this.#tabs?.open(1);
      this.#graphql?.show(place.graphql);
    } else {
      this.#tabs?.open(0);
      this.#form.show(place.call);
    }
  }

  /** Links to calls: in answers they send the call, in the list of operations they fill in the form. */
  #follow(event: MouseEvent): void {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    const link = event.target instanceof Element ? event.target.closest("a[data-open]") : null;
    const place = link instanceof HTMLAnchorElement ? fromHash(link.hash) : undefined;
    if (!(link instanceof HTMLAnchorElement) || place?.kind !== "call") return;
    event.preventDefault();
    this.#fill(place);
    if (link.dataset["open"] === "send") {
      void this.#send(place, this.#form.withCarried(place.call));
      return;
    }
    const operation = this.#form.operationOf(place.call);
    if (operation !== undefined) this.#form.start(operation);
    this.#form.element.scrollIntoView();
    this.#form.element.querySelector("select")?.focus();
  }

  async #send(place: Place, call: ApiCall | undefined, push = true): Promise<void> {
    const url = call === undefined ? undefined : ownUrl(call.target);
    if (call === undefined || url === undefined) return;
    this.#sent += 1;
    // A count alone would repeat after a reload of the page.
    const key = `${performance.timeOrigin}-${this.#sent}`;
    if (push) history.pushState({ key }, "", toHash(place));
    else history.replaceState({ key }, "");
    const secret = this.#credentials?.read();
    const { header, prefix } = secret ?? {};
    const credential =
      header === undefined || prefix === undefined ? undefined : { header, prefix };
    const operation = this.#form.operationOf(call);
    const outcome = await this.#answer.send({ ...call, credential }, url, operation, push, secret);
    if (outcome === undefined) return;
    this.#kept.set(key, outcome);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    if ("head" in outcome) this.#learn(outcome.head);
    if ("body" in outcome) this.#form.complain(problemsIn(outcome.body.text));
  }

  /** The ETag of an answer is that of the resource, which a POST names in Location. */
  #learn({ call, status, headers }: Head): void {
    const header = (wanted: string) => headers.find(([name]) => name === wanted)?.[1];
    const etag = header("etag");
    const target = call.method === "POST" ? header("location") : call.target;
    if (target === undefined) return;
    const isGone = status === 404 || (call.method === "DELETE" && status < 300);
    if (etag !== undefined || isGone) this.#form.remember(target, etag);
  }
}

/** Lets a link to an operation run it in the playground; without scripts it leads to the answer itself. */
function runHere(link: HTMLAnchorElement): void {
  const target = `${link.pathname}${link.search}`;
  link.href = toHash({ kind: "call", call: { method: "GET", target, headers: [] } });
  link.dataset["open"] = "send";
}

/** Calls back when the form is submitted, by its button or by Ctrl or Command + Enter. */
function onSend(form: HTMLFormElement, send: () => void): void {
  on(form, "submit", (event) => {
    event.preventDefault();
    send();
  });
  form.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      // The GraphQL editor handles these keys itself.
      event.stopPropagation();
      send();
    },
    { capture: true },
  );
}

function isRoot({ path, method }: { readonly path: string; readonly method: string }): boolean {
  return method === "GET" && path === "/api";
}

function keyOf(state: unknown): string {
  if (typeof state !== "object" || state === null || !("key" in state)) return "";
  return String(state.key);
}

/** The query of the operation's own sample. */
function sampleQuery({ groups }: ApiDescription, path: string): string {
  const operation = groups
    .flatMap(({ operations }) => operations)
    .find((one) => one.method === "POST" && one.path === path);
  const sample: unknown = JSON.parse(operation?.body?.sample ?? "{}");
  return typeof sample === "object" && sample !== null && "query" in sample
    ? String(sample.query)
    : "";
}
