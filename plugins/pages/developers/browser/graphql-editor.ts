/**
 * An editor for GraphQL with highlighting, and with completion and diagnostics from the schema. It is a script of its own,
 * loaded on demand.
 */
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, indentOnInput } from "@codemirror/language";
import { lintKeymap } from "@codemirror/lint";
import { EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { graphql } from "cm6-graphql";
import { buildClientSchema, type GraphQLSchema, type IntrospectionQuery } from "graphql";
import { editorTheme } from "./graphql-editor/theme.ts";
import { editorMessages } from "./graphql-editor/messages.ts";

export interface EditorOptions {
  /** The `data` of an introspection query's answer. Any other value leaves highlighting only. */
  schema: unknown;
  value: string;
  /** The accessible name of the text box. */
  label: string;
  onChange(value: string): void;
  /** Ctrl + Enter, or Cmd + Enter. */
  onRun?(): void;
}

export interface Editor {
  value(): string;
  /** Replaces the text, as one undo step. */
  set(value: string): void;
  focus(): void;
}

/** Creates an editor in `host`, which must not have a shadow root yet. */
export function mountEditor(host: HTMLElement, options: EditorOptions): Editor {
  // In a shadow root the editor adopts its style sheet; in the document it would add a <style>, which the CSP forbids.
  const root = host.attachShadow({ mode: "open", delegatesFocus: true });
  const state = EditorState.create({
    doc: options.value,
    extensions: [
      editing,
      keys(options),
      graphql(schemaOf(options.schema)),
      editorTheme,
      about(host, options),
    ],
  });
  const view = new EditorView({ root, parent: root, state });
  return {
    value: () => view.state.doc.toString(),
    set: (value) =>
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } }),
    focus: () => view.focus(),
  };
}

const editing: Extension = [
  lineNumbers(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  autocompletion({ icons: false }),
  EditorView.lineWrapping,
];

/** Tab is not bound: it leaves the editor like any other field. */
function keys({ onRun }: EditorOptions): Extension {
  const run = () => {
    onRun?.();
    return onRun !== undefined;
  };
  return keymap.of([
    { key: "Mod-Enter", run },
    ...closeBracketsKeymap,
    ...defaultKeymap,
    ...historyKeymap,
    ...completionKeymap,
    ...lintKeymap,
  ]);
}

function about(host: HTMLElement, { label, onChange }: EditorOptions): Extension {
  return [
    EditorState.phrases.of(editorMessages(host.closest<HTMLElement>("[lang]")?.lang)),
    // It can be focused without the tabindex, but checks of scrolling regions do not know that of `contenteditable`.
    EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
    EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) onChange(state.doc.toString());
    }),
  ];
}

function schemaOf(introspection: unknown): GraphQLSchema | undefined {
  if (!isIntrospection(introspection)) return undefined;
  try {
    return buildClientSchema(introspection);
  } catch {
    return undefined; // an incomplete one: writing goes on without it
  }
}

function isIntrospection(value: unknown): value is IntrospectionQuery {
  return typeof value === "object" && value !== null && "__schema" in value;
}
