/** Controls for the members of a request body, made from its schema. */
import type { FieldSchema, Json } from "../../shared/operations/model.ts";
import { choicesOf, isNumber, noteOf, outOfRange } from "./fields.ts";
import { complainAt, el, labelled, on, options } from "./dom.ts";
import { parsed } from "./json.ts";
import type { Messages } from "./messages.ts";

/** The control of one member. */
export interface MemberField {
  readonly name: string;
  readonly element: HTMLElement;
  /** Undefined while the member is not sent. */
  read(): Json | undefined;
  show(value: Json | undefined): void;
  /** Shows a problem of the value; an empty text removes it. */
  complain(text: string): void;
}

/** Those that requests may set; none where the body is not an object with members. */
export function memberFields(root: FieldSchema, messages: Messages): readonly MemberField[] {
  const { schema } = plain(root, root);
  return Object.entries(schema.properties ?? {})
    .map(([name, child]) => ({ name, ...plain(child, root) }))
    .filter((member) => member.schema.readOnly !== true)
    .map(({ name, schema: own, nullable }) =>
      memberField(
        name,
        own,
        { nullable, required: schema.required?.includes(name) === true },
        messages,
      ),
    );
}

/** A schema without references and null, as far as one level goes. */
function plain(schema: FieldSchema, root: FieldSchema): Omit<Member, "required"> & At {
  const { $ref, anyOf, oneOf, type, ...beside } = schema;
  if ($ref !== undefined) {
    const target = root.$defs?.[$ref.slice($ref.lastIndexOf("/") + 1)] ?? {};
    const found = plain(target, root);
    return { ...found, schema: { ...found.schema, ...beside } };
  }
  const branches = anyOf ?? oneOf ?? [];
  const others = branches.filter((branch) => branch.type !== "null");
  const [only] = others;
  if (only !== undefined && others.length === 1 && branches.length > 1) {
    const found = plain(only, root);
    return { schema: { ...found.schema, ...beside }, nullable: true };
  }
  const types = typeof type === "string" ? [type] : (type ?? []);
  const [first, ...more] = types.filter((one) => one !== "null");
  const isPlain = first !== undefined && more.length === 0;
  return {
    schema: isPlain ? { ...schema, type: first } : schema,
    nullable: types.includes("null"),
  };
}

interface At {
  readonly schema: FieldSchema;
}
interface Member {
  readonly required: boolean;
  /** Whether null is a value of it: in a merge patch, null removes it. */
  readonly nullable: boolean;
}

function memberField(
  name: string,
  schema: FieldSchema,
  { required, nullable }: Member,
  messages: Messages,
): MemberField {
  const choices = choicesOf(schema);
  const isText = schema.type === "string" && choices === undefined;
  const control =
    choices !== undefined
      ? el("select", {}, el("option", { value: "" }, messages.notSent), ...options(choices))
      : isText || isNumber(schema)
        ? el("input", {
            type: "text",
            autocomplete: "off",
            spellcheck: "false",
            ...(isText ? {} : { inputmode: "decimal" }),
          })
        : el("textarea", { rows: 2, spellcheck: "false" });
  const empty = el("input", { type: "checkbox" });
  on(empty, "change", () => (control.disabled = empty.checked));
  const element = labelled(
    required ? `${name} (${messages.required})` : name,
    control,
    noteOf({ description: schema.description, schema }),
    nullable ? [el("label", { class: "buttons note" }, empty, "null")] : [],
  );
  on(control, "input", () =>
    complainAt(element, control, outOfRange(control.value, schema, messages)),
  );
  return {
    name,
    element,
    read() {
      if (nullable && empty.checked) return null;
      const { value } = control;
      if (value === "") return undefined;
      if (isText) return value;
      if (choices !== undefined) return typedChoice(schema, value);
      const found = parsed(value);
      return found === undefined ? value : (found.json as Json); // made of JSON
    },
    show(value) {
      empty.checked = nullable && value === null;
      control.disabled = empty.checked;
      control.value =
        value === undefined || (nullable && value === null)
          ? ""
          : typeof value === "string"
            ? value
            : JSON.stringify(value);
    },
    complain: (text) => complainAt(element, control, text),
  };
}

/** The value that a choice stands for: those of enums may be numbers. */
function typedChoice(schema: FieldSchema, value: string): Json {
  if (schema.enum === undefined) return value === "true";
  return schema.enum.find((one) => String(one) === value) ?? value;
}
