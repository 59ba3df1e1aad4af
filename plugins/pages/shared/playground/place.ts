/** The place of the playground on a page, which its script fills in. */
import { Html, html, type Registry } from "waymark";
import type { Language } from "../languages.ts";
import { describeOperation } from "./describe.ts";

const MESSAGES: Readonly<
  Record<Language, { keys: string; failed: string; list: readonly (readonly [string, string])[] }>
> = {
  en: {
    keys: "Keys of the playground",
    failed: "The playground could not be loaded. Reload the page to try again.",
    list: [
      ["Ctrl / ⌘ Enter", "Sends the request of the form."],
      ["↓ ↑", "Choose an operation in the list; Enter takes it."],
      ["← →", "Move between tabs."],
      ["Esc", "Leads from the answer back to the form, and closes lists."],
    ],
  },
  es: {
    keys: "Teclas de la zona de pruebas",
    failed:
      "No se ha podido cargar la zona de pruebas. Recarga la página para intentarlo de nuevo.",
    list: [
      ["Ctrl / ⌘ Intro", "Envía la petición del formulario."],
      ["↓ ↑", "Eligen una operación de la lista; Intro la toma."],
      ["← →", "Cambian de pestaña."],
      ["Esc", "Lleva de la respuesta al formulario y cierra las listas."],
    ],
  },
};

/** Only operation, by its ref, with the path and query to start with. */
interface Only {
  readonly ref: string;
  readonly target: string;
}

/** @param only undefined for all operations, which are loaded by the script. */
export function playground(registry: Registry, language: Language, only?: Only): Html {
  const { href } = registry;
  const { keys, failed, list } = MESSAGES[language];
  const rows = list.map(([key, text]) => html`<dt><kbd>${key}</kbd></dt><dd>${text}</dd>`);
  const place =
    only === undefined
      ? html`<div id="play" data-operations="${href("developers.showOperations")}" data-failed="${failed}"></div>`
      : html`<div id="play" data-target="${only.target}" data-failed="${failed}">${data(describeOperation(registry, language, only.ref))}</div>`;
  return html`${place}
<details class="keys" data-keys><summary>${keys}</summary><dl class="kv">${rows}</dl></details>
<script type="module" src="${href("developers.showScript")}"></script>`;
}

/** Returns data for a script. Nothing in it runs, so the security policy of the page does not forbid it. */
function data(value: unknown): Html {
  const json = JSON.stringify(value).replaceAll("<", "\\u003c");
  return html`<script type="application/json">${Html.trust(json)}</script>`;
}
