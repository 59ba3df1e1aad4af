/** HTML as a type of its own, so that nothing unescaped gets into a page by accident. */
/** Text that is HTML already. Made by {@link html}, which escapes all other text. */
export declare class Html {
    #private;
    private constructor();
    /** Declares that `text` is HTML from a source that may write markup, such as a Markdown renderer that escapes. */
    static trust(text: string): Html;
    toString(): string;
}
/** A value that a template may hold. Lists are put one after the other; `undefined`, `null` and `false` leave nothing. */
export type HtmlValue = Html | string | number | false | null | undefined | readonly HtmlValue[];
/**
 * HTML with values in it, each escaped for text and for quoted attributes. Attributes that hold values must be quoted.
 *
 * @example html`<a href="${path}">${title}</a>`
 */
export declare function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html;
/**
 * Text as it may stand in an element or in a quoted attribute, of HTML and of XML. Control characters, which neither may
 * hold, become U+FFFD.
 *
 * @see https://www.w3.org/TR/xml/#charsets
 */
export declare function escapeHtml(text: string): string;
