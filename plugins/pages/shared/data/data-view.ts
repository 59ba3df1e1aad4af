/** Data of an answer as people read it: a list as a table, a resource as a card. */
import { type Html, html, type Registry } from "waymark";
import { type Format, formatOf } from "../format.ts";
import { fill, plural } from "../fill.ts";
import { sharedMessages } from "../messages.ts";
import { translatedHtml } from "../translate.ts";
import type { LinkOf } from "./addresses.ts";
import { shorten } from "./query.ts";
import type { Shape } from "./shape.ts";

/** Values on one page: a small request yields no large page, however large the answer is. */
const MOST_VALUES = 3000;
/** Characters of a text in a cell, and in a card. */
const LONGEST = { cell: 100, card: 1000 } as const;
/** Items of a list, and members of an object, that are shown within others. */
const MOST_WITHIN = 30;
/** Members of an object that stand in a cell as they are. */
const FEW = 3;
/** Objects within objects that are shown. */
const DEEPEST = 3;
/** Scripts that run from right to left, and the characters that turn other texts around. */
const TURNS = /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC]/;

/** More rows are set closer. */
const DENSE = 50;

/** Object of an answer. */
export type Row = Readonly<Record<string, unknown>>;

/** Column of a table. */
export interface Column {
  readonly name: string;
  readonly shape: Shape | undefined;
  /** Content of the head. Default: the name. */
  readonly head?: Html;
  /** Order of the rows by this column, as `aria-sort` names it. */
  readonly sorted?: "ascending" | "descending" | undefined;
  /** True if its values lead to the items. */
  readonly isKey?: boolean;
  /** Returns the address that a value leads to. */
  readonly hrefOf?: ((value: unknown, row: Row) => string | undefined) | undefined;
}

interface LastColumn {
  readonly title: string;
  readonly of: (row: Row) => readonly Html[];
}

/** Writer of the data of one page, which stops at a limit. */
export class DataView {
  readonly #registry: Registry;
  readonly #language: string;
  readonly #format: Format;
  readonly #linkOf: LinkOf;
  #left = MOST_VALUES;

  constructor(registry: Registry, language: string, linkOf: LinkOf) {
    this.#registry = registry;
    this.#language = language;
    this.#format = formatOf(language);
    this.#linkOf = linkOf;
  }

  /**
   * Returns a table that scrolls on its own. `label` names it for screen readers, `last` is a further column whose
   * content is made from the row.
   */
  table(rows: readonly Row[], columns: readonly Column[], label: string, last?: LastColumn): Html {
    return this.#table(rows, columns, label, 0, last);
  }

  /** Returns the members of an object with their meaning. Members of policies, such as `_links`, are left out. */
  card(value: object, shape: Shape | undefined): Html {
    const entries = Object.entries(value).filter(([name]) => !name.startsWith("_"));
    return this.#members(entries, shape, 0);
  }

  get #messages() {
    return sharedMessages(this.#registry, this.#language).data;
  }

  #table(
    rows: readonly Row[],
    columns: readonly Column[],
    label: string,
    depth: number,
    last?: LastColumn,
  ): Html {
    const width = columns.length + (last === undefined ? 0 : 1);
    const shown = rows.slice(0, Math.max(1, Math.floor(this.#left / width)));
    this.#left -= shown.length * width;
    const classes = columns.map(({ name }) => {
      const values = shown.map((row) => ownMember(row, name)).filter((value) => value != null);
      const isNumeric = values.length > 0 && values.every((value) => typeof value === "number");
      return isNumeric && html` class="number"`;
    });
    const heads = columns.map(
      ({ name, head, sorted }, index) =>
        html`<th scope="col"${classes[index]}${sorted !== undefined && html` aria-sort="${sorted}"`}>${head ?? shorten(name, LONGEST.cell)}</th>`,
    );
    const body = shown.map((row) => {
      const cells = columns.map(
        (column, index) => html`<td${classes[index]}>${this.#cell(row, column, depth)}</td>`,
      );
      return html`<tr>${cells}${last !== undefined && html`<td>${last.of(row)}</td>`}</tr>
`;
    });
    return html`<div class="data-table${shown.length > DENSE && " dense"}" tabindex="0" role="${depth === 0 ? "region" : "group"}" aria-label="${label}"><table>
<thead><tr>${heads}${last !== undefined && html`<th scope="col">${last.title}</th>`}</tr></thead>
<tbody>
${body}</tbody></table></div>${this.#more(rows.length - shown.length)}`;
  }

  #cell(row: Row, { name, shape, isKey, hrefOf }: Column, depth: number): Html {
    const value = ownMember(row, name);
    if (typeof value === "object" && value !== null)
      return this.#folded(value, name, shape, depth + 1);
    const content = this.#scalar(value, name, shape, LONGEST.cell);
    const href = hrefOf?.(value, row);
    return href === undefined
      ? content
      : html`<a${isKey === true && html` rel="item"`} href="${href}">${content}</a>`;
  }

  /** Returns a list or object within a table: a list of texts and a few members as they are, all else folded. */
  #folded(value: object, name: string, shape: Shape | undefined, depth: number): Html {
    const entries = Object.entries(value);
    const count = entries.length;
    const isPlain = entries.every(([, one]) => typeof one !== "object");
    if (isPlain && count > 0 && (Array.isArray(value) || count <= FEW)) {
      const items = entries.slice(0, MOST_WITHIN).map(([key, one]) => {
        const text = shorten(String(one), LONGEST.cell);
        return Array.isArray(value) ? text : `${key}: ${text}`;
      });
      return html`${shorten(items.join(", "), LONGEST.cell)}`;
    }
    const size = this.#size(value);
    if (count === 0 || count > MOST_WITHIN || depth >= DEEPEST || this.#left < count)
      return html`<span class="soft">${size}</span>`;
    return html`<details><summary>${size}</summary>${this.#value(value, name, shape, depth)}</details>`;
  }

  /** Returns members with their values. Within others, several numbers stand side by side. */
  #members(
    entries: readonly (readonly [string, unknown])[],
    shape: Shape | undefined,
    depth: number,
  ): Html {
    this.#left -= entries.length;
    const isMeasure = ([, value]: readonly [string, unknown]) =>
      depth > 0 && typeof value === "number";
    const numeric = entries.filter(isMeasure);
    const measures = numeric.length > 1 ? numeric : [];
    const others = entries.filter((entry) => !measures.includes(entry));
    const members = shape?.members;
    const page = { registry: this.#registry, language: this.#language };
    const rows = others.map(([name, value]) => {
      const own = members?.get(name);
      const meaning = depth === 0 ? own?.description : undefined;
      return html`<div><dt>${shorten(name, LONGEST.cell)}</dt><dd>${this.#value(value, name, own, depth)}${meaning !== undefined && html`<div class="small soft">${translatedHtml(meaning, page)}</div>`}</dd></div>
`;
    });
    const numbers = measures.map(
      ([name, value]) =>
        html`<div><dt>${shorten(name, LONGEST.cell)}</dt><dd>${this.#format.number(Number(value))}</dd></div>
`,
    );
    return html`${numbers.length > 0 && html`<dl class="measures">${numbers}</dl>`}${rows.length > 0 && html`<dl class="kv">${this.#gauges(entries)}${rows}</dl>`}`;
  }

  #value(value: unknown, name: string, shape: Shape | undefined, depth: number): Html {
    if (typeof value !== "object" || value === null)
      return this.#scalar(value, name, shape, LONGEST.card);
    const count = Object.keys(value).length;
    if (count === 0 || depth >= DEEPEST || this.#left < count)
      return html`<span class="soft">${this.#size(value)}</span>`;
    if (!Array.isArray(value))
      return count > MOST_WITHIN
        ? html`<span class="soft">${this.#size(value)}</span>`
        : this.#members(Object.entries(value), shape, depth + 1);
    const items: readonly unknown[] = value;
    const shown = items.slice(0, MOST_WITHIN);
    const more = this.#more(items.length - shown.length);
    const of = shape?.items;
    const rows = shown.filter(isRow);
    const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].slice(0, MOST_WITHIN);
    if (rows.length < shown.length || names.length === 0)
      return html`<ul class="values">${shown.map((item) => html`<li>${this.#value(item, name, of, depth + 1)}</li>`)}</ul>${more}`;
    const columns = names.map((one) => ({ name: one, shape: of?.members.get(one) }));
    return html`${this.#table(rows, columns, name, depth + 1)}${more}`;
  }

  #more(count: number): Html | undefined {
    if (count <= 0) return undefined;
    return html`<p class="small soft">${fill(this.#messages.moreItems, { count })}</p>`;
  }

  /** Returns a bar for each number that another one limits, such as `requestsUsed` by `requestsLimit`. */
  #gauges(entries: readonly (readonly [string, unknown])[]): readonly Html[] {
    const { number } = this.#format;
    const values = new Map(entries);
    return entries.flatMap(([name, used]) => {
      const subject = /^(.*)Used$/.exec(name)?.[1];
      const limit = subject === undefined ? undefined : values.get(`${subject}Limit`);
      if (typeof used !== "number" || typeof limit !== "number" || limit <= 0) return [];
      return [
        html`<div><dt>${subject}</dt><dd><meter max="${limit}" value="${used}" aria-label="${subject}"></meter> ${number(used)} / ${number(limit)}</dd></div>
`,
      ];
    });
  }

  #scalar(value: unknown, name: string, shape: Shape | undefined, longest: number): Html {
    if (value === undefined) return html``;
    if (value === null) return html`<i class="soft">null</i>`;
    if (typeof value !== "string") return html`${JSON.stringify(value)}`;
    const kind = shape?.kind ?? "text";
    const at = kind === "date" || kind === "time" ? Date.parse(value) : NaN;
    if (!Number.isNaN(at)) {
      const { fullDate, moment } = this.#format;
      return html`<time datetime="${value}">${kind === "date" ? fullDate(at) : moment(at)}</time>`;
    }
    const short = shorten(value, kind === "tag" ? LONGEST.cell / 2 : longest);
    const text = TURNS.test(short) ? html`<bdi>${short}</bdi>` : html`${short}`;
    if (kind === "tag") return html`<span class="tag">${text}</span>`;
    const target = longest === LONGEST.card ? this.#linkOf(value, name) : undefined;
    return target === undefined ? text : html`<a href="${target}">${text}</a>`;
  }

  /** Returns the size of a list or object in words. */
  #size(value: object): string {
    const { items, members } = this.#messages;
    const forms = Array.isArray(value) ? items : members;
    return plural(forms, Object.keys(value).length, this.#language);
  }
}

/** Checks that a value is an object. */
export function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns a member of a row; undefined also for what all objects inherit. */
function ownMember(row: Row, name: string): unknown {
  return Object.hasOwn(row, name) ? row[name] : undefined;
}
