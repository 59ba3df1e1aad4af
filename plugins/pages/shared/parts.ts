/** Parts of HTML that several pages have. */
import { type Html, html } from "waymark";

/** Returns a status, in the colour of its class. */
export function statusTag(status: number): Html {
  const tone = status < 300 ? "good" : status < 400 ? "info" : status < 500 ? "warn" : "bad";
  return html`<span class="tag ${tone}">${status}</span>`;
}

/** Returns a table that scrolls on its own, also by keyboard. `label` names it for screen readers. */
export function scrollTable(
  label: string,
  heads: readonly (string | Html)[],
  rows: readonly Html[],
): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table></div>`;
}
