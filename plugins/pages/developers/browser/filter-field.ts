/** Rows of field, operator and value for `filter[field][operator]=value`. */
import type { Filter, Parameter } from "../../shared/playground/description.ts";
import { type Control, el, labelled, newId, on, options, prose } from "../../shared/browser/dom.ts";
import type { Field } from "./fields.ts";
import type { Messages } from "./messages.ts";

export function filterField(
  parameter: Parameter,
  filters: readonly Filter[],
  given: readonly (readonly [string, string])[],
  messages: Messages,
): Field {
  const { name, note } = parameter;
  const rows = el("div", { class: "rows" });
  const add = (field = filters[0]?.name ?? "", operator = "eq", value = "") => {
    const fieldSelect = el("select");
    const operatorSelect = el("select");
    const list = el("datalist", { id: newId() });
    const input = el("input", { type: "text", value, autocomplete: "off", list: list.id });
    const remove = el("button", { type: "button", class: "quiet" }, messages.remove);
    const showOperators = (chosen: string) => {
      const { operators = [], choices = [] } =
        filters.find((one) => one.name === fieldSelect.value) ?? {};
      choose(operatorSelect, operators, chosen);
      list.replaceChildren(...options(choices));
    };
    choose(fieldSelect, filters, field);
    showOperators(operator);
    on(fieldSelect, "change", () => showOperators("eq"));
    on(remove, "click", () => {
      row.remove();
      rows.dispatchEvent(new Event("input", { bubbles: true }));
      addButton.focus();
    });
    const row = el(
      "div",
      { class: "row", "data-row": true },
      labelled(messages.field, fieldSelect),
      labelled(messages.operator, operatorSelect),
      labelled(messages.value, input, "", list),
      remove,
    );
    rows.append(row);
    return fieldSelect;
  };
  for (const [key, value] of given) {
    const [, field, operator] = /^[^[]+\[([^\]]*)\](?:\[([^\]]*)\])?$/.exec(key) ?? [];
    add(field, operator, value);
  }
  const addButton = el("button", { type: "button", class: "quiet" }, messages.addFilter);
  on(addButton, "click", () => add().focus());
  return {
    input: parameter,
    element: el(
      "fieldset",
      { class: "field wide" },
      el("legend", {}, name),
      el("p", { class: "note" }, ...prose(note)),
      rows,
      addButton,
    ),
    read: () =>
      [...rows.querySelectorAll("[data-row]")].flatMap((row) => {
        const [field, operator, value] = [...row.querySelectorAll<Control>("select, input")].map(
          (control) => control.value,
        );
        const suffix = operator === "eq" ? "" : `[${operator}]`;
        return value ? [[`${name}[${field}]${suffix}`, value] as const] : [];
      }),
    // Each of its rows has a value of its own.
    set: () => undefined,
    suggest: () => undefined,
    complain: () => undefined,
  };
}

/** Fills a select. A value that is not among the choices becomes one. */
function choose(
  select: HTMLSelectElement,
  choices: readonly { readonly name: string; readonly text?: string }[],
  chosen: string,
): void {
  const isKnown = choices.some(({ name }) => name === chosen);
  const all = isKnown ? choices : [...choices, { name: chosen }];
  select.replaceChildren(
    ...all.map(({ name, text = name }) => el("option", { value: name }, text)),
  );
  select.value = chosen;
}
