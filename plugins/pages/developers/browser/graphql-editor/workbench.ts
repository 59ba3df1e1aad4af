/** Editors for a query and its variables, with tools: examples, formatting, the schema to download. */
import { getIntrospectionQuery } from "graphql";
import type { GraphqlCall } from "../../../shared/operations/address.ts";
import { el, on } from "../dom.ts";
import { mountEditor, type Problem, schemaOf } from "./editor.ts";
import { exampleMutation, exampleQuery, pretty } from "./examples.ts";
import { jsonErrorAt } from "./json-problems.ts";
import { fill as filled, type Messages } from "../messages.ts";

export interface GraphqlOptions {
  /** Path of GraphQL, which is asked for its schema. */
  readonly path: string;
  /** The text of the form, once the schema is there. */
  read(): GraphqlCall;
  /** The query whose place the schema's own example takes. */
  readonly fresh: string;
  readonly messages: Messages;
  onChange(call: GraphqlCall): void;
}

export interface Graphql {
  set(call: GraphqlCall): void;
  focus(): void;
  /** Focuses the variables where they are wrong. */
  focusVariables(): void;
}

export interface Hosts {
  readonly query: HTMLElement;
  readonly variables: HTMLElement;
  readonly tools: HTMLElement;
}

/** Rejects where the schema cannot be read. */
export async function mountGraphql(hosts: Hosts, options: GraphqlOptions): Promise<Graphql> {
  const introspection = await introspect(options.path);
  const { messages } = options;
  const schema = schemaOf(introspection);
  const example = schema && exampleQuery(schema);
  const given = options.read();
  const isFresh = given.query === options.fresh && given.variables === "";
  const { query, variables } = (isFresh ? example : undefined) ?? given;
  const status = el("p", { class: "note", role: "status" });
  const problem = el("p", { class: "note", role: "status" });
  const say = (text: string) => (status.textContent = text);
  const lint = (text: string) => variablesProblem(text, messages);
  const changed = () => {
    const wrong = lint(second.value());
    problem.textContent = wrong === undefined ? "" : placed(second.value(), wrong);
    options.onChange({ query: first.value(), variables: second.value() });
  };
  const first = mountEditor(hosts.query, {
    schema: introspection,
    value: query,
    label: messages.query,
    messages,
    onChange: changed,
  });
  const second = mountEditor(hosts.variables, {
    lint,
    value: variables,
    label: messages.variables,
    messages,
    onChange: changed,
  });
  const set = (call: GraphqlCall) => {
    first.set(call.query);
    second.set(call.variables);
  };

  function prettify(): void {
    const text = first.value();
    const object = parseObject(second.value());
    if (object !== undefined) second.set(JSON.stringify(object, undefined, 2));
    try {
      const formatted = pretty(text);
      if (hasComments(text)) return void say(messages["editor.comments"]);
      first.set(formatted);
      say(messages["editor.prettified"]);
    } catch (error) {
      const line = lineOf(error);
      say(filled(messages["editor.notGraphql"], line));
      first.focus(
        text
          .split("\n")
          .slice(0, line - 1)
          .join("\n").length,
      );
    }
  }

  const button = (text: string, act: () => void) => {
    const element = el("button", { type: "button", class: "quiet" }, text);
    on(element, "click", act);
    return element;
  };
  const fill = (call: GraphqlCall | undefined, text: string) =>
    call &&
    button(text, () => {
      set(call);
      say(messages["editor.filled"]);
    });
  const tools = [
    button(messages["editor.prettify"], prettify),
    fill(example, messages["editor.exampleQuery"]),
    fill(schema && exampleMutation(schema), messages["editor.exampleMutation"]),
    el(
      "a",
      // Beside this script.
      { href: new URL("schema.graphql", import.meta.url).href, download: "schema.graphql" },
      messages["editor.download"],
    ),
  ];
  hosts.variables.after(problem);
  hosts.tools.append(
    el(
      "div",
      { class: "buttons", role: "group", "aria-label": messages["editor.tools"] },
      ...tools,
    ),
    status,
  );
  if (isFresh && example !== undefined) options.onChange(example);
  return {
    set,
    focus: () => first.focus(),
    focusVariables: () => second.focus(lint(second.value())?.at),
  };
}

/** The `data` of the answer to an introspection query. Rejects where it has none. */
async function introspect(path: string): Promise<object> {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ query: getIntrospectionQuery() }),
  });
  const { data }: { readonly data?: object | null } = await answer.json();
  if (data == null) throw new Error(`the schema at ${path} cannot be read`);
  return data;
}

function variablesProblem(text: string, messages: Messages): Problem | undefined {
  if (text.trim() === "" || parseObject(text) !== undefined) return undefined;
  const at = jsonErrorAt(text);
  return at === undefined
    ? { at: 0, message: messages["editor.noObject"] }
    : { at, message: messages["editor.badJson"] };
}

/** The message with line and column, counted from 1. */
function placed(text: string, { at, message }: Problem): string {
  const before = text.slice(0, at).split("\n");
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1} ${message}`;
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Checks for a `#` outside of strings. */
function hasComments(query: string): boolean {
  return query.replace(/"""[^]*?"""|"(?:\\.|[^"\\\n])*"/g, "").includes("#");
}

function lineOf(error: unknown): number {
  const given = typeof error === "object" && error !== null && "locations" in error ? error : {};
  const [first] = "locations" in given && Array.isArray(given.locations) ? given.locations : [];
  return typeof first?.line === "number" ? first.line : 1;
}
