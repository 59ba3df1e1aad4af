/** Tabs (WAI-ARIA APG): arrow keys move between tabs, and the panel follows. */
import { el, newId, on } from "../../shared/browser/dom.ts";

export interface Tab {
  readonly name: string;
  readonly panel: HTMLElement;
  readonly onOpen?: () => void;
}

export interface Tabs {
  /** The list of tabs; each panel is already in place. */
  readonly element: HTMLElement;
  open(index: number): void;
}

export function tabs(label: string, all: readonly Tab[]): Tabs {
  const buttons = all.map(({ name, panel }) => {
    const button = el("button", { type: "button", role: "tab", id: newId() }, name);
    panel.id = newId();
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", button.id);
    button.setAttribute("aria-controls", panel.id);
    return button;
  });
  let opened: number | undefined;
  const open = (index: number) => {
    if (index === opened) return;
    opened = index;
    for (const [at, button] of buttons.entries()) {
      button.setAttribute("aria-selected", String(at === index));
      button.tabIndex = at === index ? 0 : -1;
    }
    for (const [at, { panel, onOpen }] of all.entries()) {
      panel.hidden = at !== index;
      if (at === index) onOpen?.();
    }
  };
  const element = el("div", { class: "tabs", role: "tablist", "aria-label": label }, ...buttons);
  for (const [index, button] of buttons.entries()) on(button, "click", () => open(index));
  on(element, "keydown", (event) => {
    const at = buttons.findIndex((button) => button === document.activeElement);
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (at < 0 || step === 0) return;
    const next = (at + step + buttons.length) % buttons.length;
    event.preventDefault();
    open(next);
    buttons[next]?.focus();
  });
  return { element, open };
}
