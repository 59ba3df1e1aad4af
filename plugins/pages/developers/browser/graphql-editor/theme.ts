/** The look of the editor, in the colours of the page: its custom properties reach into the shadow root, in light and dark. */
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const RING = "3px solid var(--accent)";
const WIDTH = "min(32rem, 92vw)";

// Some selectors are as long as those of the editor's own theme, which they replace.
const theme = EditorView.theme({
  "&": {
    height: "100%",
    color: "var(--ink)",
    backgroundColor: "var(--paper)",
    border: "1px solid var(--ink-soft)",
    borderRadius: "var(--radius)",
    fontSize: "0.9rem",
  },
  "&.cm-focused": { outline: RING, outlineOffset: "2px" },
  ".cm-scroller": {
    fontFamily: "var(--mono)",
    lineHeight: "1.6",
    borderRadius: "var(--radius)",
  },
  ".cm-content": { padding: "0.6rem 0", caretColor: "var(--ink)" },
  ".cm-gutters": { color: "var(--ink-soft)", backgroundColor: "var(--paper-soft)", border: "none" },
  "&.cm-focused > .cm-scroller > .cm-cursorLayer .cm-cursor, .cm-cursor": {
    borderLeftColor: "var(--ink)",
  },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground":
    { background: "color-mix(in srgb, var(--accent) 28%, transparent)" },
  "&.cm-focused .cm-matchingBracket": {
    backgroundColor: "transparent",
    outline: "1px solid var(--accent)",
  },
  "&.cm-focused .cm-nonmatchingBracket": {
    backgroundColor: "transparent",
    outline: "1px solid var(--bad)",
  },
  ".cm-tooltip": {
    maxWidth: WIDTH,
    color: "var(--ink)",
    backgroundColor: "var(--paper-soft)",
    border: "1px solid var(--line)",
    borderRadius: "var(--radius)",
    overflow: "hidden",
  },
  ".cm-tooltip.cm-tooltip-autocomplete": { overflow: "visible" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": {
    maxWidth: WIDTH,
    fontFamily: "var(--mono)",
    borderRadius: "var(--radius)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": {
    minHeight: "24px",
    padding: "0.15rem 0.6rem",
    lineHeight: "1.5",
  },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    color: "var(--accent-ink)",
    background: "var(--accent)",
  },
  ".cm-tooltip.cm-completionInfo": { padding: "0.4rem 0.7rem", fontFamily: "var(--sans)" },
  ".cm-completionDetail": { fontStyle: "normal", color: "var(--ink-soft)" },
  "li[aria-selected] .cm-completionDetail": { color: "inherit" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "700" },
  ".cm-diagnostic": { padding: "0.4rem 0.7rem", fontFamily: "var(--sans)" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--bad)" },
  ".cm-panels": { color: "var(--ink)", backgroundColor: "var(--paper-soft)" },
  ".cm-panels.cm-panels-bottom": { borderTop: "1px solid var(--line)" },
  ".cm-panel.cm-panel-lint ul:focus": { outline: RING, outlineOffset: "-3px" },
  ".cm-panel.cm-panel-lint ul [aria-selected], .cm-panel.cm-panel-lint ul:focus [aria-selected]": {
    color: "var(--ink)",
    backgroundColor: "var(--accent-soft)",
  },
  ".cm-lintRange-active": {
    backgroundColor: "color-mix(in srgb, var(--bad) 25%, transparent)",
  },
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
  {
    tag: [tags.string, tags.integer, tags.float, tags.bool, tags.null],
    color: "var(--good)",
  },
  { tag: tags.lineComment, color: "var(--ink-soft)", fontStyle: "italic" },
]);

export const editorTheme: Extension = [theme, syntaxHighlighting(highlighting)];
