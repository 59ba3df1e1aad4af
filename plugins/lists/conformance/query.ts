/** What is on a page: order, conditions, fields, and how many of each a query may name. */
import {
  asObject,
  readLinks,
  OK,
  expectThat,
  readsHeader,
  refuses,
  same,
  sameNames,
  statusIs,
  type Violation,
} from "waymark/conformance";
import type { List } from "./list.ts";
import { inOrder, meets, type Value } from "./order.ts";

export async function sorts(list: List): Promise<readonly Violation[]> {
  const problems: Violation[] = [];
  for (const { name } of list.scalars) {
    for (const sort of [name, `-${name}`]) {
      const answer = await list.askWith(`sort=${sort}&limit=${list.statement.maxPageSize}`);
      const values = list.items(answer).map((item) => valueOf(item, name));
      problems.push(
        ...statusIs(answer, 200),
        ...expectThat(
          inOrder(values, sort.startsWith("-")),
          `items in the order of ${sort}`,
          values.join(", "),
        ),
      );
    }
  }
  return [...problems, ...(await list.refused("sort=no-such-field"))];
}

/** Each operator gives the items that meet the condition, by our own reading of them. */
export async function filters(list: List): Promise<readonly Violation[]> {
  const { filter, maxPageSize } = list.statement;
  const all = await list.walk(maxPageSize);
  const problems: Violation[] = sameNames(
    "the operators of all types",
    Object.values(filter.operatorsByType).flat(),
    filter.operators,
  ).slice();
  for (const { name, type } of list.scalars) {
    const held = all.items
      .map((item) => valueOf(item, name))
      .find((value) => value !== null && !String(value).includes(","));
    if (held === undefined || held === null || !all.complete) continue;
    for (const operator of filter.operatorsByType[type] ?? []) {
      const text = operator === "contains" ? String(held).slice(0, 2) : String(held);
      const value = operator === "contains" ? text : held;
      const search = `filter[${name}][${operator}]=${encodeURIComponent(text)}&limit=${maxPageSize}`;
      const answer = await list.askWith(search);
      problems.push(...statusIs(answer, 200));
      if (list.goesOn(answer, maxPageSize)) continue;
      problems.push(
        ...same(
          `items that meet ${name} ${operator} ${text}`,
          list.items(answer).length,
          all.items.filter((item) => meets(valueOf(item, name), operator, value)).length,
        ),
      );
    }
  }
  return [...problems, ...(await list.refused("filter[no-such-field]=1", "filter=1"))];
}

export async function trims(list: List): Promise<readonly Violation[]> {
  const items = list.items(await list.base()).map(asObject);
  const [wanted] = items.flatMap((item) => Object.keys(item));
  if (wanted === undefined) return OK;
  const problems: Violation[] = [];
  for (const [search, names] of [
    [`fields=${wanted}`, [wanted]],
    [`fields=${wanted},no-such-field`, [wanted]],
    ["fields=", []],
  ] as const) {
    const answer = await list.askWith(search);
    const trimmed = list.items(answer).map(asObject);
    problems.push(
      ...statusIs(answer, 200),
      ...same(`as many items with ${search}`, trimmed.length, items.length),
      ...trimmed.flatMap((item) => sameNames(`the fields of ${search}`, Object.keys(item), names)),
      ...same(
        `links to a profile with ${search}`,
        readLinks(answer).header.filter(({ rel }) => rel === "profile").length,
        0,
      ),
    );
  }
  const headers = { prefer: "handling=strict" };
  const strict = await list.askWith("fields=no-such-field", { headers });
  return [
    ...problems.slice(0, 3),
    ...(readsHeader(list.registry, "prefer") ? refuses(strict, list, "bad-request") : OK),
  ];
}

/** One more than the largest number of each. */
export async function numbers(list: List): Promise<readonly Violation[]> {
  const { fieldNames, sortFields, filters: conditions, inValues } = list.statement.limits;
  const names = (count: number) => Array.from({ length: count }, (_, index) => `f${index}`);
  const [scalar] = list.scalars;
  const searches = [
    `fields=${names(fieldNames + 1).join(",")}`,
    `sort=${names(sortFields + 1).join(",")}`,
    names(conditions + 1)
      .map((name) => `filter[${name}]=1`)
      .join("&"),
    ...(scalar === undefined
      ? []
      : [`filter[${scalar.name}][in]=${names(inValues + 1).join(",")}`]),
  ];
  const problems: Violation[] = [];
  for (const search of searches) {
    const answer = await list.askWith(search);
    // What no URL has room for needs no further limit.
    if (answer.status !== 414) problems.push(...refuses(answer, list, "bad-request"));
  }
  return problems;
}

function valueOf(item: unknown, name: string): Value {
  const value = asObject(item)[name];
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? value
    : null;
}
