/** Markdown as a type of its own, so that values from the config show as text. */
import { linkTarget } from "../../shared/links.ts";

/** Part of a text that is Markdown already. Made by {@link markdown}, which escapes everything else. */
export class Markdown {
  readonly #source: string;

  private constructor(source: string) {
    this.#source = source;
  }

  /** Declares that `source` may contain markup. */
  static trust(source: string): Markdown {
    return new Markdown(source);
  }

  toString(): string {
    return this.#source;
  }
}

/** Values of a template. Each item of a list has its own line; `undefined` leaves nothing. */
export type MarkdownValue = Markdown | string | undefined | readonly Markdown[];

/**
 * Returns Markdown with values in it, each escaped so that it shows as it is; code and links have own functions. The first
 * and the last line break do not count, and a part that is left out takes its line with it.
 *
 * @example
 * markdown`
 * ${name} is run by ${operator}.
 * ${when("rel:terms")`
 * See the [terms](rel:terms).
 * `}
 * `
 */
export function markdown(
  strings: TemplateStringsArray,
  ...values: readonly MarkdownValue[]
): Markdown {
  let source = (strings[0] ?? "").replace(/^\n/, "");
  values.forEach((value, index) => {
    const next = strings[index + 1] ?? "";
    if (value === undefined && /(?:^|\n)$/.test(source)) source += next.replace(/^\n/, "");
    else source += asSource(value, source) + next;
  });
  return Markdown.trust(source.replace(/\n$/, ""));
}

/** Template tag for a part that may be left out. */
export type Part = (
  strings: TemplateStringsArray,
  ...values: readonly MarkdownValue[]
) => Markdown | undefined;

/** Returns a part that is there if `condition` holds. */
export function partIf(condition: boolean): Part {
  return condition ? markdown : () => undefined;
}

/** Returns a part shown if the operator has set an option. */
export function whenSet(option: unknown): Part {
  return partIf(option !== undefined);
}

/** Returns a part shown if the operator has set none of these options. */
export function unlessSet(...options: readonly unknown[]): Part {
  return partIf(options.every((option) => option === undefined));
}

function asSource(value: MarkdownValue, before: string): string {
  if (typeof value === "string") return escape(value, before);
  return value instanceof Markdown ? value.toString() : (value ?? []).join("\n");
}

/** Returns inline code. Backticks become apostrophes: they would end it. */
export function code(text: string | undefined = ""): Markdown {
  return Markdown.trust(`\`${oneLine(text).replaceAll("`", "'")}\``);
}

/** Returns a shell command as a block of code. */
export function shell(command: string): Markdown {
  return Markdown.trust(`\`\`\`sh\n${oneLine(command).replaceAll("`", "'")}\n\`\`\``);
}

/** Returns a link to a URL that the operator has set. */
export function link(url: string | undefined = "", text = url): Markdown {
  return Markdown.trust(`[${escape(text)}](${linkTarget(url)})`);
}

export function mailLink(address: string | undefined = ""): Markdown {
  return link(`mailto:${address}`, address);
}

/** Start of a line, a list item or a quotation: some characters there mean a list or a heading. */
const LINE_START = /(?:^|\n)[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?$/;

/** Escapes a value; `before` is the source up to the value. */
function escape(value: string, before = ""): string {
  const escaped = oneLine(value).replace(/[\\`*_{}[\]<>()#|&!~]/g, "\\$&");
  if (!LINE_START.test(before)) return escaped;
  return escaped.replace(/^[-+=]/, "\\$&").replace(/^(\d{1,9})([.)])/, "$1\\$2");
}

function oneLine(value: string): string {
  return value.replace(/[\s\p{Cc}]+/gu, " ").trim();
}
