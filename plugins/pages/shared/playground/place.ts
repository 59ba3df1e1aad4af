/** The place of the playground on a page, which its script fills in. */
import { Html, html, type Registry } from "waymark";
import { assetHref } from "../assets.ts";
import { describeOperation } from "./describe.ts";
import { playgroundMessages } from "./messages.ts";

/** Single operation, by its ref, with the path and query to start with. */
interface Only {
  readonly ref: string;
  readonly target: string;
}

/** @param only undefined for all operations, which are loaded by the script. */
export function playground(registry: Registry, language: string, only?: Only): Html {
  const { href } = registry;
  const { keys, failed } = playgroundMessages(registry, language);
  const rows = keys.list.map(([key, text]) => html`<dt><kbd>${key}</kbd></dt><dd>${text}</dd>`);
  const place =
    only === undefined
      ? html`<div id="play" data-operations="${href("developers.showOperations")}" data-failed="${failed}"></div>`
      : html`<div id="play" data-target="${only.target}" data-failed="${failed}">${scriptData(describeOperation(registry, language, only.ref))}</div>`;
  return html`${place}
<details class="keys" data-keys><summary>${keys.title}</summary><dl class="kv">${rows}</dl></details>
<script type="module" src="${assetHref("developers.showScript", registry)}"></script>`;
}

/** Returns data for a script. Nothing in it runs, so the security policy of the page does not forbid it. */
export function scriptData(value: unknown): Html {
  const json = JSON.stringify(value).replaceAll("<", "\\u003c");
  return html`<script type="application/json">${Html.trust(json)}</script>`;
}
