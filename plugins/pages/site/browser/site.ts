/**
 * The script of every page, which runs before the page shows: the theme that was chosen, the keys, and the buttons that copy.
 * It waits for nothing and finds elements when they are used, so it needs no page yet.
 */
const KEY = "theme";
const root = document.documentElement;

/** Storage may be switched off; the theme then lasts as long as the page. */
function stored(): string {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

function choose(theme: string): void {
  if (theme === "") delete root.dataset["theme"];
  else root.dataset["theme"] = theme;
}

choose(stored());
document.addEventListener("DOMContentLoaded", () => {
  const choice = document.querySelector<HTMLSelectElement>("[data-theme-switch]");
  if (choice !== null) choice.value = stored();
});
document.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLSelectElement) || !target.matches("[data-theme-switch]")) return;
  choose(target.value);
  try {
    localStorage.setItem(KEY, target.value);
  } catch {
    // See stored().
  }
});
addEventListener("storage", ({ key }) => {
  if (key === KEY) choose(stored());
});

/** The module of the search dialog, which is loaded when it first opens. */
interface Dialog {
  openSearch(): void;
  openKeys(): void;
}

async function withDialog(use: (dialog: Dialog) => void): Promise<void> {
  const link = document.querySelector<HTMLAnchorElement>("[data-search]");
  if (link === null) return;
  try {
    use((await import(link.dataset["search"] ?? "")) as Dialog); // the module of search.showScript
  } catch {
    location.assign(link.href);
  }
}

document.addEventListener("keydown", (event) => {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  const isWriting =
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, select, textarea"));
  const isCommand = (ctrlKey || metaKey) && !altKey && key.toLowerCase() === "k";
  const isPlain = !ctrlKey && !metaKey && !altKey && !isWriting;
  if (!isCommand && !(isPlain && (key === "/" || key === "?"))) return;
  if (event.defaultPrevented || document.querySelector("[data-search]") === null) return;
  event.preventDefault();
  void withDialog((dialog) => (key === "?" ? dialog.openKeys() : dialog.openSearch()));
});

document.addEventListener("click", (event) => {
  const { target, ctrlKey, metaKey, shiftKey } = event;
  if (!(target instanceof Element)) return;
  if (target.closest("[data-search]") !== null && !ctrlKey && !metaKey && !shiftKey) {
    event.preventDefault();
    void withDialog((dialog) => dialog.openSearch());
  }
  const button = target.closest<HTMLElement>("[data-copy]");
  if (button !== null) void copy(button);
});

/** Copies the value of the attribute or, without one, the code beside the button, and says so for a moment. */
async function copy(button: HTMLElement): Promise<void> {
  const code = button.closest(".code")?.querySelector("pre")?.textContent;
  await navigator.clipboard.writeText(button.dataset["copy"] || (code ?? ""));
  const text = (button.dataset["label"] ??= button.textContent);
  button.textContent = root.lang === "es" ? "Copiado" : "Copied";
  setTimeout(() => (button.textContent = text), 2000);
}
