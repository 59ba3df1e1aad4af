/** Elements without markup: strings become text. */

import { partsOf } from "../inline-code.ts";

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Child = Node | string | false | undefined;
type Props = Readonly<Record<string, string | boolean | number | undefined>>;

/** An element with attributes (`true` is an empty one, `false` and `undefined` leave it out) and children. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== false && child !== undefined));
  return element;
}

/** Options of a select, each with its value as text. */
export function options(values: readonly string[]): readonly HTMLOptionElement[] {
  return values.map((value) => el("option", { value }, value));
}

export function on<K extends keyof HTMLElementEventMap>(
  element: HTMLElement,
  type: K,
  listener: (event: HTMLElementEventMap[K]) => void,
): void {
  element.addEventListener(type, listener);
}

/** Opens the tab of the playground on the page of an operation, the second one of `request`. */
export function reveal(): void {
  document.querySelector<HTMLElement>("#request-1")?.click();
}

let count = 0;

/** An id that no other element has. */
export function newId(): string {
  count += 1;
  return `play-${count}`;
}

/** A sentence with its inline code as elements. */
export function prose(text: string): (Node | string)[] {
  return partsOf(text).map((part) => (part.code ? el("code", {}, part.text) : part.text));
}

/** A control under its label, with a note that describes it. */
export function labelled(
  text: string,
  control: HTMLElement,
  note = "",
  ...more: readonly Node[]
): HTMLElement {
  const id = newId();
  control.id = id;
  const noteId = `${id}-note`;
  if (note !== "") control.setAttribute("aria-describedby", noteId);
  return el(
    "div",
    { class: "field" },
    el("label", { for: id }, text),
    control,
    note !== "" && el("p", { class: "note", id: noteId }, ...prose(note)),
    ...more,
  );
}

/** Shows what is wrong with the value of a control in its field; an empty text removes it. */
export function complainAt(field: HTMLElement, control: Control, text: string): void {
  const id = `${control.id}-problem`;
  field.querySelector(`#${id}`)?.remove();
  const described = (control.getAttribute("aria-describedby") ?? "").split(" ");
  const others = described.filter((one) => one !== "" && one !== id);
  if (text === "") control.removeAttribute("aria-invalid");
  else {
    control.setAttribute("aria-invalid", "true");
    const mark = el("strong", { class: "tag bad" }, "!");
    control.after(el("p", { class: "note", id }, mark, ` ${text}`));
    others.unshift(id);
  }
  if (others.length > 0) control.setAttribute("aria-describedby", others.join(" "));
  else control.removeAttribute("aria-describedby");
}

/** A box that scrolls, also by keyboard. */
export function scrolling(label: string, content: HTMLElement): HTMLElement {
  return el("div", { class: "box", tabindex: 0, role: "region", "aria-label": label }, content);
}

/** Returns a button that copies a text, as the script of all pages does for elements with the attribute. */
export function copyButton(
  { copy }: { readonly copy: string },
  text: () => string | undefined,
): HTMLElement {
  const button = el("button", { type: "button", class: "quiet copy", "data-copy": true }, copy);
  on(button, "click", (event) => {
    const copied = text();
    if (copied === undefined) event.stopPropagation();
    else button.dataset["copy"] = copied;
  });
  return button;
}
