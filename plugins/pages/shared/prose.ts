/** Sentences of the registry as HTML. */
import { type Html, html } from "waymark";
import { partsOf } from "./inline-code.ts";

/** Returns a sentence with its inline code as elements. */
export function prose(text: string): readonly Html[] {
  return partsOf(text).map((part) =>
    part.code ? html`<code>${part.text}</code>` : html`${part.text}`,
  );
}

/** Returns names as inline code, separated by commas. */
export function codeList(names: readonly string[]): readonly Html[] {
  return names.map((name, index) => html`${index > 0 && ", "}<code>${name}</code>`);
}
