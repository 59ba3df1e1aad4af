/** Cases of what is on a page: order, filters, fields, and how many of each a query may name. */
import {
  asObject,
  OK,
  readLinks,
  readsHeader,
  refuses,
  same,
  sameNames,
  statusIs,
  type Answer,
  type Violation,
} from "waymark/conformance";
import type { List } from "./list.ts";

export async function sorts(list: List) {
  const violations: Violation[] = [];
  for (const { name } of list.scalars) {
    const ascending = await list.walk(`&sort=${name}`);
    const descending = await list.walk(`&sort=-${name}`);
    const values = ascending.items.map((item) => scalar(item, name));
    violations.push(
      ...ascending.violations,
      ...descending.violations,
      ...same(`values in the order of ${name}`, values, values.toSorted(byValue)),
    );
    if (!ascending.isComplete || !descending.isComplete) continue;
    const reversed = descending.items.map((item) => scalar(item, name)).toReversed();
    const differences = same(`the values of sort=-${name}, reversed`, reversed, values);
    if (differences.length > 0 && (await list.isSteady(`&sort=${name}`, ascending.items)))
      violations.push(...differences);
  }
  return [...violations, ...(await list.refused("sort=no-such-field"))];
}

/** Each operator selects as many items as the place of a value in the sorted list says. */
export async function filters(list: List) {
  const { operators, operatorsByType } = list.statement.filter;
  const ofTypes = Object.values(operatorsByType).flat();
  const violations = [...sameNames("the operators of all types", ofTypes, operators)];
  for (const { name, type } of list.scalars) {
    const { items, isComplete } = await list.walk(`&sort=${name}`);
    const values = items.map((item) => scalar(item, name));
    const present = values.filter((value) => value !== null && !String(value).includes(","));
    const value = present[Math.floor(present.length / 2)];
    if (value === undefined || !isComplete) continue;
    const part = String(value).slice(0, 2);
    const expected = countsBy(values, value, part);
    for (const operator of operatorsByType[type] ?? []) {
      const operand = operator === "contains" ? part : String(value);
      const filter = `filter[${name}][${operator}]=${encodeURIComponent(operand)}`;
      const selected = await list.walk(`&${filter}`);
      const count = selected.items.length;
      const differences = same(`number of items with ${filter}`, count, expected[operator]);
      violations.push(
        ...selected.violations,
        ...(differences.length > 0 && (await list.isSteady(`&sort=${name}`, items))
          ? differences
          : []),
      );
    }
  }
  return [...violations, ...(await list.refused("filter[no-such-field]=1", "filter=1"))];
}

/** Expected numbers of items by operator. Absent values come first in `sorted`, and have no order. */
function countsBy(
  sorted: readonly Scalar[],
  value: Scalar,
  part: string,
): Readonly<Record<string, number>> {
  const first = sorted.indexOf(value);
  const end = sorted.lastIndexOf(value) + 1;
  const absent = sorted.filter((one) => one === null).length;
  return {
    eq: end - first,
    in: end - first,
    ne: sorted.length - (end - first),
    lt: first - absent,
    lte: end - absent,
    gt: sorted.length - end,
    gte: sorted.length - first,
    contains: sorted.filter((one) => one !== null && String(one).includes(part)).length,
  };
}

export async function fields(list: List) {
  const { operation } = list;
  const whole = await operation.base();
  const items = list.items(whole).map(asObject);
  const [name] = items.flatMap((item) => Object.keys(item));
  if (name === undefined) return OK;
  const violations: Violation[] = [];
  for (const [search, names] of [
    [`fields=${name}`, [name]],
    [`fields=${name},no-such-field`, [name]],
    ["fields=", []],
  ] as const) {
    const answer = await operation.askWith(search);
    const sparse = list.items(answer).map(asObject);
    violations.push(
      ...statusIs(answer, 200),
      ...same(`as many items with ${search}`, sparse.length, items.length),
      ...sparse.flatMap((item) => sameNames(`the fields of ${search}`, Object.keys(item), names)),
      ...same(`profiles with ${search}`, profilesOf(answer), profilesOf(whole)),
    );
  }
  const headers = { prefer: "handling=strict" };
  const strict = await operation.askWith("fields=no-such-field", { headers });
  return [
    ...violations.slice(0, 3),
    ...(readsHeader(list.registry, "prefer") ? refuses(strict, list, "bad-request") : OK),
  ];
}

function profilesOf(answer: Answer): readonly string[] {
  const links = readLinks(answer).header;
  return links.filter(({ rel }) => rel === "profile").map(({ href }) => href);
}

/** Checks that one more than the largest number of each is refused. */
export async function bounds(list: List) {
  const { fieldNames, sortFields, filters: conditions, inValues } = list.statement.limits;
  const names = (count: number) => Array.from({ length: count }, (_, index) => `f${index}`);
  const [field] = list.scalars;
  const searches = [
    `fields=${names(fieldNames + 1).join(",")}`,
    `sort=${names(sortFields + 1).join(",")}`,
    names(conditions + 1)
      .map((name) => `filter[${name}]=1`)
      .join("&"),
    ...(field === undefined ? [] : [`filter[${field.name}][in]=${names(inValues + 1).join(",")}`]),
  ];
  const violations = await Array.fromAsync(searches, async (search) => {
    const answer = await list.operation.askWith(search);
    // A query too long for a URL needs no other limit.
    return answer.status === 414 ? OK : refuses(answer, list, "bad-request");
  });
  return violations.flat();
}

type Scalar = string | number | boolean | null;

/** Returns the value of a scalar field; null if it is absent. */
function scalar(item: unknown, name: string): Scalar {
  const value = asObject(item)[name];
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? value
    : null;
}

/** Compares values: absent first, text by code point, which is the order of its UTF-8 bytes. */
function byValue(one: Scalar, other: Scalar): number {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null);
  if (typeof one === "string" && typeof other === "string")
    return Buffer.compare(Buffer.from(one), Buffer.from(other));
  return Number(one) - Number(other);
}
