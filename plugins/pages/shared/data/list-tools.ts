/** Parts around the table of a list: its conditions, columns and pages. */
import { type Html, html } from "waymark";
import { plural } from "../fill.ts";
import { sharedMessages } from "../messages.ts";
import { fieldsOfItems, type ListOnPage } from "./list-table.ts";

/** Sizes of pages to choose from, up to the largest of the list. */
const SIZES = [25, 50, 100, 200];

/** Returns the number of rows, the conditions, links of the list, and the columns to choose from. */
export function listHead(list: ListOnPage, links: Html | undefined): Html {
  const { route, registry, language, items, query } = list;
  const { data } = sharedMessages(registry, language);
  return html`<div class="tools"><p>${plural(data.items, items.length, language)}</p>
${query.chips(registry, language)}
${links}
${route.engine !== undefined && columnChoice(list)}</div>`;
}

/** Returns a link for each column, which shows it or takes it away. */
function columnChoice({ route, registry, language, query }: ListOnPage): Html | undefined {
  const { columns, show, hide } = sharedMessages(registry, language).data;
  const all = fieldsOfItems(route);
  if (all.length < 2) return undefined;
  const chosen = new Set(query.get("fields")?.split(",") ?? all);
  const links = all.map((name) => {
    const isOn = chosen.has(name);
    const others = all.filter((one) => (one === name ? !isOn : chosen.has(one)));
    if (others.length === 0) return html`<li><span class="chip on">${name}</span></li>\n`;
    const href = query.with("fields", others.length === all.length ? undefined : others.join(","));
    return html`<li><a class="chip${isOn && " on"}" href="${href}"><span class="hidden-text">${isOn ? hide : show} </span>${name}</a></li>
`;
  });
  return html`<details class="columns"><summary>${columns}</summary><ul class="chips">
${links}</ul></details>`;
}

/** Returns links to other pages of the list; undefined if all of it is on one. */
export function listPages(
  { route, registry, language, query, items }: ListOnPage,
  next: string | undefined,
): Html | undefined {
  const { data } = sharedMessages(registry, language);
  const limit = route.engine?.parameters.find(({ name }) => name === "limit")?.schema;
  const isLater = query.get("cursor") !== undefined;
  const size = Number(query.get("limit") ?? limit?.default ?? items.length);
  const sizes = SIZES.filter((one) => one <= (limit?.maximum ?? 0));
  const links = [
    isLater && html`<li><a href="${query.with("cursor", undefined)}">${data.first}</a></li>\n`,
    next !== undefined && html`<li><a href="${next}" rel="next">${data.next}</a></li>\n`,
  ];
  const isWhole = !isLater && next === undefined && items.length <= (SIZES[0] ?? 0);
  if (isWhole && query.get("limit") === undefined) return undefined;
  return html`<nav class="pages" aria-label="${data.pages}"><ul>${links}</ul>
<ul><li>${data.perPage}</li>${sizes.map(
    (one) =>
      html`<li><a href="${query.with("limit", String(one))}"${one === size && html` aria-current="true"`}>${one}</a></li>`,
  )}</ul></nav>`;
}

/** Returns what stands in place of a table without rows. */
export function emptyList({ registry, language, query }: ListOnPage): Html {
  const { data } = sharedMessages(registry, language);
  const isNarrow = query.chips(registry, language) !== undefined;
  return html`<p class="empty">${isNarrow ? data.noMatch : data.empty}</p>`;
}
