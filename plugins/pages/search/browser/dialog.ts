/** The search as a dialog: a combobox over the index, which is fetched when it first opens. */
import type { SearchEntry } from "../model.ts";
import { MAX_QUERY } from "../limits.ts";
import { createSearch } from "../match.ts";
import { fill, plural } from "../../shared/fill.ts";
import type english from "../messages.json";

const { lang: language } = document.documentElement;
/** Beside this script. */
const at = (name: string) => new URL(name, import.meta.url).href;

/** Everything that can be found, and the messages of the dialog in the language of the page. */
interface SearchIndex {
  readonly entries: readonly SearchEntry[];
  readonly messages: typeof english;
}

let loading: Promise<SearchIndex> | undefined;
let styles: Promise<unknown> | undefined;

/** @param typed reads the text that somebody has typed by the time the dialog opens. */
export async function openSearch(typed: () => string): Promise<void> {
  const input = (await show(finder)).querySelector("input");
  if (input === null) return;
  input.select();
  input.value ||= typed();
}

export function openKeys(): Promise<unknown> {
  return show(keys);
}

const finder = lazily(({ entries, messages }) => {
  const list = element("ul", { id: "finder-list", role: "listbox", "aria-label": messages.title });
  const announcement = element("p", { class: "said", role: "status" }, messages.start);
  const input = element("input", {
    type: "search",
    role: "combobox",
    autocomplete: "off",
    spellcheck: "false",
    maxlength: String(MAX_QUERY),
    placeholder: messages.label,
    "aria-label": messages.label,
    "aria-controls": list.id,
    "aria-expanded": "false",
    "aria-autocomplete": "list",
  });
  const dialog = dialogOf(
    messages.title,
    element("div", { class: "head" }, input, closer(messages.close)),
    list,
    announcement,
  );
  const search = createSearch(entries, messages);
  let found: readonly SearchEntry[] = [];
  let chosen = 0;

  const choose = (index: number): void => {
    chosen = found.length === 0 ? 0 : (index + found.length) % found.length;
    [...list.children].forEach((option, place) => {
      option.setAttribute("aria-selected", String(place === chosen));
    });
    const option = list.children[chosen];
    option?.scrollIntoView({ block: "nearest" });
    if (option === undefined) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", option.id);
  };
  const open = (index: number): void => {
    const entry = found[index];
    if (entry === undefined) return;
    dialog.close();
    location.assign(inLanguage(entry.href));
  };
  const update = (): void => {
    const query = input.value;
    found = search(query);
    list.replaceChildren(...found.map(optionOf));
    input.setAttribute("aria-expanded", String(found.length > 0));
    const isEmpty = query.trim() === "";
    announcement.textContent = isEmpty
      ? messages.start
      : found.length === 0
        ? fill(messages.none, { query })
        : plural(messages.count, found.length, language);
    choose(0);
  };

  input.addEventListener("input", update);
  input.addEventListener("keydown", (event) => {
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => choose(chosen + 1),
      ArrowUp: () => choose(chosen - 1),
      Enter: () => open(chosen),
      // A search field would first empty itself.
      Escape: () => dialog.close(),
    };
    const move = event.isComposing ? undefined : moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    move();
  });
  list.addEventListener("click", ({ target }) => {
    const option = target instanceof Element ? target.closest("[role=option]") : null;
    if (option !== null) open([...list.children].indexOf(option));
  });
  dialog.addEventListener("toggle", () => {
    if (dialog.open) update();
  });
  return dialog;
});

const keys = lazily(({ messages }) => {
  const rows = messages.keyList.flatMap(([key = "", meaning = ""]) => [
    element("dt", {}, element("kbd", {}, key)),
    element("dd", {}, meaning),
  ]);
  const ofPage = [...document.querySelectorAll("[data-keys]")].flatMap(({ children }) => {
    const [title, ...lists] = children;
    return [
      element("h3", {}, title?.textContent ?? ""),
      ...lists.map((list) => list.cloneNode(true)),
    ];
  });
  return dialogOf(
    messages.keys,
    element("div", { class: "head" }, element("h2", {}, messages.keys), closer(messages.close)),
    element("dl", { class: "kv" }, ...rows),
    ...ofPage,
  );
});

function optionOf({ kind, title, text, method }: SearchEntry, place: number): HTMLElement {
  const name = element("span", { class: "found" }, title);
  const sign = element("span", { class: `method ${method?.toLowerCase()}` }, method ?? "");
  return element(
    "li",
    { role: "option", id: `finder-${place}`, "aria-selected": "false" },
    element("span", {}, ...(method === undefined ? [] : [sign, " "]), name),
    element("span", { class: "tag" }, kind),
    ...(text === undefined ? [] : [element("small", {}, text)]),
  );
}

function dialogOf(label: string, ...children: readonly Node[]): HTMLDialogElement {
  const dialog = element("dialog", { class: "finder", "aria-label": label }, ...children);
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog) dialog.close();
  });
  document.body.append(dialog);
  return dialog;
}

function closer(text: string): HTMLElement {
  const button = element("button", { type: "button", class: "quiet" }, text);
  button.addEventListener("click", () => button.closest("dialog")?.close());
  return button;
}

type Make = (index: SearchIndex) => HTMLDialogElement;

/** Rejects if the index cannot be read; the next call asks for it again. */
async function show(make: Make): Promise<HTMLDialogElement> {
  loading ??= load();
  loading.catch(() => (loading = undefined));
  const [loaded] = await Promise.all([loading, (styles ??= loadStyles())]);
  for (const other of document.querySelectorAll<HTMLDialogElement>("dialog.finder")) other.close();
  const dialog = make(loaded);
  dialog.showModal();
  return dialog;
}

function loadStyles(): Promise<unknown> {
  const link = element("link", { rel: "stylesheet", href: at("search.css") });
  const loaded = new Promise((resolve) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", resolve);
  });
  document.head.append(link);
  return loaded;
}

async function load(): Promise<SearchIndex> {
  const answer = await fetch(at("index.json"), { headers: { "Accept-Language": language } });
  if (!answer.ok) throw new Error(`the index answered with ${answer.status}`);
  return (await answer.json()) as SearchIndex; // our own route's schema
}

/** Pages lead on in the language that their address names. */
function inLanguage(href: string): string {
  const named = new URLSearchParams(location.search).get("lang");
  const url = new URL(href, location.origin);
  if (named !== null && url.origin === location.origin) url.searchParams.set("lang", named);
  return url.href;
}

function lazily(make: Make): Make {
  let made: HTMLDialogElement | undefined;
  return (loaded) => (made ??= make(loaded));
}

/** Returns a new element with its attributes and content. */
function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
