/** The types and fields of a schema, with their descriptions. One tab stop: the arrow keys move within. */
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
} from "graphql";
import { matches } from "../../shared/filter.ts";
import { el, labelled, on, prose } from "../dom.ts";
import type { EditorTexts } from "./messages.ts";

export type Operation = "query" | "mutation";
type Field = GraphQLField<unknown, unknown>;

interface Row {
  readonly name: string;
  readonly type?: GraphQLNamedType;
  readonly signature?: string;
  readonly text: string | null | undefined;
  /** Absent where it can only be read, as members of inputs. */
  readonly field?: Field;
}

/** @param onInsert called with a field, and the operation whose root has it; undefined for fields of other types. */
export function explorer(
  schema: GraphQLSchema,
  texts: EditorTexts,
  onInsert: (field: Field, of: Operation | undefined) => void,
): HTMLElement {
  const roots = new Map<GraphQLNamedType, Operation>();
  const [query, mutation] = [schema.getQueryType(), schema.getMutationType()];
  if (query) roots.set(query, "query");
  if (mutation) roots.set(mutation, "mutation");
  const search = el("input", { type: "search", autocomplete: "off" });
  const path = el("div", { class: "schema-path", role: "group", "aria-label": texts.path });
  const about = el("p", { class: "note" });
  const rows = el("ul", { class: "schema-rows" });
  const list = el("div", { class: "schema-list" }, path, about, rows);
  let trail: readonly GraphQLNamedType[] = [];

  const show = (next: readonly GraphQLNamedType[], focus = true) => {
    trail = next;
    search.value = "";
    render();
    if (focus) rows.querySelector("button")?.focus();
  };
  const render = () => {
    const type = trail.at(-1);
    const all = type === undefined ? [...roots.keys()].map(rowOfType) : rowsOf(type);
    const found = all.filter(({ name, text }) => matches(`${name} ${text ?? ""}`, search.value));
    path.replaceChildren(
      crumb(texts.schema, type === undefined, () => show([])),
      ...trail.map((one, index) =>
        crumb(one.name, one === type, () => show(trail.slice(0, index + 1))),
      ),
    );
    about.replaceChildren(...prose(found.length === 0 ? texts.none : (type?.description ?? "")));
    if (found.length === 0) about.removeAttribute("lang");
    else about.lang = "en";
    about.hidden = about.textContent === "";
    rows.replaceChildren(...found.map(rowElement));
    for (const button of buttons()) button.tabIndex = -1;
    const first = buttons()[0];
    if (first !== undefined) first.tabIndex = 0;
  };
  const buttons = () => [...list.querySelectorAll("button")];

  const rowElement = ({ name, type, signature, text, field }: Row) => {
    const of = trail.at(-1);
    const insert =
      field && el("button", { type: "button", class: "quiet", title: texts.insert }, name);
    if (insert !== undefined && field !== undefined)
      on(insert, "click", () => onInsert(field, of && roots.get(of)));
    const open =
      type &&
      rowsOf(type).length > 0 &&
      el("button", { type: "button", class: "quiet" }, signature ?? name);
    if (open && type) {
      open.title = texts.open(type.name);
      on(open, "click", () => show([...trail, type]));
    }
    return el(
      "li",
      {},
      insert ?? (signature !== undefined && el("code", {}, name)),
      open || (signature !== undefined && el("code", { class: "soft" }, signature)),
      text !== undefined &&
        text !== null &&
        el("span", { class: "note", lang: "en" }, ...prose(text)),
    );
  };

  on(search, "input", render);
  on(search, "keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "Enter") return;
    event.preventDefault();
    rows.querySelector("button")?.focus();
  });
  on(list, "keydown", (event) => {
    const all = buttons();
    const at = all.findIndex((one) => one === document.activeElement);
    const to = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1 }[
      event.key
    ];
    if (event.key === "Escape" && trail.length > 0) show(trail.slice(0, -1));
    else if (event.key === "Home") all[0]?.focus();
    else if (event.key === "End") all.at(-1)?.focus();
    else if (to === undefined) return;
    else if (to < 0) search.focus();
    else all[to]?.focus();
    event.preventDefault();
  });
  on(list, "focusin", ({ target }) => {
    for (const button of buttons()) button.tabIndex = button === target ? 0 : -1;
  });
  show(query ? [query] : [], false);
  return el("div", { class: "schema" }, labelled(texts.search, search, texts.keys), list);
}

function crumb(text: string, isCurrent: boolean, open: () => void): HTMLElement {
  const button = el(
    "button",
    { type: "button", class: "quiet", "aria-current": isCurrent && "true" },
    text,
  );
  on(button, "click", open);
  return button;
}

function rowOfType(type: GraphQLNamedType): Row {
  return { name: type.name, type, text: type.description };
}

function rowsOf(type: GraphQLNamedType): readonly Row[] {
  if (isObjectType(type) || isInterfaceType(type))
    return Object.values(type.getFields()).map((field) => ({
      name: field.name,
      type: getNamedType(field.type),
      signature: String(field.type),
      text: field.deprecationReason ?? field.description,
      field,
    }));
  if (isInputObjectType(type))
    return Object.values(type.getFields()).map((member) => ({
      name: member.name,
      type: getNamedType(member.type),
      signature: String(member.type),
      text: member.description,
    }));
  if (!isEnumType(type)) return [];
  return type
    .getValues()
    .map(({ name, description }) => ({ name, signature: "", text: description }));
}
