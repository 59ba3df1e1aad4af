/** Rows of field, operator and value for `filter[field][operator]=value`. */
import type { FieldSchema, Parameter } from "../../shared/operations/model.ts";
import { type Control, el, labelled, newId, on, options, prose } from "./dom.ts";
import { choicesOf, type Field } from "./fields.ts";
import type { Messages } from "./messages.ts";

export function filterField(
  parameter: Parameter,
  given: readonly (readonly [string, string])[],
  messages: Messages,
): Field {
  const { name, schema, description } = parameter;
  const fields = Object.entries(schema.properties ?? {});
  const rows = el("div", { class: "rows" });
  const add = (field: string, operator: string, value: string) => {
    const fieldSelect = select(
      fields.map(([one]) => [one, one] as const),
      field,
    );
    const operatorSelect = el("select");
    const list = el("datalist", { id: newId() });
    const input = el("input", { type: "text", value, autocomplete: "off", list: list.id });
    const remove = el("button", { type: "button", class: "quiet" }, messages.remove);
    const showOperators = (chosen: string) => {
      const operators = operatorsOf(schema.properties?.[fieldSelect.value]);
      const named = Object.keys(operators).map((one) => [one, explained(one, messages)] as const);
      operatorSelect.replaceChildren(...select(named, chosen).options);
      operatorSelect.value = chosen;
      const choices = choicesOf(operators["eq"] ?? {}) ?? [];
      list.replaceChildren(...options(choices));
    };
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
      labelled(messages.value, input, undefined, [list]),
      remove,
    );
    rows.append(row);
    return fieldSelect;
  };
  for (const [key, value] of given) {
    const [, field = "", operator = "eq"] = /^[^[]+\[([^\]]*)\](?:\[([^\]]*)\])?$/.exec(key) ?? [];
    add(field, operator, value);
  }
  const addButton = el("button", { type: "button", class: "quiet" }, messages.addFilter);
  on(addButton, "click", () => add(fields[0]?.[0] ?? "", "eq", "").focus());
  return {
    parameter,
    element: el(
      "fieldset",
      { class: "field wide" },
      el("legend", {}, name),
      description !== undefined && el("p", { class: "note" }, ...prose(description)),
      rows,
      addButton,
    ),
    read: () =>
      [...rows.querySelectorAll("[data-row]")].flatMap((row) => {
        const [field, operator, value] = [...row.querySelectorAll<Control>("select, input")].map(
          (control) => control.value,
        );
        if (field === undefined || operator === undefined || !value) return [];
        const suffix = operator === "eq" ? "" : `[${operator}]`;
        return [[`${name}[${field}]${suffix}`, value] as const];
      }),
    set: () => undefined,
    suggest: () => undefined,
    isMissing: () => false,
    complain: () => undefined,
  };
}

/** A value that is not among the options becomes one. */
function select(
  choices: readonly (readonly [value: string, text: string])[],
  chosen: string,
): HTMLSelectElement {
  const isOther = chosen !== "" && !choices.some(([value]) => value === chosen);
  const all = isOther ? [...choices, [chosen, chosen] as const] : choices;
  const control = el("select", {}, ...all.map(([value, text]) => el("option", { value }, text)));
  if (chosen !== "") control.value = chosen;
  return control;
}

/** The operators of a field: the members of the alternative that is an object. */
function operatorsOf(schema: FieldSchema | undefined): Readonly<Record<string, FieldSchema>> {
  const found = schema?.anyOf?.find(({ properties }) => properties !== undefined)?.properties;
  return found ?? { eq: schema ?? {} };
}

/** The operator with its meaning, where it has one here. */
function explained(operator: string, messages: Messages): string {
  const meaning = new Map<string, string>(Object.entries(messages)).get(`is.${operator}`);
  return meaning === undefined ? operator : `${operator}: ${meaning}`;
}
