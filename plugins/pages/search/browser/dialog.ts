/** The search as a dialog: a combobox over the index, which is fetched when it first opens. */
import type { SearchEntry } from "../model.ts";
import { MAX_QUERY } from "../limits.ts";
import { createSearch } from "../match.ts";
import { el } from "../../shared/browser/dom.ts";
import { ListBox } from "../../shared/browser/list-box.ts";
import { fill, plural } from "../../shared/fill.ts";
import type english from "../messages.json";

const { lang: language } = document.documentElement;
/** Returns the URL of a file beside this script. */
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
  const announcement = el("p", { class: "said", role: "status" }, messages.start);
  const { label } = messages;
  const about = { maxlength: MAX_QUERY, placeholder: label, "aria-label": label };
  const input = el("input", { type: "search", ...about });
  const search = createSearch(entries, messages);
  let found: readonly SearchEntry[] = [];
  const list = new ListBox(input, messages.title, (index) => {
    const entry = found[index];
    if (entry === undefined) return;
    dialog.close();
    location.assign(inLanguage(entry.href));
  });
  const dialog = dialogOf(
    messages.title,
    el("div", { class: "head" }, input, closer(messages.close)),
    list.element,
    announcement,
  );
  const update = (): void => {
    const query = input.value;
    found = search(query);
    list.show(found.map(contentOf));
    const isEmpty = query.trim() === "";
    announcement.textContent = isEmpty
      ? messages.start
      : found.length === 0
        ? fill(messages.none, { query })
        : plural(messages.count, found.length, language);
  };

  input.addEventListener("input", update);
  input.addEventListener("keydown", (event) => {
    const { key, isComposing } = event;
    // A search field would first empty itself.
    const isEnd = key === "Escape" && !isComposing;
    if (isEnd) dialog.close();
    if (isEnd || (!isComposing && list.press(key))) event.preventDefault();
  });
  dialog.addEventListener("toggle", () => {
    if (dialog.open) update();
  });
  return dialog;
});

const keys = lazily(({ messages }) => {
  const rows = messages.keyList.flatMap(([key = "", meaning = ""]) => [
    el("dt", {}, el("kbd", {}, key)),
    el("dd", {}, meaning),
  ]);
  const ofPage = [...document.querySelectorAll("[data-keys]")].flatMap(({ children }) => {
    const [title, ...lists] = children;
    return [el("h3", {}, title?.textContent ?? ""), ...lists.map((list) => list.cloneNode(true))];
  });
  return dialogOf(
    messages.keys,
    el("div", { class: "head" }, el("h2", {}, messages.keys), closer(messages.close)),
    el("dl", { class: "kv" }, ...rows),
    ...ofPage,
  );
});

function contentOf({ kind, title, text, method }: SearchEntry): readonly Node[] {
  const name = el("span", { class: "found" }, title);
  const sign = el("span", { class: `method ${method?.toLowerCase()}` }, method ?? "");
  return [
    el("span", {}, ...(method === undefined ? [] : [sign, " "]), name),
    el("span", { class: "tag" }, kind),
    ...(text === undefined ? [] : [el("small", {}, text)]),
  ];
}

function dialogOf(label: string, ...children: readonly Node[]): HTMLDialogElement {
  const dialog = el("dialog", { class: "finder", "aria-label": label }, ...children);
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog) dialog.close();
  });
  document.body.append(dialog);
  return dialog;
}

function closer(text: string): HTMLElement {
  const button = el("button", { type: "button", class: "quiet" }, text);
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
  const link = el("link", { rel: "stylesheet", href: at("search.css") });
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
