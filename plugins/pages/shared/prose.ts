/** Sentences of the registry as HTML. */
import { type Html, html } from "waymark";
import { partsOf } from "./inline-code.ts";
import type { Meaning } from "./operations/model.ts";

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

/** Returns a path that breaks between its segments, not within them. */
export function breakable(path: string): readonly Html[] {
  return path.split(/(?=\/)/).map((segment) => html`${segment}<wbr>`);
}

/** Returns the meaning of a header with a link to its specification. */
export function meaningHtml({ text, spec }: Meaning): Html {
  return html`${prose(text)}${spec !== undefined && html` <a class="small" href="${spec.href}">${spec.name}</a>`}`;
}
