/** The query in the address of a list, its links to other queries, and its conditions, each of which can be removed. */
import { type Html, html, type Registry } from "waymark";
import { type SharedMessages, sharedMessages } from "../messages.ts";

/** Parameter as the address spells it, and as it is meant. */
interface Parameter {
  readonly text: string;
  readonly name: string;
  readonly value: string;
}

/** Parameters that choose how much of the items is shown. All others decide which items, and in which order. */
const PAGING: ReadonlySet<string> = new Set(["fields", "limit", "cursor"]);

export class AddressQuery {
  readonly #path: string;
  readonly #parameters: readonly Parameter[];
  /** True if links need not repeat the path: they are shown at this address. */
  readonly #isHere: boolean;

  /** @param search query with its `?`, without the language of the page. */
  constructor(path: string, search: string, isHere: boolean) {
    this.#path = path;
    this.#isHere = isHere;
    // A query has no brackets (RFC 3986, section 3.4), but servers accept them.
    const texts = search.slice(1).replaceAll("[", "%5B").replaceAll("]", "%5D").split("&");
    this.#parameters = texts.flatMap((text) =>
      [...new URLSearchParams(text)].map(([name, value]) => ({ text, name, value })),
    );
  }

  get(name: string): string | undefined {
    return this.#parameters.find((one) => one.name === name)?.value;
  }

  /** Returns the address with a parameter of another value; without it if that is undefined. */
  with(name: string, value: string | undefined): string {
    const others = this.#without((one) => one.name === name);
    const text = encodeURIComponent(value ?? "").replaceAll("%2C", ",");
    return this.href(
      value === undefined ? others : [...others, `${encodeURIComponent(name)}=${text}`],
    );
  }

  /** Returns a function like {@link with}, for many values of one parameter. */
  each(name: string): (value: string) => string {
    const start = this.with(name, "");
    return (value) => `${start}${encodeURIComponent(value)}`;
  }

  /** Returns links that remove the conditions and the order, one by one; nothing without any. */
  chips(registry: Registry, language: string): Html | undefined {
    const messages = sharedMessages(registry, language);
    const { conditions, remove, removeAll } = messages.data;
    const chosen = this.#parameters.filter(({ name }) => !PAGING.has(name));
    if (chosen.length === 0) return undefined;
    const items = chosen.map((parameter) => {
      const href = this.href(this.#without((one) => one === parameter));
      return html`<li><a class="chip" href="${href}"><span class="hidden-text">${remove} </span>${conditionText(parameter, messages)} <span aria-hidden="true">×</span></a></li>
`;
    });
    const all = this.href(this.#without(({ name }) => !PAGING.has(name)));
    return html`<nav class="chosen" aria-label="${conditions}"><ul class="chips">
${items}${items.length > 1 && html`<li><a href="${all}">${removeAll}</a></li>\n`}</ul></nav>`;
  }

  /** Returns the other parameters. A cursor belongs to one query: a link to another starts at its first page. */
  #without(isLeftOut: (parameter: Parameter) => boolean): readonly string[] {
    return this.#parameters
      .filter((one) => one.name !== "cursor" && !isLeftOut(one))
      .map(({ text }) => text);
  }

  /** Returns the address with these parameters, or the page that stands for it. */
  protected href(texts: readonly string[]): string {
    if (texts.length === 0) return this.#path;
    return `${this.#isHere ? "" : this.#path}?${texts.join("&")}`;
  }
}

/** Longest part of a condition: all of it is in the address. */
const LONGEST = 60;

function conditionText({ name, value }: Parameter, messages: SharedMessages): string {
  const { fields, data } = messages;
  const shown = shorten(value, LONGEST);
  const [, field, operator = "eq"] = /^filter\[([^[\]]*)\](?:\[([^[\]]*)\])?$/.exec(name) ?? [];
  if (field !== undefined) {
    const words: Readonly<Record<string, string>> = { ...fields.operators, in: data.isOneOf };
    return `${shorten(field, LONGEST)} ${words[operator] ?? shorten(operator, LONGEST)} ${shown}`;
  }
  if (name === "sort") {
    const order = shown
      .split(",")
      .map((one) => (one.startsWith("-") ? `${one.slice(1)} ↓` : `${one} ↑`));
    return `${data.sortedBy} ${order.join(", ")}`;
  }
  return `${shorten(name, LONGEST)}: ${shown}`;
}

/** Returns a text, or its beginning with an ellipsis. A character of two code units is not cut in half. */
export function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
