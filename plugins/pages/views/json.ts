/** JSON as a tree that folds, highlighted and with links, up to a limit. */
import { Html } from "waymark";
import type { LinkOf } from "../shared/data/addresses.ts";
import { fill, plural } from "../shared/fill.ts";
import type { SharedMessages } from "../shared/messages.ts";

type Messages = SharedMessages["data"];

/** Values in a tree: so many take some 60 KB of HTML, and a millisecond. */
const MOST_VALUES = 500;
const MOST_CHARACTERS = 32_768;
const LONGEST_TEXT = 2000;
/** Bytes of an answer that is unfolded whole; larger answers are unfolded down to this depth. */
const SMALL = 8192;
const OPEN_DEPTH = 3;

interface Tree {
  readonly html: Html;
  /** Number of values that it shows. */
  readonly values: number;
  readonly isWhole: boolean;
}

export function jsonTree(
  value: unknown,
  byteLength: number,
  linkOf: LinkOf,
  language: string,
  messages: Messages,
): Tree {
  const writer = new TreeWriter(
    byteLength <= SMALL ? Infinity : OPEN_DEPTH,
    linkOf,
    language,
    messages,
  );
  writer.write(value, undefined, "", 0);
  const { parts, values, isWhole } = writer;
  return { html: Html.trust(parts.join("")), values, isWhole };
}

/** Writer of a tree, which escapes every text at its place. */
class TreeWriter {
  readonly parts: string[] = [];
  values = 0;
  isWhole = true;
  #characters = 0;
  readonly #openDepth: number;
  readonly #linkOf: LinkOf;
  readonly #language: string;
  readonly #messages: Messages;

  constructor(openDepth: number, linkOf: LinkOf, language: string, messages: Messages) {
    this.#openDepth = openDepth;
    this.#linkOf = linkOf;
    this.#language = language;
    this.#messages = messages;
  }

  /** Writes a member of an object, or an item, with the comma behind it. */
  write(value: unknown, member: string | undefined, comma: string, depth: number): void {
    this.values++;
    const name =
      member === undefined
        ? ""
        : `<span class="json-name">${this.#text(JSON.stringify(member))}</span>: `;
    const entries: readonly (readonly [string | undefined, unknown])[] = Array.isArray(value)
      ? value.map((item: unknown) => [undefined, item] as const)
      : typeof value === "object" && value !== null
        ? Object.entries(value)
        : [];
    if (entries.length === 0) {
      this.parts.push(`<div>${name}${this.#scalar(value, member)}${comma}</div>`);
      return;
    }
    const isList = Array.isArray(value);
    const [open, close] = isList ? "[]" : "{}";
    const kind = isList ? "items" : "members";
    const count = escapeText(plural(this.#messages[kind], entries.length, this.#language));
    this.parts.push(
      `<details${depth < this.#openDepth ? " open" : ""}><summary>${name}${open}<span class="rest"> … ${close}${comma}</span> <span class="count ${kind}">${count}</span></summary><div class="within">`,
    );
    this.#writeAll(entries, depth + 1);
    this.parts.push(`</div><div>${close}${comma}</div></details>`);
  }

  #writeAll(entries: readonly (readonly [string | undefined, unknown])[], depth: number): void {
    for (const [index, [member, value]] of entries.entries()) {
      const left = entries.length - index;
      if (this.values >= MOST_VALUES || this.#characters >= MOST_CHARACTERS) {
        this.isWhole = false;
        this.parts.push(
          `<div class="count">${escapeText(fill(this.#messages.more, { count: left }))}</div>`,
        );
        return;
      }
      this.write(value, member, left === 1 ? "" : ",", depth);
    }
  }

  #scalar(value: unknown, member: string | undefined): string {
    if (typeof value === "object" && value !== null) return Array.isArray(value) ? "[]" : "{}";
    if (typeof value !== "string") {
      const kind = typeof value === "number" ? "number" : "literal";
      return `<span class="json-${kind}">${this.#text(String(value))}</span>`;
    }
    const isShort = value.length <= LONGEST_TEXT;
    if (!isShort) this.isWhole = false;
    const text = this.#text(JSON.stringify(isShort ? value : `${value.slice(0, LONGEST_TEXT)}…`));
    const target = isShort ? this.#linkOf(value, member) : undefined;
    if (target === undefined) return `<span class="json-string">${text}</span>`;
    const rel = target.startsWith("/") ? "" : ' rel="nofollow noopener noreferrer"';
    const address = escapeText(target).replaceAll('"', "&quot;");
    return `<span class="json-string">"<a href="${address}"${rel}>${text.slice(1, -1)}</a>"</span>`;
  }

  #text(text: string): string {
    this.#characters += text.length;
    return escapeText(text);
  }
}

/** Escapes text for an element. The many quotes of JSON stay, which would take six characters each. */
export function escapeText(text: string): string {
  return text.replace(/[&<]/g, (character) => (character === "&" ? "&amp;" : "&lt;"));
}
