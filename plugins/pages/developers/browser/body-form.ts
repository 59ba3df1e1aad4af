/** The body of a request: fields made from its schema, and the JSON that they write, which can be edited as well. */
import type { ApiCall } from "../../shared/operations/model.ts";
import { isRead } from "../../shared/operations/target.ts";
import type { Body, Operation, Input } from "../../shared/playground/description.ts";
import { complainAt, el, labelled, on, options } from "../../shared/browser/dom.ts";
import { parsed } from "../../shared/browser/json.ts";
import type { Messages } from "./messages.ts";
import type { Problem } from "../../shared/browser/problems.ts";
import { type Field, inputField } from "./fields.ts";

const JSON_TYPE = "application/json";

export class BodyForm {
  readonly element: HTMLElement;
  readonly #messages: Messages;
  readonly #type = el("select");
  readonly #typeField: HTMLElement;
  readonly #members = el("div", { class: "inputs rows" });
  readonly #fieldset: HTMLElement;
  readonly #text = el("textarea", { rows: 8, spellcheck: "false" });
  readonly #textField: HTMLElement;
  #bodies: readonly Body[] = [];
  #fields: readonly MemberField[] = [];

  constructor(messages: Messages) {
    this.#messages = messages;
    this.#typeField = labelled(messages.bodyType, this.#type);
    this.#fieldset = el(
      "fieldset",
      { class: "field", "data-members": true },
      el("legend", {}, messages.members),
      this.#members,
    );
    this.#textField = labelled(messages.body, this.#text, messages.bodyNote);
    this.element = el("div", {}, this.#typeField, this.#fieldset, this.#textField);
    on(this.#type, "change", () => this.#showBody(""));
    const example = el("button", { type: "button", class: "quiet" }, messages.useExample);
    on(example, "click", () => this.#showBody(this.#chosen()?.sample));
    this.#textField.append(example);
    on(this.#members, "input", () => this.#fromFields());
    on(this.#members, "change", () => this.#fromFields());
    on(this.#text, "change", () => this.#toFields());
  }

  /** The text of the body, and its media type where that is not the usual one. */
  read(): Pick<ApiCall, "body" | "headers"> {
    const body = this.#text.value;
    if (this.element.hidden || body.trim() === "") return { headers: [] };
    const { mediaType = JSON_TYPE } = this.#chosen() ?? {};
    return { body, headers: mediaType === JSON_TYPE ? [] : [["Content-Type", mediaType]] };
  }

  /** An undefined body leaves the text unchanged. */
  show({ bodies }: Operation, { method, headers, body }: ApiCall): void {
    this.#bodies = bodies;
    const isWrite = !isRead(method) && method !== "OPTIONS";
    this.element.hidden = !isWrite || (bodies.length === 0 && !body);
    const types = bodies.map(({ mediaType }) => mediaType);
    this.#type.replaceChildren(...options(types));
    this.#typeField.hidden = types.length < 2;
    const given = headers.find(
      ([name, value]) => name.toLowerCase() === "content-type" && types.includes(value),
    );
    if (given !== undefined) this.#type.value = given[1];
    this.#showBody(this.element.hidden ? (body ?? "") : body);
  }

  /** Returns the fields of required members without a value. */
  lacking(): readonly Pick<MemberField, "input" | "element" | "complain">[] {
    const isFilled = this.#text.value.trim() !== "" && this.#object() === undefined;
    if (this.element.hidden || isFilled) return [];
    return this.#fields.filter(({ input, value }) => input.required && value() === undefined);
  }

  /** Shows each problem at its member, the others at the text. */
  complain(problems: readonly Problem[]): void {
    const places = problems.flatMap(({ pointer, detail }) =>
      pointer === undefined ? [] : [{ pointer, detail, ...split(pointer) }],
    );
    const shown = new Set(this.#fields.map(({ input }) => input.name));
    for (const { input, complain } of this.#fields) {
      const own = places.filter(({ member }) => member === input.name);
      complain(own.map(({ within, detail }) => `${within} ${detail}`.trim()).join(" "));
    }
    const others = places.filter(({ member }) => !shown.has(member));
    const texts = others.map(({ pointer, detail }) => `${pointer} ${detail}`.trim());
    complainAt(this.#textField, this.#text, texts.join(" "));
  }

  #chosen(): Body | undefined {
    return this.#bodies.find(({ mediaType }) => mediaType === this.#type.value);
  }

  #showBody(text: string | undefined): void {
    const { members = [], sample = "" } = this.#chosen() ?? {};
    this.#text.placeholder = sample;
    const values = Object(parsed(sample)?.json) as Readonly<Record<string, unknown>>;
    this.#fields = members.map((member) => {
      const { [member.name]: value } = values;
      if (value === undefined) return memberField(member, this.#messages);
      const example = typeof value === "string" ? value : JSON.stringify(value);
      return memberField({ ...member, examples: [example] }, this.#messages);
    });
    this.#members.replaceChildren(...this.#fields.map(({ element }) => element));
    this.#fieldset.hidden = members.length === 0;
    if (text !== undefined) this.#text.value = text;
    complainAt(this.#textField, this.#text, "");
    this.#toFields();
  }

  #fromFields(): void {
    const known = Object.fromEntries(this.#fields.map(({ input, value }) => [input.name, value()]));
    // Members without a field stay as they are; those without a value are left out of the text.
    const members = { ...known, ...this.#object(), ...known };
    this.#text.value = JSON.stringify(members, undefined, 2);
  }

  #toFields(): void {
    const members = this.#object();
    if (members === undefined) return; // other text stays as it is
    for (const { input, show } of this.#fields) show(members[input.name]);
  }

  #object(): Readonly<Record<string, unknown>> | undefined {
    const value = parsed(this.#text.value)?.json;
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? { ...value } : undefined;
  }
}

/** The member that a pointer leads into, and the rest of the pointer. */
function split(pointer: string): { readonly member: string; readonly within: string } {
  const [, first = "", ...rest] = pointer.split("/");
  return {
    member: first.replaceAll("~1", "/").replaceAll("~0", "~"),
    within: rest.map((part) => `/${part}`).join(""),
  };
}

interface MemberField extends Pick<Field<Input>, "input" | "element" | "complain"> {
  /** The member's value; undefined while it is not sent. */
  value(): unknown;
  show(value: unknown): void;
}

function memberField(input: Input, messages: Messages): MemberField {
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
      return found === undefined ? value : found.json;
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
