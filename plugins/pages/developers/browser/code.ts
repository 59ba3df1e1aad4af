/** A request as code in the language that was chosen last. */
import { LANGUAGES_OF_CODE } from "../../shared/operations/commands.ts";
import type { ApiCall } from "../../shared/operations/model.ts";
import { copyButton, el, newId, on, options } from "./dom.ts";
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
  const select = languageSelect(() => undefined);
  select.id = id;
  // Another select may have changed it.
  on(select, "focus", () => (select.value = chosen()));
  const button = copyButton(messages, () => {
    const request = call();
    return request && write(request, baseUrl);
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

/** The code of a call, with a choice of its language. */
export function codeView(call: ApiCall, baseUrl: string, messages: Messages): HTMLElement {
  const code = el("code");
  const show = () => (code.textContent = write(call, baseUrl));
  const select = languageSelect(show);
  select.setAttribute("aria-label", messages.language);
  show();
  return el(
    "figure",
    { class: "code" },
    el(
      "figcaption",
      {},
      select,
      copyButton(messages, () => code.textContent),
    ),
    el("pre", { class: "command", "data-code": true }, code),
  );
}

function write(call: ApiCall, baseUrl: string): string {
  return WRITERS.get(chosen())?.(call, baseUrl) ?? "";
}

function languageSelect(onChange: () => void): HTMLSelectElement {
  const select = el("select", { "data-code-switch": true }, ...options([...WRITERS.keys()]));
  select.value = chosen();
  on(select, "change", () => {
    dataset["code"] = select.value;
    onChange();
  });
  return select;
}
