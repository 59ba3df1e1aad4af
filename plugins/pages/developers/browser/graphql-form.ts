/** The form for GraphQL queries: a text area, replaced by an editor once that is loaded, and one for the variables. */
import type { Place, GraphqlCall } from "../../shared/operations/address.ts";
import type { ApiCall } from "../../shared/operations/model.ts";
import type { Operation } from "../../shared/playground/description.ts";
import { complainAt, el, labelled, on } from "../../shared/browser/dom.ts";
import type { mountGraphql } from "./graphql-editor.ts";
import { HeaderFields } from "./header-fields.ts";
import { parsed } from "../../shared/browser/json.ts";
import type { Messages } from "./messages.ts";

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
  /** The editor with its tools, in place of the text area. */
  readonly #host = el("div", { class: "field" });
  readonly #headers: HeaderFields;
  #editor: Awaited<ReturnType<typeof mountGraphql>> | undefined;
  #opened = false;

  constructor(place: GraphqlPlace, messages: Messages, buttons: readonly HTMLElement[]) {
    this.#place = place;
    this.#messages = messages;
    this.#headers = new HeaderFields(messages);
    this.show({ query: place.query, variables: "" }, []);
    this.#queryField = labelled(messages.query, this.#query);
    this.#variablesField = labelled(messages.variables, this.#variables, messages.variablesNote);
    this.element = el(
      "form",
      { class: "request", novalidate: true },
      this.#queryField,
      this.#host,
      this.#variablesField,
      el("div", { class: "buttons" }, ...buttons),
      this.#headers.element,
    );
    on(this.#variables, "input", () => void this.#readVariables());
  }

  place(): Place {
    const graphql = { query: this.#query.value, variables: this.#variables.value };
    return { kind: "graphql", graphql, headers: this.#headers.read() };
  }

  show({ query, variables }: GraphqlCall, headers: ApiCall["headers"]): void {
    const { method, path } = this.#place.operation;
    this.#query.value = query;
    this.#variables.value = variables;
    this.#editor?.set(query);
    this.#headers.show(this.#place.operation, { method, target: path, headers });
  }

  /** The request that runs the query. Returns undefined, and focuses the variables, where they are not a JSON object. */
  complete(): ApiCall | undefined {
    const variables = this.#readVariables();
    if (variables === undefined) {
      this.#variables.focus();
      return undefined;
    }
    const query = this.#query.value;
    const { method, path } = this.#place.operation;
    const body = Object.keys(variables).length === 0 ? { query } : { query, variables };
    return {
      method,
      target: path,
      headers: this.#headers.read(),
      body: JSON.stringify(body, undefined, 2),
    };
  }

  /** Returns the variables; undefined, after saying so, where they are not a JSON object. */
  #readVariables(): object | undefined {
    const text = this.#variables.value;
    const value = text.trim() === "" ? {} : parsed(text)?.json;
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    const problem = isObject ? "" : this.#messages.badVariables;
    complainAt(this.#variablesField, this.#variables, problem);
    return isObject ? value : undefined;
  }

  /** Loads the editor, once. If that fails, the text area stays. */
  open(): void {
    if (this.#opened) return;
    this.#opened = true;
    void this.#load().catch(() => undefined);
  }

  async #load(): Promise<void> {
    const { operation, editor, query } = this.#place;
    const module: { mountGraphql: typeof mountGraphql } = await import(editor);
    this.#editor = await module.mountGraphql(this.#host, {
      path: operation.path,
      read: () => this.#query.value,
      fresh: query,
      messages: this.#messages,
      onChange: (changed) => {
        this.#query.value = changed;
        // As the field that it replaces does.
        this.#host.dispatchEvent(new Event("input", { bubbles: true }));
      },
    });
    const isFocused = document.activeElement === this.#query;
    this.#queryField.hidden = true;
    if (isFocused) this.#editor.focus();
  }
}
