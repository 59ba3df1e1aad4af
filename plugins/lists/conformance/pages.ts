/** Cases of pages: their sizes, and that following them leads through all items. */
import {
  asObject,
  expectThat,
  OK,
  readObject,
  same,
  sameNames,
  statusIs,
} from "waymark/conformance";
import { nextPage, type List } from "./list.ts";

export async function pageSizes(list: List) {
  const { operation, statement } = list;
  const { defaultPageSize, maxPageSize, wholeEndpoints, responseMeta } = statement;
  const base = await operation.base();
  const { length } = list.items(base);
  const one = await operation.askWith("limit=1");
  const meta = asObject(readObject(base)["_meta"]);
  return [
    ...(wholeEndpoints.includes(operation.route.path)
      ? expectThat(nextPage(base) === undefined, "the whole list at once", "a next page")
      : expectThat(length <= defaultPageSize, `at most ${defaultPageSize} items`, `${length}`)),
    ...sameNames(
      "members of _meta",
      Object.keys(meta),
      responseMeta.map(({ name }) => name),
    ),
    ...same("_meta.count", meta["count"], length),
    ...statusIs(one, 200),
    ...same("items of limit=1", list.items(one).length, Math.min(1, length)),
    ...expectThat(
      length < 2 || nextPage(one) !== undefined || !list.hasLinks,
      "a next page after limit=1",
      "no next page",
    ),
    ...statusIs(await operation.askWith(`limit=${maxPageSize}`), 200),
    ...(await list.refused(
      `limit=${maxPageSize + 1}`,
      "limit=0",
      "limit=-1",
      "limit=x",
      "limit=1&limit=2",
    )),
  ];
}

/** Checks that all pages together hold every item once, in the order of the whole list. */
export async function walks(list: List) {
  const whole = await list.walk();
  const size = Math.max(1, Math.ceil(whole.items.length / 4));
  const paged = await list.walk("", Math.min(size, list.statement.maxPageSize));
  const next = nextPage(await list.operation.askWith("limit=1"));
  const cursor = new URLSearchParams(next?.split("?")[1]).get("cursor");
  const [field] = list.scalars;
  const isSame = JSON.stringify(paged.items) === JSON.stringify(whole.items);
  return [
    ...whole.violations,
    ...paged.violations,
    ...(whole.isComplete && !isSame
      ? expectThat(
          !(await list.isSteady("", whole.items)),
          `the same ${whole.items.length} items page by page`,
          `${paged.items.length} items, or another order`,
        )
      : OK),
    ...(await list.refused("cursor=damaged", "cursor=")),
    // A cursor belongs to its query.
    ...(cursor === null || field === undefined
      ? OK
      : await list.refused(`cursor=${encodeURIComponent(cursor)}&sort=-${field.name}`)),
  ];
}
