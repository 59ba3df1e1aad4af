import { z } from "zod";
import { scalarFields } from "../../../registry/schema-fields.ts";
import { asObject, objectOf, type Answer } from "../client.ts";
import { refuses } from "../refusals.ts";
import { itemsOf } from "../parameters.ts";
import { holds, NONE, same, sameNames, statusIs, testCase, type Problem } from "../problem.ts";
import { linksOf, writes, type Operation, type World } from "../world.ts";
import { policyCheck } from "./check.ts";
import { inOrder, meets, type Value } from "./list-order.ts";

const Statement = z.object({
  defaultPageSize: z.number(),
  maxPageSize: z.number(),
  parameters: z.array(z.object({ name: z.string() })),
  filter: z.object({
    operators: z.array(z.string()),
    operatorsByType: z.record(z.string(), z.array(z.string())),
  }),
  responseMeta: z.array(z.object({ name: z.string() })),
  limits: z.object({
    fieldNames: z.number(),
    sortFields: z.number(),
    filters: z.number(),
    inValues: z.number(),
  }),
  applicableEndpoints: z.array(z.string()),
  wholeEndpoints: z.array(z.string()),
});
type Statement = z.output<typeof Statement>;

const PAGES = "lists: pages";
const CURSOR = "lists: cursor";
const SORT = "lists: sort";
const FILTER = "lists: filter";
const FIELDS = "lists: fields";
const BOUNDS = "lists: bounds";
const ENDPOINTS = "lists: endpoints";

export const lists = policyCheck(Statement, {
  proves: {
    style: [CURSOR],
    defaultPageSize: [PAGES],
    maxPageSize: [PAGES],
    parameters: [ENDPOINTS, PAGES, CURSOR, SORT, FILTER, FIELDS],
    filter: [FILTER],
    responseMeta: [PAGES],
    sort: [SORT],
    fields: [FIELDS],
    limits: [BOUNDS],
    applicableEndpoints: [ENDPOINTS],
    wholeEndpoints: [PAGES],
  },
  service: ({ operations }, { applicableEndpoints, parameters }) => [
    testCase(ENDPOINTS, async () => {
      const routes = operations.map(({ route }) => route).filter(({ kind }) => kind === "list");
      const known = routes.flatMap(({ policies }) =>
        policies.flatMap(({ compiled }) => compiled.list?.parameters ?? []),
      );
      return [
        ...sameNames(
          "the paths of all lists",
          applicableEndpoints,
          routes.map(({ path }) => path),
        ),
        ...sameNames(
          "the parameters of all lists",
          parameters.map(({ name }) => name),
          routes.length === 0 ? parameters.map(({ name }) => name) : known.map(({ name }) => name),
        ),
      ];
    }),
  ],
  operation(op, world, statement) {
    if (op.route.kind !== "list") return [];
    const list = new List(op, world, statement);
    return [
      testCase(PAGES, () => list.pageSizes()),
      writes(world.registry, "Link")
        ? testCase(CURSOR, () => list.walks())
        : { name: CURSOR, notAsked: "without links nothing says where the next page is" },
      testCase(SORT, () => list.sorts()),
      testCase(FILTER, () => list.filters()),
      testCase(FIELDS, () => list.trims()),
      testCase(BOUNDS, () => list.numbers()),
    ];
  },
});

/** Pages that a walk follows at most. */
const MAX_PAGES = 25;

class List {
  readonly #op: Operation;
  readonly #world: World;
  readonly #statement: Statement;
  /** Type of each field that can be sorted and filtered by. */
  readonly #scalars: readonly { readonly name: string; readonly type: string }[];

  constructor(op: Operation, world: World, statement: Statement) {
    this.#op = op;
    this.#world = world;
    this.#statement = statement;
    const { list } = op.route.declaration;
    this.#scalars = list === undefined ? [] : Object.values(scalarFields(list.of));
  }

  async pageSizes(): Promise<readonly Problem[]> {
    const { defaultPageSize, maxPageSize, wholeEndpoints, responseMeta } = this.#statement;
    const base = await this.#op.base();
    const whole = wholeEndpoints.includes(this.#op.route.path);
    const items = itemsOf(base, this.#op.route);
    const one = await this.#op.askWith("limit=1");
    const most = await this.#op.askWith(`limit=${maxPageSize}`);
    const meta = asObject(objectOf(base)["_meta"]);
    return [
      ...(whole
        ? holds(nextOf(base) === undefined, "the whole list at once", "a next page")
        : holds(
            items.length <= defaultPageSize,
            `at most ${defaultPageSize} items`,
            `${items.length}`,
          )),
      ...sameNames(
        "members of _meta",
        Object.keys(meta),
        responseMeta.map(({ name }) => name),
      ),
      ...same("_meta.count", meta["count"], items.length),
      ...statusIs(one, 200),
      ...same("items of limit=1", itemsOf(one, this.#op.route).length, Math.min(1, items.length)),
      ...holds(
        items.length < 2 || nextOf(one) !== undefined || !writes(this.#world.registry, "Link"),
        "a next page after limit=1",
        "no next page",
      ),
      ...statusIs(most, 200),
      ...(await this.#refused(
        `limit=${maxPageSize + 1}`,
        "limit=0",
        "limit=-1",
        "limit=x",
        "limit=1&limit=2",
      )),
    ];
  }

  /** All pages hold every item once, in the order of the whole. */
  async walks(): Promise<readonly Problem[]> {
    const all = await this.#walk(this.#statement.maxPageSize);
    const size = Math.max(1, Math.ceil(all.items.length / 4));
    const walked = await this.#walk(Math.min(size, this.#statement.maxPageSize));
    const [first] = await this.#take(1, nextOf(await this.#op.askWith("limit=1")));
    const foreign = new URLSearchParams(first?.target.split("?")[1]).get("cursor");
    const other = this.#scalars[0]?.name;
    return [
      ...all.problems,
      ...walked.problems,
      ...(all.complete && walked.complete
        ? holds(
            JSON.stringify(walked.items) === JSON.stringify(all.items),
            `the same ${all.items.length} items page by page`,
            `${walked.items.length} items, or another order`,
          )
        : NONE),
      ...(await this.#refused("cursor=damaged", "cursor=")),
      // A cursor belongs to its query.
      ...(foreign === null || other === undefined
        ? NONE
        : await this.#refused(`cursor=${encodeURIComponent(foreign)}&sort=-${other}`)),
    ];
  }

  async sorts(): Promise<readonly Problem[]> {
    const problems: Problem[] = [];
    for (const { name } of this.#scalars) {
      for (const sort of [name, `-${name}`]) {
        const answer = await this.#op.askWith(`sort=${sort}&limit=${this.#statement.maxPageSize}`);
        const values = itemsOf(answer, this.#op.route).map((item) => valueOf(item, name));
        problems.push(...statusIs(answer, 200));
        problems.push(
          ...holds(
            inOrder(values, sort.startsWith("-")),
            `items in the order of ${sort}`,
            values.join(", "),
          ),
        );
      }
    }
    return [...problems, ...(await this.#refused("sort=no-such-field"))];
  }

  /** Each operator gives the items that meet the condition, by our own reading of them. */
  async filters(): Promise<readonly Problem[]> {
    const { operatorsByType, operators } = this.#statement.filter;
    const all = await this.#walk(this.#statement.maxPageSize);
    const problems: Problem[] = sameNames(
      "the operators of all types",
      Object.values(operatorsByType).flat(),
      operators,
    ).slice();
    for (const { name, type } of this.#scalars) {
      const held = all.items
        .map((item) => valueOf(item, name))
        .find((value) => value !== null && !String(value).includes(","));
      if (held === undefined || held === null || !all.complete) continue;
      for (const operator of operatorsByType[type] ?? []) {
        const text = operator === "contains" ? String(held).slice(0, 2) : String(held);
        const value = operator === "contains" ? text : held;
        const search = `filter[${name}][${operator}]=${encodeURIComponent(text)}&limit=${this.#statement.maxPageSize}`;
        const answer = await this.#op.askWith(search);
        problems.push(...statusIs(answer, 200));
        if (this.#goesOn(answer, this.#statement.maxPageSize)) continue;
        problems.push(
          ...same(
            `items that meet ${name} ${operator} ${text}`,
            itemsOf(answer, this.#op.route).length,
            all.items.filter((item) => meets(valueOf(item, name), operator, value)).length,
          ),
        );
      }
    }
    return [...problems, ...(await this.#refused("filter[no-such-field]=1", "filter=1"))];
  }

  async trims(): Promise<readonly Problem[]> {
    const items = itemsOf(await this.#op.base(), this.#op.route).map(asObject);
    const [wanted] = items.flatMap((item) => Object.keys(item));
    if (wanted === undefined) return NONE;
    const problems: Problem[] = [];
    for (const [search, names] of [
      [`fields=${wanted}`, [wanted]],
      [`fields=${wanted},no-such-field`, [wanted]],
      ["fields=", []],
    ] as const) {
      const answer = await this.#op.askWith(search);
      problems.push(...statusIs(answer, 200));
      const trimmed = itemsOf(answer, this.#op.route).map(asObject);
      problems.push(
        ...same(`as many items with ${search}`, trimmed.length, items.length),
        ...trimmed.flatMap((item) =>
          sameNames(`the fields of ${search}`, Object.keys(item), names),
        ),
        ...same(
          `links to a profile with ${search}`,
          linksOf(answer).header.filter(({ rel }) => rel === "profile").length,
          0,
        ),
      );
    }
    const strict = await this.#op.askWith("fields=no-such-field", {
      headers: { prefer: "handling=strict" },
    });
    const honours = Object.hasOwn(this.#world.registry.statements, "prefer");
    return [
      ...problems.slice(0, 3),
      ...(honours ? refuses(strict, this.#world, "bad-request") : NONE),
    ];
  }

  /** One more than the largest number of each. */
  async numbers(): Promise<readonly Problem[]> {
    const { fieldNames, sortFields, filters, inValues } = this.#statement.limits;
    const names = (count: number) => Array.from({ length: count }, (_, index) => `f${index}`);
    const [scalar] = this.#scalars;
    const searches = [
      `fields=${names(fieldNames + 1).join(",")}`,
      `sort=${names(sortFields + 1).join(",")}`,
      names(filters + 1)
        .map((name) => `filter[${name}]=1`)
        .join("&"),
      ...(scalar === undefined
        ? []
        : [`filter[${scalar.name}][in]=${names(inValues + 1).join(",")}`]),
    ];
    // What no URL has room for needs no further limit.
    const { maxUrlLength } = asObject(this.#world.registry.statements["size-limits"]);
    const room = Number(maxUrlLength ?? Infinity) - this.#op.target.length - 1;
    return this.#refused(...searches.filter(({ length }) => length <= room));
  }

  async #refused(...searches: readonly string[]): Promise<readonly Problem[]> {
    const problems: Problem[] = [];
    for (const search of searches)
      problems.push(...refuses(await this.#op.askWith(search), this.#world, "bad-request"));
    return problems;
  }

  async #walk(limit: number) {
    const answers = await this.#take(MAX_PAGES, `${this.#op.target}?limit=${limit}`);
    const last = answers.at(-1);
    return {
      items: answers.flatMap((answer) => itemsOf(answer, this.#op.route)),
      problems: answers.flatMap((answer) => statusIs(answer, 200)),
      complete: last !== undefined && !this.#goesOn(last, limit),
    };
  }

  /** Whether more items may follow. Without links only a page that is not full tells. */
  #goesOn(answer: Answer, limit: number): boolean {
    return writes(this.#world.registry, "Link")
      ? nextOf(answer) !== undefined
      : itemsOf(answer, this.#op.route).length >= limit;
  }

  /** The pages from `target` on. */
  async #take(count: number, target: string | undefined): Promise<readonly Answer[]> {
    const answers: Answer[] = [];
    for (let next = target; next !== undefined && answers.length < count;) {
      const answer = await this.#op.askAt(next);
      answers.push(answer);
      next = nextOf(answer);
    }
    return answers;
  }
}

/** Where the next page is, as both Link and `_links` say it when their policy is on. */
function nextOf(answer: Answer): string | undefined {
  const { header, body } = linksOf(answer);
  return [...header, ...body].find(({ rel }) => rel === "next")?.href;
}

function valueOf(item: unknown, name: string): Value {
  const value = asObject(item)[name];
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? value
    : null;
}
