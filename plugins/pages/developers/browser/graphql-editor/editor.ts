/** An editor for GraphQL with highlighting, and with completion and diagnostics from the schema; or for JSON. */
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, indentOnInput } from "@codemirror/language";
import { linter, lintKeymap } from "@codemirror/lint";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { graphql } from "cm6-graphql";
import { buildClientSchema, type GraphQLSchema, type IntrospectionQuery } from "graphql";
import { editorTheme } from "./theme.ts";
import type { Messages } from "../messages.ts";
import { phrasesIn } from "./messages.ts";

export interface EditorOptions {
  /** The `data` of an introspection query's answer. Any other value leaves highlighting only. */
  schema?: unknown;
  /** Returns the mistakes of a text that is JSON in place of GraphQL. */
  lint?(text: string): Problem | undefined;
  value: string;
  /** The accessible name of the text box. */
  label: string;
  messages: Messages;
  onChange(value: string): void;
  /** Ctrl + Enter, or Cmd + Enter. */
  onRun?(): void;
}

export interface Problem {
  /** Index of the first character that is wrong, or of the end. */
  readonly at: number;
  readonly message: string;
}

export interface Editor {
  value(): string;
  /** Replaces the text, as one undo step. */
  set(value: string): void;
  /** Focuses the editor; with an index, the cursor moves there. */
  focus(at?: number): void;
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
      options.lint === undefined ? graphql(schemaOf(options.schema)) : lintingBy(options.lint),
      editorTheme,
      about(options),
    ],
  });
  const view = new EditorView({ root, parent: root, state });
  return {
    value: () => view.state.doc.toString(),
    set: (value) =>
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } }),
    focus: (at) => {
      view.focus();
      if (at !== undefined) view.dispatch({ selection: { anchor: at }, scrollIntoView: true });
    },
  };
}

/** Marks the character at which the text is wrong; the end of the text by the character before it. */
function lintingBy(lint: NonNullable<EditorOptions["lint"]>): Extension {
  return linter(({ state }) => {
    const problem = lint(state.doc.toString());
    if (problem === undefined) return [];
    const from = Math.max(0, Math.min(problem.at, state.doc.length - 1));
    const to = Math.min(from + 1, state.doc.length);
    return [{ from, to, severity: "error", message: problem.message }];
  });
}

const editing: Extension = [
  lineNumbers(),
  history(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  autocompletion({ icons: false }),
  EditorView.lineWrapping,
  // A browser that types over a selection keeps its look in `style` attributes, which the security policy forbids.
  EditorView.domEventHandlers({
    beforeinput(event, view) {
      const { data, inputType } = event;
      const { from, to, empty } = view.state.selection.main;
      if (inputType !== "insertText" || data === null || empty) return false;
      const insert = () =>
        view.state.update(view.state.replaceSelection(data), {
          userEvent: "input.type",
          scrollIntoView: true,
        });
      const handlers = view.state.facet(EditorView.inputHandler);
      if (!handlers.some((handle) => handle(view, from, to, data, insert))) view.dispatch(insert());
      return true;
    },
  }),
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

function about({ label, messages, onChange }: EditorOptions): Extension {
  return [
    EditorState.phrases.of(phrasesIn(messages)),
    // It can be focused without the tabindex, but checks of scrolling regions do not know that of `contenteditable`.
    EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
    EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) onChange(state.doc.toString());
    }),
  ];
}

export function schemaOf(introspection: unknown): GraphQLSchema | undefined {
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
