/** The data of an answer: a list as a table with its tools and pages, a resource as a card, each with its links. */
import { type Html, html, type Registry, type SealedRoute } from "waymark";
import { toJsonSchema } from "waymark/advanced";
import { sharedMessages } from "../messages.ts";
import { linksOf, type PageOf } from "./addresses.ts";
import { DataView, type Row } from "./data-view.ts";
import { listTable } from "./list-table.ts";
import { emptyList, listHead, listPages } from "./list-tools.ts";
import { AddressQuery } from "./query.ts";
import { Shape } from "./shape.ts";

/** Query whose links lead to pages that show its addresses. */
class PagedQuery extends AddressQuery {
  readonly #pageOf: PageOf;

  constructor(path: string, search: string, pageOf: PageOf) {
    super(path, search, false);
    this.#pageOf = pageOf;
  }

  override each(name: string): (value: string) => string {
    return (value) => this.with(name, value);
  }

  protected override href(texts: readonly string[]): string {
    return this.#pageOf(super.href(texts));
  }
}

interface AnswerOnPage {
  readonly route: SealedRoute;
  readonly registry: Registry;
  readonly language: string;
  readonly path: string;
  /** Query with its `?`. */
  readonly search: string;
  /** Values of the path's parameters. */
  readonly params: Readonly<Record<string, string>>;
  /** Pages that links lead to. Default: the addresses themselves. */
  readonly pageOf?: PageOf | undefined;
}

/** Returns the data for people; undefined for a body whose schema names no fields, such as OpenAPI. */
export function answerData(answer: AnswerOnPage, value: Row): Html | undefined {
  const { route, registry, language, path, search, params, pageOf } = answer;
  const view = new DataView(registry, language, linksOf(registry, pageOf));
  const { list, returns } = route.declaration;
  const items = value[list?.as ?? ""];
  if (list !== undefined && Array.isArray(items)) {
    const query =
      pageOf === undefined
        ? new AddressQuery(path, search, true)
        : new PagedQuery(path, search, pageOf);
    const shown = { route, registry, language, items, params, query, pageOf };
    const next = hrefIn(value, "next");
    return html`${listHead(shown, related(answer, value))}
${items.length === 0 ? emptyList(shown) : listTable(shown, view)}
${listPages(shown, next === undefined ? undefined : (pageOf?.(next) ?? next))}`;
  }
  const shape = returns && new Shape(toJsonSchema(returns));
  if (shape === undefined || shape.members.size === 0) return undefined;
  return html`${view.card(value, shape)}
${related(answer, value)}`;
}

/** Relations that every answer has, or that have a place of their own; relations of items are in the table. */
const PLACED = /^(self|profile|next)$|:/;

/** Returns the links of an answer, by their relations. */
function related({ registry, language, pageOf }: AnswerOnPage, value: Row): Html | undefined {
  const linkOf = linksOf(registry, pageOf);
  const links = Object.keys(Object(value["_links"])).flatMap((rel) => {
    const href = PLACED.test(rel) ? undefined : linkOf(hrefIn(value, rel) ?? "", "href");
    return href === undefined ? [] : html`<li><a class="chip" href="${href}">${rel}</a></li>\n`;
  });
  if (links.length === 0) return undefined;
  const { related: name } = sharedMessages(registry, language).data;
  return html`<nav class="related" aria-label="${name}"><span class="soft small">${name}</span> <ul class="chips">${links}</ul></nav>`;
}

function hrefIn(value: Row, rel: string): string | undefined {
  const href: unknown = Object(Object(value["_links"])[rel]).href;
  return typeof href === "string" ? href : undefined;
}
