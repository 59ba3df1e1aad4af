/** The field of a value, as the description of the API has it. */
import type { Input, Parameter } from "../../shared/playground/description.ts";
import {
  complainAt,
  type Control,
  el,
  labelled,
  newId,
  on,
  options,
} from "../../shared/browser/dom.ts";
import type { Messages } from "./messages.ts";

export interface Field<Kind extends Input = Parameter> {
  readonly input: Kind;
  readonly element: HTMLElement;
  /** Name and value: several for filters, none while empty. */
  read(): readonly (readonly [name: string, value: string])[];
  set(value: string): void;
  /** Offers values to choose from; other values can be entered as well. */
  suggest(values: readonly string[]): void;
  /** Shows a problem of the value; an empty text removes it. */
  complain(text: string): void;
}

/** Returns the field with its control. */
export function inputField<Kind extends Input>(
  input: Kind,
  value: string,
  messages: Messages,
): Field<Kind> & { readonly control: Control } {
  const { name, label = name, note, kind, required, choices, examples = [] } = input;
  const list = el("datalist", { id: newId() });
  const control = controlOf();
  const element = labelled(label, control, note, list);
  const suggest = (values: readonly string[]) => list.replaceChildren(...options(values));
  const complain = (text: string) => complainAt(element, control, text);
  const set = (text: string) => {
    if (choices?.includes(text) === false && text !== "") control.append(...options([text]));
    control.value = text;
    complain("");
  };
  suggest(examples);
  set(value);
  on(element, "input", () => complain(outOfRange(control.value, input)));
  const read = () => (control.value === "" ? [] : [[name, control.value] as const]);
  return { input, element, control, read, set, suggest, complain };

  function controlOf(): Control {
    if (choices !== undefined)
      return el(
        "select",
        {},
        required !== true && el("option", { value: "" }, messages.notSent),
        ...options(choices),
      );
    const placeholder = examples[0];
    if (kind === "json") return el("textarea", { rows: 2, spellcheck: "false", placeholder });
    return el("input", {
      type: "text",
      autocomplete: "off",
      spellcheck: "false",
      list: list.id,
      inputmode: kind === "number" && "decimal",
      placeholder,
    });
  }
}

/** A remark on a number beyond its limits, which may be sent all the same; otherwise empty. */
function outOfRange(
  text: string,
  { range = "", minimum = -Infinity, maximum = Infinity }: Input,
): string {
  const value = Number(text);
  return text === "" || (value >= minimum && value <= maximum) ? "" : range;
}
