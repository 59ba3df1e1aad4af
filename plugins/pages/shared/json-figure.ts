/** JSON on a page, highlighted. */
import { type Html, html } from "waymark";

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*)|\b(true|false|null)\b/g;

/** JSON, indented and highlighted, in a figure with a head line. */
export function jsonFigure(value: unknown, title: string | Html, label: string): Html {
  return html`<figure class="code"><figcaption>${title}</figcaption><pre tabindex="0" role="region" aria-label="${label}"><code>${highlight(JSON.stringify(value, undefined, 2))}</code></pre></figure>
`;
}

function highlight(json: string): readonly Html[] {
  const parts: Html[] = [];
  let from = 0;
  for (const { index, 0: whole, 1: text, 2: colon, 3: number } of json.matchAll(TOKEN)) {
    const kind =
      text === undefined
        ? number === undefined
          ? "literal"
          : "number"
        : colon === undefined
          ? "string"
          : "name";
    const shown = text ?? whole;
    parts.push(html`${json.slice(from, index)}<span class="json-${kind}">${shown}</span>`);
    from = index + shown.length;
  }
  parts.push(html`${json.slice(from)}`);
  return parts;
}
