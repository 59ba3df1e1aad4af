/** The keys of the playground, in a dialog that `?` opens while the playground has the focus. */
import { el, on } from "./dom.ts";
import type { Messages } from "./messages.ts";

/** Returns the button and the dialog. */
export function keysHelp(messages: Messages): readonly [HTMLElement, HTMLDialogElement] {
  const rows = [
    ["Ctrl / ⌘ + Enter", messages["keys.enter"]],
    ["↓ ↑", messages["keys.choose"]],
    ["← →", messages["keys.tabs"]],
    ["Esc", messages["keys.escape"]],
    ["?", messages["keys.help"]],
  ] as const;
  const list = rows.flatMap(([key, text]) => [
    el("dt", {}, el("kbd", {}, key)),
    el("dd", {}, text),
  ]);
  const dialog = el(
    "dialog",
    { class: "keys", "aria-label": messages.keys },
    el(
      "form",
      { method: "dialog" },
      el("dl", { class: "kv" }, ...list),
      el("button", {}, messages["keys.close"]),
    ),
  );
  const button = el(
    "button",
    { type: "button", class: "quiet" },
    `${messages.keys} `,
    el("kbd", {}, "?"),
  );
  on(button, "click", () => dialog.showModal());
  return [button, dialog];
}

/** Not in text fields, where it is a character, and not outside of the playground (WCAG 2.1.4). */
export function openOnQuestion(host: HTMLElement, dialog: HTMLDialogElement): void {
  on(host, "keydown", (event) => {
    const isText = event
      .composedPath()
      .some(
        (one) =>
          one instanceof Element && one.matches("input, select, textarea, [contenteditable]"),
      );
    if (event.key !== "?" || isText || dialog.open) return;
    event.preventDefault();
    dialog.showModal();
  });
}
