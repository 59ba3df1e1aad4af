/** JSON, indented and coloured, with links that can be followed. */
import { el } from "./dom.ts";

/** The target of a string in the body; undefined where the string is not an address. */
export type LinkOf = (text: string) => HTMLAnchorElement | undefined;

/** Nodes for a JSON value. */
export function jsonView(value: unknown, linkOf: LinkOf): DocumentFragment {
  const view = document.createDocumentFragment();
  write(value, "", view, linkOf);
  return view;
}

function write(value: unknown, indent: string, out: DocumentFragment, linkOf: LinkOf): void {
  if (typeof value === "string") return out.append(stringNode(value, linkOf));
  if (typeof value !== "object" || value === null) {
    const kind = typeof value === "number" ? "number" : "literal";
    return out.append(el("span", { class: `json-${kind}` }, JSON.stringify(value)));
  }
  const isList = Array.isArray(value);
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value);
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  if (entries.length === 0) return out.append(`${open}${close}`);
  const inner = `${indent}  `;
  out.append(open);
  for (const [index, [name, member]] of entries.entries()) {
    out.append(`${index === 0 ? "" : ","}\n${inner}`);
    if (!isList) out.append(el("span", { class: "json-name" }, JSON.stringify(name)), ": ");
    write(member, inner, out, linkOf);
  }
  out.append(`\n${indent}${close}`);
}

function stringNode(text: string, linkOf: LinkOf): Node {
  const node = el("span", { class: "json-string" });
  const link = linkOf(text);
  if (link === undefined) node.append(JSON.stringify(text));
  else {
    link.textContent = JSON.stringify(text).slice(1, -1);
    node.append('"', link, '"');
  }
  return node;
}
