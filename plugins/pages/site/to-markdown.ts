/** The content of an HTML page as Markdown. */
import { LRUCache } from "lru-cache";
import type { Html } from "waymark";
import { isBlock, parseHtml, type HtmlElement, type HtmlText } from "../shared/html-tree.ts";

/** Texts by HTML: a large page takes 15 ms, but only for its first answer. Sizes are in characters of both. */
const texts = new LRUCache<string, string>({
  maxSize: 8_388_608,
  sizeCalculation: (text, key) => text.length + key.length + 1,
});

export function toMarkdown(content: Html): string {
  const key = content.toString();
  const kept = texts.get(key);
  if (kept !== undefined) return kept;
  const text = contentOf(parseHtml(key), false)
    .replace(/^[\t\r\n]+/, "")
    .trimEnd();
  texts.set(key, text);
  return text;
}

/** Returns the content of an element. At most one empty line stands between two blocks. */
function contentOf(element: HtmlElement, isCode: boolean): string {
  let output = "";
  element.children.forEach((child, index) => {
    const part = "text" in child ? textOf(child, isCode) : convert(child, element, index, isCode);
    const before = output.replace(/\n+$/, "");
    const after = part.replace(/^\n+/, "");
    const breaks = Math.max(output.length - before.length, part.length - after.length);
    output = `${before}${"\n".repeat(Math.min(breaks, 2))}${after}`;
  });
  return output;
}

function textOf({ text }: HtmlText, isCode: boolean): string {
  return isCode ? text : escape(text);
}

/** Escapes what means something in Markdown, and markup: a text may hold what a client has sent, such as a search. */
function escape(text: string): string {
  return text
    .replace(/[\\*`[\]_<]|&(?=#?\w+;)|~(?=~)/g, "\\$&")
    .replace(/^(?:-|\+ |=+|#{1,6} |>)/, "\\$&")
    .replace(/^(\d+)\. /, "$1\\. ");
}

function convert(
  element: HtmlElement,
  parent: HtmlElement,
  index: number,
  isCode: boolean,
): string {
  const content = contentOf(element, isCode || element.name === "code");
  if (isBlock(element)) {
    if (element.name !== "hr" && content.trim() === "") return "\n\n";
    return blockOf(element, content, parent, index);
  }
  // Space at the edges of an inline element goes before and after its marks.
  const [, before = "", inside = "", after = ""] = /^(\s*)([^]*?)(\s*)$/.exec(content) ?? [];
  if (element.name === "br") return "  \n";
  return `${before}${inlineOf(element, inside)}${after}`;
}

function blockOf(
  element: HtmlElement,
  content: string,
  parent: HtmlElement,
  index: number,
): string {
  const { name, children } = element;
  switch (name) {
    case "h1":
    case "h2":
    case "h3":
    case "h4":
    case "h5":
    case "h6":
      return `\n\n${"#".repeat(Number(name.at(1)))} ${content}\n\n`;
    case "hr":
      return "\n\n* * *\n\n";
    case "blockquote":
      return `\n\n${trimBreaks(content).replace(/^/gm, "> ")}\n\n`;
    case "li":
      return itemOf(content, parent, index);
    case "ul":
    case "ol":
      // A list at the end of an item follows its text without an empty line.
      return parent.name === "li" && elementsOf(parent).at(-1) === element
        ? `\n${content}`
        : `\n\n${content}\n\n`;
    case "pre": {
      const [first] = children;
      if (first !== undefined && "name" in first && first.name === "code") return fencedOf(first);
    }
  }
  return `\n\n${content}\n\n`;
}

function itemOf(content: string, parent: HtmlElement, index: number): string {
  const first = Number(parent.attributes["start"] ?? 1);
  const number =
    first + elementsOf({ ...parent, children: parent.children.slice(0, index) }).length;
  const prefix = parent.name === "ol" ? `${number}.  ` : "-   ";
  const end = content.endsWith("\n") ? "\n" : "";
  const lines = `${trimBreaks(content)}${end}`.replaceAll("\n", `\n${" ".repeat(prefix.length)}`);
  return `${prefix}${lines}${index < parent.children.length - 1 ? "\n" : ""}`;
}

function fencedOf(code: HtmlElement): string {
  const text = plainText(code);
  const longest = Math.max(2, ...[...text.matchAll(/^`{3,}/gm)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  const language = /language-(\S+)/.exec(code.attributes["class"] ?? "")?.[1] ?? "";
  return `\n\n${fence}${language}\n${text.replace(/\n$/, "")}\n${fence}\n\n`;
}

function inlineOf({ name, attributes }: HtmlElement, content: string): string {
  const { href, src, alt = "", title = "" } = attributes;
  const titled = title === "" ? "" : ` "${title.replaceAll('"', '\\"')}"`;
  switch (name) {
    case "a":
      return href ? `[${content}](${destinationOf(href)}${titled})` : content;
    case "img":
      return src ? `![${escape(alt)}](${destinationOf(src)}${titled})` : "";
    case "em":
    case "i":
      return content === "" ? "" : `_${content}_`;
    case "strong":
    case "b":
      return content === "" ? "" : `**${content}**`;
    case "code":
      return content === "" ? "" : codeOf(content.replace(/\r?\n|\r/g, " "));
  }
  return content;
}

function codeOf(text: string): string {
  const runs = new Set((text.match(/`+/g) ?? []).map(({ length }) => length));
  let ticks = 1;
  while (runs.has(ticks)) ticks++;
  const space = /^`|`$/.test(text) ? " " : "";
  return `${"`".repeat(ticks)}${space}${text}${space}${"`".repeat(ticks)}`;
}

function destinationOf(url: string): string {
  const escaped = url.replace(/[<>()]/g, "\\$&");
  return escaped.includes(" ") ? `<${escaped}>` : escaped;
}

function elementsOf({ children }: HtmlElement): readonly HtmlElement[] {
  return children.filter((child) => "name" in child);
}

function plainText(element: HtmlElement): string {
  return element.children
    .map((child) => ("text" in child ? child.text : plainText(child)))
    .join("");
}

function trimBreaks(text: string): string {
  return text.replace(/^\n+|\n+$/g, "");
}
