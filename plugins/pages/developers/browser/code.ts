/** A request as code in the language that was chosen last. */
import { LANGUAGES_OF_CODE } from "../../shared/operations/commands.ts";
import type { ApiCall } from "../../shared/operations/model.ts";
import { copyButton, el, newId, on, options } from "../../shared/browser/dom.ts";
import type { Messages } from "./messages.ts";

const WRITERS = new Map<string, (call: ApiCall, baseUrl: string) => string>(
  Object.entries(LANGUAGES_OF_CODE),
);
const { dataset } = document.documentElement;

/** The script of all pages keeps the choice, which may be one that only their tabs have. */
function chosen(): string {
  const { code = "" } = dataset;
  return WRITERS.has(code) ? code : "curl";
}

/** A choice of the language and a button that copies. `call` is asked when it is pressed; undefined copies nothing. */
export function copyAs(
  messages: Messages,
  baseUrl: string,
  call: () => ApiCall | undefined,
): HTMLElement {
  const id = newId();
  const select = el("select", { id, "data-code-switch": true }, ...options([...WRITERS.keys()]));
  select.value = chosen();
  on(select, "change", () => (dataset["code"] = select.value));
  // Another select may have changed it.
  on(select, "focus", () => (select.value = chosen()));
  const button = copyButton(messages, () => {
    const request = call();
    return request && WRITERS.get(chosen())?.(request, baseUrl);
  });
  button.className = "quiet";
  return el(
    "span",
    { class: "copy-as" },
    el("label", { for: id }, messages.copyAs),
    select,
    button,
  );
}
