/** An addition to the page around the playground: copy buttons. */
import { copyButton } from "./dom.ts";

/** Adds a copy button to the head of each command. */
export function enableCommands(): void {
  // The messages of the playground come later.
  const messages = document.documentElement.lang.startsWith("es")
    ? { copy: "Copiar", copied: "Copiado" }
    : { copy: "Copy", copied: "Copied" };
  for (const command of document.querySelectorAll<HTMLElement>("pre.command")) {
    const button = copyButton(messages, () => command.textContent);
    const before = command.previousElementSibling;
    if (before?.tagName === "FIGCAPTION") before.append(button);
    else command.before(button);
  }
}
