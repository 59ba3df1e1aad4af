/** The editor for GraphQL and its tools: formatting, and the schema to download. A script of its own, loaded on demand. */
import {
  buildClientSchema,
  getIntrospectionQuery,
  GraphQLError,
  type GraphQLSchema,
  parse,
  print,
} from "graphql";
import { el, on } from "../../shared/browser/dom.ts";
import { type Editor, mountEditor } from "./graphql-editor/editor.ts";
import { exampleQuery } from "./graphql-editor/example.ts";
import { fill, type Messages } from "./messages.ts";

export interface GraphqlOptions {
  /** Path of GraphQL, which is asked for its schema. */
  readonly path: string;
  /** Returns the query of the form, once the schema is there. */
  read(): string;
  /** The query whose place the schema's own example takes. */
  readonly fresh: string;
  readonly messages: Messages;
  onChange(query: string): void;
}

/** Mounts the editor with its tools. Rejects if the schema cannot be read. */
export async function mountGraphql(host: HTMLElement, options: GraphqlOptions): Promise<Editor> {
  const { path, fresh, messages, onChange } = options;
  const schema = await readSchema(path);
  const given = options.read();
  const value = (given === fresh ? exampleQuery(schema) : undefined) ?? given;
  const box = el("div", { class: "editor" });
  const editor = mountEditor(box, { schema, value, label: messages.query, messages, onChange });
  const status = el("p", { class: "note", role: "status" });
  const prettify = el("button", { type: "button", class: "quiet" }, messages["editor.prettify"]);
  on(prettify, "click", () => (status.textContent = format(editor, messages)));
  const download = el(
    "a",
    // Beside this script.
    { href: new URL("schema.graphql", import.meta.url).href, download: "schema.graphql" },
    messages["editor.download"],
  );
  const about = { class: "buttons", role: "group", "aria-label": messages["editor.tools"] };
  const name = el("p", { class: "label", "aria-hidden": "true" }, messages.query);
  host.append(name, box, el("div", about, prettify, download), status);
  if (value !== given) onChange(value);
  return editor;
}

async function readSchema(path: string): Promise<GraphQLSchema> {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ query: getIntrospectionQuery() }),
  });
  const { data } = await answer.json();
  return buildClientSchema(data);
}

/** Formats the query as the printer of GraphQL does. Returns what came of it, in words. */
function format(editor: Editor, messages: Messages): string {
  const text = editor.value();
  if (hasComments(text)) return messages["editor.comments"];
  try {
    editor.set(print(parse(text)));
    return messages["editor.prettified"];
  } catch (error) {
    const [first] = error instanceof GraphQLError ? (error.locations ?? []) : [];
    return fill(messages["editor.notGraphql"], first?.line ?? 1);
  }
}

/** Checks for a `#` outside of strings. */
function hasComments(query: string): boolean {
  return query.replace(/"""[^]*?"""|"(?:\\.|[^"\\\n])*"/g, "").includes("#");
}
