/** JSON on a page, highlighted. */
import { type Html, html } from "waymark";
import { jsonTokens } from "./json-tokens.ts";

/** Returns JSON, indented and highlighted, in a figure with a head line. */
export function jsonFigure(value: unknown, title: string | Html, label: string): Html {
  const code = jsonTokens(value).map(({ text, kind }) =>
    kind === undefined ? html`${text}` : html`<span class="json-${kind}">${text}</span>`,
  );
  return html`<figure class="code"><figcaption>${title}</figcaption><pre tabindex="0" role="region" aria-label="${label}"><code>${code}</code></pre></figure>
`;
}
