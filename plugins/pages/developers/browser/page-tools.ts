/** Additions to the page around the playground: a search box and copy buttons. */
import { matches } from "../shared/filter.ts";
import { copyButton, on } from "./dom.ts";

// The messages of the playground come later, and not to every page.
const MESSAGES = document.documentElement.lang.startsWith("es")
  ? { copy: "Copiar", copied: "Copiado", of: "de" }
  : { copy: "Copy", copied: "Copied", of: "of" };

/** Shows the search box and lets it filter the operations. */
export function enableSearch(): void {
  const form = document.querySelector<HTMLFormElement>("#search");
  const input = document.querySelector<HTMLInputElement>("#search-text");
  const status = document.querySelector<HTMLElement>("#search-status");
  if (form === null || input === null || status === null) return;
  const operations = [...document.querySelectorAll<HTMLElement>("[data-operation]")];
  const groups = [...document.querySelectorAll<HTMLElement>("[data-group]")];
  const texts = new Map(
    operations.map((operation) => [
      operation,
      `${operation.id} ${operation.querySelector("summary")?.textContent ?? ""}`,
    ]),
  );
  form.hidden = false;
  on(form, "submit", (event) => event.preventDefault());
  const filter = () => {
    const query = input.value.trim();
    let found = 0;
    for (const [operation, text] of texts) {
      operation.hidden = !matches(text, query);
      if (!operation.hidden) found += 1;
    }
    for (const group of groups)
      group.hidden = group.querySelector("[data-operation]:not([hidden])") === null;
    status.textContent =
      query === ""
        ? ""
        : found === 0
          ? (status.dataset["none"] ?? "")
          : `${found} ${MESSAGES.of} ${operations.length}`;
  };
  on(input, "input", filter);
  window.addEventListener("hashchange", () => {
    const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!named?.closest("[hidden]")) return;
    // A link to an operation that the search hides would lead nowhere.
    input.value = "";
    filter();
    named.scrollIntoView();
  });
}

/** Adds a copy button before each command, and shows the parts that need scripts. */
export function enableCommands(): void {
  for (const command of document.querySelectorAll<HTMLElement>("pre.command")) {
    const button = copyButton(MESSAGES, () => command.textContent ?? "");
    const before = command.previousElementSibling;
    if (before?.tagName === "FIGCAPTION") before.append(button);
    else command.before(button);
  }
  for (const link of document.querySelectorAll<HTMLElement>(".try")) link.hidden = false;
}

/** Opens the operation that the address names. */
export function openNamed(): void {
  const named = document.querySelector<HTMLDetailsElement>("details:target");
  if (named !== null) named.open = true;
}
