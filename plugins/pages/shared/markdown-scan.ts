/** Where a Markdown source is text, code or the target of a link, for what is replaced before it is rendered. */

export interface ScannedLine {
  readonly text: string;
  /** From 1. */
  readonly number: number;
  /** Part of a fenced code block, its fences included. */
  readonly code: boolean;
}

export interface Scanned {
  readonly lines: readonly ScannedLine[];
  /** The line of a fence that nothing closes. */
  readonly unclosed: ScannedLine | undefined;
}

/** What a stretch of a line is: a target is what stands in `](…)` or `<…>`. */
export type Stretch = "text" | "code" | "target";

// Fences in lists and quotations are indented at will.
const FENCE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?(?<mark>`{3,}(?!.*`)|~{3,})/;
const STRETCHES = /(?<code>(?<!`)(`+)(?!`).*?(?<!`)\2(?!`))|(?<target>\]\([^)\s]*\)|<[^<>\s]*>)/g;

/** Lines, and which of them are code (CommonMark 0.31, section 4.5). */
export function scanMarkdown(markdown: string): Scanned {
  let open: { readonly mark: string; readonly line: ScannedLine } | undefined;
  const lines = markdown.split("\n").map((text, index): ScannedLine => {
    const mark = FENCE.exec(text)?.groups?.["mark"];
    const line = { text, number: index + 1, code: open !== undefined || mark !== undefined };
    if (open === undefined) {
      if (mark !== undefined) open = { mark, line };
    } else if (closes(text, open.mark)) open = undefined;
    return line;
  });
  return { lines, unclosed: open?.line };
}

function closes(text: string, mark: string): boolean {
  const fence = text.replace(/^[\s>]*/, "").trimEnd();
  return fence.length >= mark.length && fence === (mark[0] ?? "").repeat(fence.length);
}

/** The line with each of its stretches replaced; `at` is the stretch's place in the line, from 0. */
export function mapStretches(
  { text, code }: Pick<ScannedLine, "text" | "code">,
  replace: (stretch: string, kind: Stretch, at: number) => string,
): string {
  if (code) return replace(text, "code", 0);
  let result = "";
  let end = 0;
  for (const { 0: found, groups, index } of text.matchAll(STRETCHES)) {
    result += replace(text.slice(end, index), "text", end);
    result += replace(found, groups?.["code"] === undefined ? "target" : "code", index);
    end = index + found.length;
  }
  return result + replace(text.slice(end), "text", end);
}

/** `[text](target)`, or an image with `!` before it. */
export interface InlineLink {
  readonly image: boolean;
  readonly text: string;
  readonly target: string;
  /** With the white space and the quotes around it; "" where there is none. */
  readonly title: string;
  /** Its place in the line, from 0. */
  readonly at: number;
  readonly whole: string;
}

// Code comes first, so that what only looks like a link in it is none; code may be part of a link's text.
const LINKS =
  /(?<code>(?<!`)(`+)(?!`).*?(?<!`)\2(?!`))|(?<image>!?)\[(?<text>(?:\\.|`[^`]*`|[^[\]\\`])*)\]\((?<target>[^()\s]+)(?<title>\s+"[^"]*")?\)/g;

/** The line with each of its inline links replaced. */
export function mapLinks(
  { text, code }: Pick<ScannedLine, "text" | "code">,
  replace: (link: InlineLink) => string,
): string {
  if (code) return text;
  return text.replace(LINKS, (whole: string, ...rest: readonly unknown[]) => {
    // The last arguments of a replacer are the match's place, the whole text and the named groups.
    const groups = Object(rest.at(-1)) as Readonly<Record<string, string | undefined>>;
    if (groups["target"] === undefined) return whole;
    return replace({
      image: groups["image"] === "!",
      text: groups["text"] ?? "",
      target: groups["target"],
      title: groups["title"] ?? "",
      at: Number(rest.at(-3)),
      whole,
    });
  });
}
