/** Controls for the parameters of an operation, made from their schemas. */
import type { FieldSchema, Parameter } from "../shared/model.ts";
import { exampleOf, limitsOf } from "../shared/sample.ts";
import { el, labelled, newId, on, prose } from "./dom.ts";
import type { Messages } from "./messages.ts";

/** The control of one parameter. */
export interface Field {
  readonly parameter: Parameter;
  readonly element: HTMLElement;
  /** Name and value: several for filters, none while empty. */
  read(): readonly (readonly [name: string, value: string])[];
  set(value: string): void;
  /** Offers values to choose from; other values can be entered as well. */
  suggest(values: readonly string[]): void;
}

type Control = HTMLInputElement | HTMLSelectElement;

export function parameterField(parameter: Parameter, value: string, messages: Messages): Field {
  const { name, schema, required } = parameter;
  const choices = choicesOf(schema);
  const list = el("datalist", { id: newId() });
  const control: Control =
    choices === undefined
      ? el("input", {
          type: "text",
          autocomplete: "off",
          spellcheck: "false",
          list: list.id,
          ...(isNumber(schema) ? { inputmode: "numeric" } : {}),
        })
      : el(
          "select",
          {},
          required !== true && el("option", { value: "" }, messages.none),
          ...choices.map((choice) => el("option", { value: choice }, choice)),
        );
  const set = (text: string) => {
    if (control instanceof HTMLSelectElement && choices?.includes(text) === false && text !== "")
      control.append(el("option", { value: text }, text));
    control.value = text;
  };
  const suggest = (values: readonly string[]) =>
    list.replaceChildren(...values.map((one) => el("option", { value: one })));
  const example = exampleOf(schema);
  if (example !== undefined) suggest([typeof example === "string" ? example : String(example)]);
  set(value);
  const label = required === true ? `${name} (${messages.required})` : name;
  return {
    parameter,
    element: labelled(label, control, noteOf(parameter), choices === undefined ? [list] : []),
    read: () => (control.value === "" ? [] : [[name, control.value]]),
    set,
    suggest,
  };
}

/** Rows of field, operator and value for `filter[field][operator]=value`. */
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
      fields.map(([one]) => one),
      field,
    );
    const operators = operatorsOf(schema.properties?.[fieldSelect.value]);
    const operatorSelect = select(operators, operator);
    const input = el("input", { type: "text", value, autocomplete: "off" });
    const remove = el("button", { type: "button", class: "quiet" }, messages.remove);
    const row = el(
      "div",
      { class: "row", "data-row": true },
      labelled(messages.field, fieldSelect),
      labelled(messages.operator, operatorSelect),
      labelled(messages.value, input),
      remove,
    );
    on(fieldSelect, "change", () => {
      const known = operatorsOf(schema.properties?.[fieldSelect.value]);
      operatorSelect.replaceChildren(...known.map((one) => el("option", { value: one }, one)));
    });
    on(remove, "click", () => {
      row.remove();
      rows.dispatchEvent(new Event("input", { bubbles: true }));
      addButton.focus();
    });
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
  };
}

function select(values: readonly string[], chosen: string): HTMLSelectElement {
  const all = chosen === "" || values.includes(chosen) ? values : [...values, chosen];
  const control = el("select", {}, ...all.map((value) => el("option", { value }, value)));
  if (chosen !== "") control.value = chosen;
  return control;
}

/** Operators of a filter: the members of the alternative that is an object. */
function operatorsOf(schema: FieldSchema | undefined): readonly string[] {
  const operators = schema?.anyOf?.flatMap(({ properties = {} }) => Object.keys(properties)) ?? [];
  return operators.length === 0 ? ["eq"] : operators;
}

export function choicesOf(schema: FieldSchema): readonly string[] | undefined {
  if (schema.enum !== undefined) return schema.enum.map(String);
  return schema.type === "boolean" ? ["true", "false"] : undefined;
}

export function isNumber({ type }: FieldSchema): boolean {
  return type === "integer" || type === "number";
}

export function noteOf({
  description,
  schema,
}: Partial<Parameter> & Pick<Parameter, "schema">): HTMLElement | undefined {
  const limits = limitsOf(schema);
  const parts = [
    ...(description === undefined ? [] : [...prose(description), " "]),
    ...(limits === "" || limits === "string" ? [] : [el("code", {}, limits)]),
  ];
  return parts.length === 0 ? undefined : el("span", {}, ...parts);
}
