/**
 * The script of every page, which runs before the page shows: the theme and the language of code that were chosen, the
 * keys, and the buttons that copy. It waits for nothing and finds elements when they are used, so it needs no page yet.
 */
const root = document.documentElement;

/** The choices that are remembered, by their key, with the controls that make them. */
const CHOICES = { theme: "[data-theme-switch]", code: "[data-code-switch]" } as const;
const KEYS = ["theme", "code"] as const;

/** Storage may be switched off; a choice then lasts as long as the page. */
function restore(): void {
  try {
    for (const key of KEYS) choose(key, localStorage.getItem(key) ?? "");
  } catch {
    // As on a first visit.
  }
}

/** Applies a choice to the page; `""` takes it back. */
function choose(key: keyof typeof CHOICES, value: string): void {
  if (value === "") delete root.dataset[key];
  else root.dataset[key] = value;
  if (key === "theme") {
    const theme = document.querySelector<HTMLSelectElement>(CHOICES.theme);
    if (theme !== null) theme.value = value;
  } else
    for (const tab of document.querySelectorAll<HTMLInputElement>(`input${CHOICES.code}`))
      if (tab.value === value) tab.checked = true;
}

restore();
document.addEventListener("DOMContentLoaded", restore);
addEventListener("storage", restore);
document.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
  const key = KEYS.find((one) => target.matches(CHOICES[one]));
  if (key === undefined) return;
  choose(key, target.value);
  try {
    localStorage.setItem(key, target.value);
  } catch {
    // See restore().
  }
});

/** Counts down in the texts that say after how many seconds a request may be sent again, until they go. */
document.addEventListener("DOMContentLoaded", () => {
  const [place] = document.querySelectorAll<HTMLElement>("[data-again]");
  if (place === undefined) return;
  const end = performance.now() + Number(place.dataset["again"]) * 1000;
  const timer = setInterval(() => {
    const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    for (const text of document.querySelectorAll("h1, [data-again]"))
      text.textContent =
        left > 0
          ? text.textContent.replace(/\d+(?= s\b)/, String(left))
          : text.textContent.replace(/(^|:)[^:]*\d+ s\b.*/, "");
    if (left === 0) clearInterval(timer);
  }, 1000);
});

/** The module of the search dialog, which is loaded when it first opens. */
interface Dialog {
  openSearch(typed: () => string): Promise<void>;
  openKeys(): Promise<unknown>;
}

/** Keys for the dialog that come before it; undefined unless it is on its way. */
let typed: string | undefined;

async function withDialog(use: (dialog: Dialog) => Promise<unknown>): Promise<void> {
  const link = document.querySelector<HTMLAnchorElement>("[data-search]");
  if (link === null) return;
  typed ??= "";
  try {
    await use((await import(link.dataset["search"] ?? "")) as Dialog); // the module of search.showScript
  } catch {
    location.assign(link.href);
  } finally {
    typed = undefined;
  }
}

function openSearch(dialog: Dialog): Promise<void> {
  return dialog.openSearch(() => typed ?? "");
}

document.addEventListener("keydown", (event) => {
  const { key, ctrlKey, metaKey, altKey } = event;
  // The editor for GraphQL is in a shadow root, outside of which the event has another target.
  const [target] = event.composedPath();
  const isWriting =
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, select, textarea"));
  const isCommand = (ctrlKey || metaKey) && !altKey && key.toLowerCase() === "k";
  const isPlain = !ctrlKey && !metaKey && !altKey && !isWriting;
  if (typed !== undefined && isPlain && key.length === 1) {
    event.preventDefault();
    typed += key;
    return;
  }
  if (!isCommand && !(isPlain && (key === "/" || key === "?"))) return;
  if (event.defaultPrevented || document.querySelector("[data-search]") === null) return;
  event.preventDefault();
  void withDialog((dialog) => (key === "?" ? dialog.openKeys() : openSearch(dialog)));
});

document.addEventListener("click", (event) => {
  const { target, ctrlKey, metaKey, shiftKey } = event;
  if (!(target instanceof Element)) return;
  if (target.closest("[data-search]") !== null && !ctrlKey && !metaKey && !shiftKey) {
    event.preventDefault();
    void withDialog(openSearch);
  }
  const button = target.closest<HTMLElement>("[data-copy]");
  if (button !== null) void copy(button);
});

/** Copies the value of the attribute or, without one, the code beside the button, and says so for a moment. */
async function copy(button: HTMLElement): Promise<void> {
  const code = button.closest(".code")?.querySelector("pre")?.textContent;
  await navigator.clipboard.writeText(button.dataset["copy"] || (code ?? ""));
  const text = (button.dataset["label"] ??= button.textContent);
  button.textContent = document.body.dataset["copied"] ?? text;
  setTimeout(() => (button.textContent = text), 2000);
}
