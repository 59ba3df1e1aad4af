/** Values in Markdown, so that they show as they are. */
import { linkTarget } from "../../shared/links.ts";

/** Returns inline code. Backticks become apostrophes: they would end it. */
export function code(text: string): string {
  return `\`${oneLine(text).replaceAll("`", "'")}\``;
}

/** Returns a link to a URL that the operator has set. */
export function link(url: string, text = url): string {
  return `[${escape(text)}](${linkTarget(url)})`;
}

/** Start of a line, a list item or a quotation: some characters there mean a list or a heading. */
const LINE_START = /(?:^|\n)[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?$/;

/** Escapes a text; `before` is the source up to it. */
export function escape(text: string, before = ""): string {
  const escaped = oneLine(text).replace(/[\\`*_{}[\]<>()#|&!~]/g, "\\$&");
  if (!LINE_START.test(before)) return escaped;
  return escaped.replace(/^[-+=]/, "\\$&").replace(/^(\d{1,9})([.)])/, "$1\\$2");
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, " ").trim();
}
