/** A table of the console. */
import { html, type Html } from "waymark";

export function table(
  heads: readonly string[],
  rows: readonly (readonly (Html | string)[])[],
  label: string,
): Html {
  return html`<div class="data-table" tabindex="0" role="region" aria-label="${label}"><table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map(
    (row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>
`,
  )}</tbody></table></div>`;
}
