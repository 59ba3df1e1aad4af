/** The sections of pages: each heading that has an address, with the text up to the next one. */
import type { Html } from "waymark";
import { isBlock, parseHtml, type HtmlElement, type HtmlText } from "../shared/html-tree.ts";

export interface PageSection {
  readonly id: string;
  readonly title: string;
  /** First paragraph. */
  readonly text: string;
  /** Text after it. */
  readonly body: string;
}

const HEADING = /^h[2-4]$/;
/** Elements that say nothing of a section's subject. */
const UNREAD = new Set(["nav", "pre", "thead"]);

export function sectionsOf(content: Html): readonly PageSection[] {
  const sections: { id: string; title: string; texts: string[] }[] = [];
  const visit = (node: HtmlElement | HtmlText): void => {
    if ("text" in node || UNREAD.has(node.name)) return;
    const { name, attributes, children } = node;
    if (HEADING.test(name)) {
      // Text after a heading without an address is not found under the address of another.
      sections.push({ id: attributes["id"] ?? "", title: textOf(node), texts: [] });
    } else if (children.some((child) => !("text" in child) && isBlock(child))) {
      children.forEach(visit);
    } else sections.at(-1)?.texts.push(textOf(node));
  };
  visit(parseHtml(content.toString()));
  return sections
    .filter(({ id }) => id !== "")
    .map(({ id, title, texts: [text = "", ...others] }) => {
      return { id, title, text, body: others.join(" ") };
    });
}

function textOf(node: HtmlElement | HtmlText): string {
  if ("text" in node) return node.text;
  return node.children.map(textOf).join("").trim();
}
