/** Pages: their sizes, and that following them leads through everything. */
import {
  asObject,
  expectThat,
  OK,
  readObject,
  same,
  sameNames,
  statusIs,
  writesHeader,
  type Violation,
} from "waymark/conformance";
import { nextOf, type List } from "./list.ts";

export async function pageSizes(list: List): Promise<readonly Violation[]> {
  const { defaultPageSize, maxPageSize, wholeEndpoints, responseMeta } = list.statement;
  const base = await list.base();
  const whole = wholeEndpoints.includes(list.path);
  const { length } = list.items(base);
  const one = await list.askWith("limit=1");
  const most = await list.askWith(`limit=${maxPageSize}`);
  const meta = asObject(readObject(base)["_meta"]);
  return [
    ...(whole
      ? expectThat(nextOf(base) === undefined, "the whole list at once", "a next page")
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
      length < 2 || nextOf(one) !== undefined || !writesHeader(list.registry, "Link"),
      "a next page after limit=1",
      "no next page",
    ),
    ...statusIs(most, 200),
    ...(await list.refused(
      `limit=${maxPageSize + 1}`,
      "limit=0",
      "limit=-1",
      "limit=x",
      "limit=1&limit=2",
    )),
  ];
}

/** All pages hold every item once, in the order of the whole. */
export async function walks(list: List): Promise<readonly Violation[]> {
  const { maxPageSize } = list.statement;
  const all = await list.walk(maxPageSize);
  const size = Math.max(1, Math.ceil(all.items.length / 4));
  const walked = await list.walk(Math.min(size, maxPageSize));
  const [first] = await list.take(1, nextOf(await list.askWith("limit=1")));
  const foreign = new URLSearchParams(first?.target.split("?")[1]).get("cursor");
  const other = list.scalars[0]?.name;
  return [
    ...all.problems,
    ...walked.problems,
    ...(all.complete && walked.complete
      ? expectThat(
          JSON.stringify(walked.items) === JSON.stringify(all.items),
          `the same ${all.items.length} items page by page`,
          `${walked.items.length} items, or another order`,
        )
      : OK),
    ...(await list.refused("cursor=damaged", "cursor=")),
    // A cursor belongs to its query.
    ...(foreign === null || other === undefined
      ? OK
      : await list.refused(`cursor=${encodeURIComponent(foreign)}&sort=-${other}`)),
  ];
}
