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

/** Tree as HTML, in which every text is escaped at its place. */
interface Tree {
  readonly html: Html;
  /** Number of values that it shows. */
  readonly values: number;
  readonly isWhole: boolean;
}

export function jsonTree(
  root: unknown,
  byteLength: number,
  linkOf: LinkOf,
  language: string,
  messages: Messages,
): Tree {
  const openDepth = byteLength <= SMALL ? Infinity : OPEN_DEPTH;
  const parts: string[] = [];
  let values = 0;
  let characters = 0;
  let isWhole = true;
  write(root, undefined, "", 0);
  return { html: Html.trust(parts.join("")), values, isWhole };

  /** Writes a member of an object, or an item, with the comma behind it. */
  function write(value: unknown, member: string | undefined, comma: string, depth: number): void {
    values++;
    const name =
      member === undefined
        ? ""
        : `<span class="json-name">${textOf(JSON.stringify(member))}</span>: `;
    const isList = Array.isArray(value);
    const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
    if (entries.length === 0) {
      parts.push(`<div>${name}${scalar(value, member)}${comma}</div>`);
      return;
    }
    const [open, close] = isList ? "[]" : "{}";
    const kind = isList ? "items" : "members";
    const count = escapeText(plural(messages[kind], entries.length, language));
    parts.push(
      `<details${depth < openDepth ? " open" : ""}><summary>${name}${open}<span class="rest"> … ${close}${comma}</span> <span class="count ${kind}">${count}</span></summary><div class="within">`,
    );
    for (const [index, [key, one]] of entries.entries()) {
      const left = entries.length - index;
      if (values >= MOST_VALUES || characters >= MOST_CHARACTERS) {
        isWhole = false;
        parts.push(`<div class="count">${escapeText(fill(messages.more, { count: left }))}</div>`);
        break;
      }
      write(one, isList ? undefined : key, left === 1 ? "" : ",", depth + 1);
    }
    parts.push(`</div><div>${close}${comma}</div></details>`);
  }

  function scalar(value: unknown, member: string | undefined): string {
    if (typeof value === "object" && value !== null) return Array.isArray(value) ? "[]" : "{}";
    if (typeof value !== "string") {
      const kind = typeof value === "number" ? "number" : "literal";
      return `<span class="json-${kind}">${textOf(String(value))}</span>`;
    }
    const isShort = value.length <= LONGEST_TEXT;
    if (!isShort) isWhole = false;
    const text = textOf(JSON.stringify(isShort ? value : `${value.slice(0, LONGEST_TEXT)}…`));
    const target = isShort ? linkOf(value, member) : undefined;
    if (target === undefined) return `<span class="json-string">${text}</span>`;
    const rel = target.startsWith("/") ? "" : ' rel="nofollow noopener noreferrer"';
    const address = escapeText(target).replaceAll('"', "&quot;");
    return `<span class="json-string">"<a href="${address}"${rel}>${text.slice(1, -1)}</a>"</span>`;
  }

  function textOf(text: string): string {
    characters += text.length;
    return escapeText(text);
  }
}

/** Escapes text for an element. The many quotes of JSON stay, which would take six characters each. */
export function escapeText(text: string): string {
  return text.replace(/[&<]/g, (character) => (character === "&" ? "&amp;" : "&lt;"));
}
