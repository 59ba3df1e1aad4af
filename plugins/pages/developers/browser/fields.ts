/** Controls for the parameters of an operation, made from their schemas. */
import type { FieldSchema, Parameter } from "../../shared/operations/model.ts";
import { exampleOf, limitsOf } from "../../shared/operations/sample.ts";
import { complainAt, type Control, el, labelled, newId, on, options, prose } from "./dom.ts";
import { fill, type Messages } from "./messages.ts";

/** The control of one parameter. */
export interface Field {
  readonly parameter: Parameter;
  readonly element: HTMLElement;
  /** Name and value: several for filters, none while empty. */
  read(): readonly (readonly [name: string, value: string])[];
  set(value: string): void;
  /** Offers values to choose from; other values can be entered as well. */
  suggest(values: readonly string[]): void;
  /** Whether a required value is not there. */
  isMissing(): boolean;
  /** Shows a problem of the value; an empty text removes it. */
  complain(text: string): void;
}

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
          required !== true && el("option", { value: "" }, messages.notSent),
          ...options(choices),
        );
  const set = (text: string) => {
    if (control instanceof HTMLSelectElement && choices?.includes(text) === false && text !== "")
      control.append(...options([text]));
    control.value = text;
  };
  const suggest = (values: readonly string[]) => list.replaceChildren(...options(values));
  const example = exampleOf(schema);
  if (example !== undefined) suggest([typeof example === "string" ? example : String(example)]);
  set(value);
  const label = required === true ? `${name} (${messages.required})` : name;
  const element = labelled(label, control, noteOf(parameter), choices === undefined ? [list] : []);
  const complain = (text: string) => complainAt(element, control, text);
  on(element, "input", () => complain(outOfRange(control.value, schema, messages)));
  return {
    parameter,
    element,
    read: () => (control.value === "" ? [] : [[name, control.value]]),
    set(text) {
      set(text);
      complain("");
    },
    suggest,
    isMissing: () => required === true && control.value === "",
    complain,
  };
}

/** A remark on a number beyond its limits, which may be sent all the same; otherwise empty. */
export function outOfRange(
  text: string,
  { minimum, maximum }: FieldSchema,
  messages: Messages,
): string {
  const value = Number(text);
  const isBelow = minimum !== undefined && !(value >= minimum);
  const isAbove = maximum !== undefined && !(value <= maximum);
  if (text === "" || !(isBelow || isAbove)) return "";
  if (minimum === undefined) return fill(messages.atMost, String(maximum));
  if (maximum === undefined) return fill(messages.atLeast, String(minimum));
  return fill(messages.range, String(minimum), String(maximum));
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
