/** The fields of the members of a request body. */
import type { Json } from "../../shared/operations/model.ts";
import type { Input } from "../../shared/playground/description.ts";
import { el, on } from "./dom.ts";
import { type Field, inputField } from "./fields.ts";
import { parsed } from "./json.ts";
import type { Messages } from "./messages.ts";

export interface MemberField extends Pick<Field<Input>, "input" | "element" | "complain"> {
  /** Undefined while the member is not sent. */
  value(): Json | undefined;
  show(value: Json | undefined): void;
}

export function memberField(input: Input, messages: Messages): MemberField {
  const { control, element, set, complain } = inputField(input, "", messages);
  const empty = el("input", { type: "checkbox" });
  on(empty, "change", () => (control.disabled = empty.checked));
  if (input.nullable) element.append(el("label", { class: "buttons note" }, empty, "null"));
  return {
    input,
    element,
    complain,
    value() {
      const { value } = control;
      if (empty.checked) return null;
      if (value === "") return undefined;
      const found = input.kind === "text" ? undefined : parsed(value);
      return found === undefined ? value : (found.json as Json); // made of JSON
    },
    show(value) {
      const isNull = input.nullable === true && value === null;
      empty.checked = isNull;
      control.disabled = isNull;
      if (value === undefined || isNull) set("");
      else set(typeof value === "string" ? value : JSON.stringify(value));
    },
  };
}
