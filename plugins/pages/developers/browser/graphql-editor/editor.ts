/** An editor for GraphQL with highlighting, and with completion and diagnostics from the schema. */
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
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { graphql } from "cm6-graphql";
import type { GraphQLSchema } from "graphql";
import { editorTheme } from "./theme.ts";
import type { Messages } from "../messages.ts";

export interface EditorOptions {
  readonly schema: GraphQLSchema;
  readonly value: string;
  /** The accessible name of the text box. */
  readonly label: string;
  readonly messages: Messages;
  onChange(value: string): void;
}

export interface Editor {
  value(): string;
  /** Replaces the text, as one undo step. */
  set(value: string): void;
  focus(): void;
}

/** Creates an editor in `host`, which must not have a shadow root yet. */
export function mountEditor(host: HTMLElement, options: EditorOptions): Editor {
  const { schema, value, label, messages, onChange } = options;
  // In a shadow root the editor adopts its style sheet; in the document it would add a <style>, which the CSP forbids.
  const root = host.attachShadow({ mode: "open", delegatesFocus: true });
  const state = EditorState.create({
    doc: value,
    extensions: [
      editing,
      graphql(schema),
      editorTheme,
      EditorState.phrases.of(phrasesIn(messages)),
      // It can be focused without the tabindex, but checks of scrolling regions do not know that of `contenteditable`.
      EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
      EditorView.updateListener.of(({ docChanged, state: { doc } }) => {
        if (docChanged) onChange(doc.toString());
      }),
    ],
  });
  const view = new EditorView({ root, parent: root, state });
  return {
    value: () => view.state.doc.toString(),
    set: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    focus: () => view.focus(),
  };
}

const editing: Extension = [
  lineNumbers(),
  history(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  autocompletion({ icons: false }),
  EditorView.lineWrapping,
  // Tab is not bound: it leaves the editor like any other field.
  keymap.of([
    ...closeBracketsKeymap,
    ...defaultKeymap,
    ...historyKeymap,
    ...completionKeymap,
    ...lintKeymap,
  ]),
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

const PHRASE = "phrase.";

/** Returns the editor's own English messages, on buttons and for screen readers, with their translations. */
function phrasesIn(messages: Messages): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(messages)
      .filter(([key]) => key.startsWith(PHRASE))
      .map(([key, text]) => [key.slice(PHRASE.length), text]),
  );
}
