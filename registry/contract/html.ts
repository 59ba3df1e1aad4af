/** HTML as a type of its own, so that nothing unescaped gets into a page by accident. */

/** Text that is HTML already. Made by {@link html}, which escapes all other text. */
export class Html {
  readonly #text: string;

  private constructor(text: string) {
    this.#text = text;
  }

  /** Declares that `text` is HTML from a source that may write markup, such as a Markdown renderer that escapes. */
  static trust(text: string): Html {
    return new Html(text);
  }

  toString(): string {
    return this.#text;
  }
}

/** A value that a template may hold. Lists are put one after the other; `undefined`, `null` and `false` leave nothing. */
export type HtmlValue = Html | string | number | false | null | undefined | readonly HtmlValue[];

/**
 * Returns HTML with values in it, each escaped for text and quoted attributes. Attributes with values must be quoted.
 *
 * @example html`<a href="${path}">${title}</a>`
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let text = strings[0] ?? "";
  values.forEach((value, index) => {
    text += render(value) + (strings[index + 1] ?? "");
  });
  return Html.trust(text);
}

function render(value: HtmlValue): string {
  if (value instanceof Html) return value.toString();
  if (typeof value === "string") return escapeHtml(value);
  if (typeof value === "number") return String(value);
  if (value === undefined || value === null || value === false) return "";
  return value.map(render).join("");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

// oxlint-disable-next-line no-control-regex -- these are the characters that it is about
const SPECIAL = /[&<>"'\0-\u0008\v\f\u000e-\u001f\u007f]/g;

/**
 * Returns text as it may stand in an element or in a quoted attribute, of HTML and of XML. Control characters, which
 * neither may hold, become U+FFFD.
 *
 * @see https://www.w3.org/TR/xml/#charsets
 */
export function escapeHtml(text: string): string {
  return text.replace(SPECIAL, (character) => ENTITIES[character] ?? "\uFFFD");
}

/** Returns the text that `escapeHtml` escaped. */
export function unescapeHtml(text: string): string {
  // `&` comes last, as its entity may be part of the text.
  return Object.entries(ENTITIES)
    .toReversed()
    .reduce((done, [character, entity]) => done.replaceAll(entity, character), text);
}
