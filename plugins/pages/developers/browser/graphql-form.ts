/** The form for GraphQL queries: a text area, replaced by an editor once that is loaded. */
import type { GraphqlCall, Place } from "../../shared/operations/address.ts";
import type { ApiCall } from "../../shared/operations/model.ts";
import type { Operation } from "../../shared/playground/description.ts";
import { el, labelled, on } from "./dom.ts";
import type { Graphql, GraphqlOptions, Hosts } from "./graphql-editor/workbench.ts";
import { HeaderFields } from "./header-fields.ts";
import { parsed } from "./json.ts";
import type { Messages } from "./messages.ts";

/** The exports of the editor's script. */
interface EditorModule {
  mountGraphql(hosts: Hosts, options: GraphqlOptions): Promise<Graphql>;
}

interface GraphqlPlace {
  /** The operation that takes queries. */
  readonly operation: Operation;
  /** Path of the editor's script. */
  readonly editor: string;
  /** The query to start with. */
  readonly query: string;
}

export class GraphqlForm {
  readonly element: HTMLFormElement;
  readonly #messages: Messages;
  readonly #place: GraphqlPlace;
  readonly #query = el("textarea", { rows: 10, spellcheck: "false", autocapitalize: "off" });
  readonly #variables = el("textarea", { rows: 3, spellcheck: "false" });
  readonly #queryField: HTMLElement;
  readonly #variablesField: HTMLElement;
  readonly #hosts = {
    query: el("div", { class: "editor" }),
    variables: el("div"),
    tools: el("div", { class: "field" }),
  };
  readonly #editors: HTMLElement;
  readonly #headers: HeaderFields;
  #editor: Graphql | undefined;
  #opened = false;

  constructor(place: GraphqlPlace, messages: Messages, buttons: readonly HTMLElement[]) {
    this.#place = place;
    this.#messages = messages;
    this.#headers = new HeaderFields(messages);
    this.show({ query: place.query, variables: "" }, []);
    this.#queryField = labelled(messages.query, this.#query);
    this.#variablesField = labelled(messages.variables, this.#variables, messages.variablesNote);
    const editor = (label: string, host: HTMLElement) =>
      el(
        "div",
        { class: "field" },
        el("p", { class: "label", "aria-hidden": "true" }, label),
        host,
      );
    this.#editors = el(
      "div",
      { hidden: true },
      editor(messages.query, this.#hosts.query),
      this.#hosts.tools,
      editor(messages.variables, this.#hosts.variables),
    );
    this.element = el(
      "form",
      { class: "request", novalidate: true },
      this.#queryField,
      this.#variablesField,
      this.#editors,
      el("div", { class: "buttons" }, ...buttons),
      this.#headers.guards.element,
      this.#headers.element,
    );
    on(this.#variables, "input", () => this.#variables.setCustomValidity(""));
  }

  place(): Place {
    return { kind: "graphql", graphql: this.#text, headers: this.#headers.read() };
  }

  show({ query, variables }: GraphqlCall, headers: ApiCall["headers"]): void {
    const { method, path } = this.#place.operation;
    this.#query.value = query;
    this.#variables.value = variables;
    this.#editor?.set({ query, variables });
    this.#headers.show(this.#place.operation, { method, target: path, headers });
  }

  /** The request that runs the query. Returns undefined, and focuses the variables, where they are not a JSON object. */
  complete(): ApiCall | undefined {
    const { query, variables: text } = this.#text;
    const variables = text.trim() === "" ? {} : parsed(text)?.json;
    if (typeof variables !== "object" || variables === null || Array.isArray(variables)) {
      if (this.#editor !== undefined) this.#editor.focusVariables();
      else {
        this.#variables.setCustomValidity(this.#messages.badVariables);
        this.#variables.reportValidity();
      }
      return undefined;
    }
    const { method, path } = this.#place.operation;
    const body = Object.keys(variables).length === 0 ? { query } : { query, variables };
    return {
      method,
      target: path,
      headers: this.#headers.read(),
      body: JSON.stringify(body, undefined, 2),
    };
  }

  get #text(): GraphqlCall {
    return { query: this.#query.value, variables: this.#variables.value };
  }

  /** Loads the editor, once. If that fails, the text area stays. */
  open(): void {
    if (this.#opened) return;
    this.#opened = true;
    void this.#load().catch(() => undefined);
  }

  async #load(): Promise<void> {
    const { operation, editor, query } = this.#place;
    const module: EditorModule = await import(editor);
    this.#editor = await module.mountGraphql(this.#hosts, {
      path: operation.path,
      read: () => this.#text,
      fresh: query,
      messages: this.#messages,
      onChange: (changed) => {
        this.#query.value = changed.query;
        this.#variables.value = changed.variables;
        // As the fields that it replaces do.
        this.#hosts.query.dispatchEvent(new Event("input", { bubbles: true }));
      },
    });
    const focused = document.activeElement;
    this.#queryField.hidden = true;
    this.#variablesField.hidden = true;
    this.#editors.hidden = false;
    if (focused === this.#query) this.#editor.focus();
    if (focused === this.#variables) this.#editor.focusVariables();
  }
}
