/** The colours of the page in the editor: its custom properties reach into the shadow root, in light and dark. */
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const PANEL = { color: "var(--ink)", backgroundColor: "var(--paper-soft)" };
const CHOSEN = { color: "var(--accent-ink)", background: "var(--accent)" };

// Some selectors are as long as those of the editor's own theme, which they replace.
const theme = EditorView.theme({
  "&": {
    height: "100%",
    color: "var(--ink)",
    backgroundColor: "var(--paper)",
    border: "1px solid var(--ink-soft)",
    fontSize: "0.9rem",
  },
  "&.cm-focused": { outline: "3px solid var(--accent)", outlineOffset: "2px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-gutters": { ...PANEL, color: "var(--ink-soft)" },
  ".cm-tooltip": { ...PANEL, maxWidth: "min(32rem, 92vw)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { minHeight: "24px" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": CHOSEN,
  ".cm-completionDetail": { color: "var(--ink-soft)" },
  "li[aria-selected] .cm-completionDetail": { color: "inherit" },
  ".cm-panels": PANEL,
  ".cm-panel.cm-panel-lint ul [aria-selected], .cm-panel.cm-panel-lint ul:focus [aria-selected]":
    CHOSEN,
  ".cm-panel.cm-panel-lint button[name='close']": {
    minWidth: "24px",
    minHeight: "24px",
    color: "inherit",
  },
});

const highlighting = HighlightStyle.define([
  { tag: [tags.keyword, tags.definitionKeyword, tags.modifier], color: "var(--code)" },
  { tag: [tags.propertyName, tags.atom], color: "var(--number)" },
  { tag: [tags.attributeName, tags.variableName], color: "var(--warn)" },
  { tag: [tags.string, tags.integer, tags.float, tags.bool, tags.null], color: "var(--good)" },
  { tag: tags.lineComment, color: "var(--ink-soft)", fontStyle: "italic" },
]);

export const editorTheme: Extension = [theme, syntaxHighlighting(highlighting)];
