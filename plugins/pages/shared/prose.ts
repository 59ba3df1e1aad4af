/** Sentences with inline code, as elements. */
import { type Html, html } from "waymark";
import { partsOf } from "./inline-code.ts";

export function prose(text: string): readonly Html[] {
  return partsOf(text).map((part) =>
    part.code ? html`<code>${part.text}</code>` : html`${part.text}`,
  );
}
