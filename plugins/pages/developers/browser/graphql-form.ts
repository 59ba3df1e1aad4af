/** The form for GraphQL queries: a text area, replaced by an editor once that is loaded. */
import type { GraphqlCall } from "../shared/address.ts";
import type { ApiCall } from "../../shared/operations/model.ts";
import { el, labelled, on } from "./dom.ts";
import type { Graphql, GraphqlOptions, Hosts } from "./graphql-editor/workbench.ts";
import { INTROSPECTION } from "./introspection.ts";
import type { Messages } from "./messages.ts";

/** The exports of the script at `data-editor`. */
interface EditorModule {
  mountGraphql(hosts: Hosts, options: GraphqlOptions): Graphql;
}

export interface GraphqlPlace {
  /** Path of GraphQL itself. */
  readonly path: string;
  /** Path of the editor's script. */
  readonly editor: string | undefined;
  /** The query to start with. */
  readonly sample: string;
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
    tools: el("div"),
    explorer: el("div"),
  };
  readonly #editors: HTMLElement;
  #editor: Graphql | undefined;
  #opened = false;

  constructor(place: GraphqlPlace, messages: Messages, buttons: readonly HTMLElement[]) {
    this.#place = place;
    this.#messages = messages;
    this.#query.value = place.sample;
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
      this.#hosts.explorer,
    );
    on(this.#variables, "input", () => this.#variables.setCustomValidity(""));
  }

  read(): GraphqlCall {
    return { query: this.#query.value, variables: this.#variables.value };
  }

  show({ query, variables }: GraphqlCall): void {
    this.#query.value = query;
    this.#variables.value = variables;
    this.#editor?.set({ query, variables });
  }

  /** The request that runs the query. Returns undefined, and focuses the variables, where they are not a JSON object. */
  toCall({ query, variables }: GraphqlCall): ApiCall | undefined {
    const parsed = variables.trim() === "" ? {} : parseObject(variables);
    if (parsed === undefined) {
      if (this.#editor !== undefined) {
        this.#editor.focusVariables();
        return undefined;
      }
      this.#variables.setCustomValidity(this.#messages.badVariables);
      this.#variables.reportValidity();
      this.#variables.focus();
      return undefined;
    }
    const body = Object.keys(parsed).length === 0 ? { query } : { query, variables: parsed };
    return {
      method: "POST",
      target: this.#place.path,
      headers: [],
      body: JSON.stringify(body, undefined, 2),
    };
  }

  /** Loads the editor, once. If that fails, the text area stays. */
  open(): void {
    if (this.#opened) return;
    this.#opened = true;
    void this.#load().catch(() => undefined);
  }

  async #load(): Promise<void> {
    const { path, editor } = this.#place;
    if (editor === undefined) return;
    const answer = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({ query: INTROSPECTION }),
    });
    const { data }: { data?: unknown } = await answer.json();
    if (data === undefined || data === null) return;
    const module: EditorModule = await import(editor);
    const focused = document.activeElement;
    const call = this.read();
    this.#editor = module.mountGraphql(this.#hosts, {
      schema: data,
      call,
      isFresh: call.query === this.#place.sample && call.variables === "",
      labels: this.#messages,
      onChange: (changed) => {
        this.#query.value = changed.query;
        this.#variables.value = changed.variables;
        // As the fields that it replaces do.
        this.#hosts.query.dispatchEvent(new Event("input", { bubbles: true }));
      },
    });
    this.#queryField.hidden = true;
    this.#variablesField.hidden = true;
    this.#editors.hidden = false;
    if (focused === this.#query) this.#editor.focus();
    if (focused === this.#variables) this.#editor.focusVariables();
  }
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
