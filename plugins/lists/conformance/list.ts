/** A list under test: its items and pages, as its answers show them. */
import { isDeepStrictEqual } from "node:util";
import { scalarFields } from "waymark/advanced";
import {
  readItems,
  readLinks,
  refuses,
  statusIs,
  writesHeader,
  type Answer,
  type CheckContext,
  type Operation,
  type Violation,
} from "waymark/conformance";
import { z } from "zod";
import { scopesOfFields } from "../../shared/asked-scopes.ts";
import { pageSizesOf } from "../engine.ts";
import { PaginationDiscovery, QueryPolicyDiscovery } from "../../../schemas/documents/lists.ts";

export const ListsStatement = PaginationDiscovery.extend({
  ...QueryPolicyDiscovery.shape,
  limits: z.object({
    fieldNames: z.number(),
    sortFields: z.number(),
    filters: z.number(),
    inValues: z.number(),
  }),
});
export type ListsStatement = z.output<typeof ListsStatement>;

/** Pages that a walk follows at most. */
const MAX_PAGES = 10;

export class List {
  readonly operation: Operation;
  readonly registry: CheckContext["registry"];
  readonly statement: ListsStatement;
  /** Fields that all callers can sort and filter by. */
  readonly scalars: readonly { readonly name: string; readonly type: string }[];
  /** True if pages have links; without links nothing leads to the next page. */
  readonly hasLinks: boolean;

  constructor(operation: Operation, { registry }: CheckContext, statement: ListsStatement) {
    const { declaration, engine } = operation.route;
    const { list } = declaration;
    const guarded = list && scopesOfFields(list.of);
    const queried = engine?.parameters.find(({ name }) => name === "filter")?.schema.properties;
    this.operation = operation;
    this.registry = registry;
    this.statement = { ...statement, ...pageSizesOf(declaration.list, statement) };
    this.scalars = Object.values(list ? scalarFields(list.of) : {}).filter(
      ({ name }) => Object.hasOwn(queried ?? {}, name) && guarded?.has(name) !== true,
    );
    this.hasLinks = writesHeader(registry, "Link");
  }

  items(answer: Answer): readonly unknown[] {
    return readItems(answer, this.operation.route);
  }

  /** Checks that every query is refused. */
  async refused(...searches: readonly string[]): Promise<readonly Violation[]> {
    const violations = await Array.fromAsync(searches, async (search) =>
      refuses(await this.operation.askWith(search), this, "bad-request"),
    );
    return violations.flat();
  }

  /** Checks that a walk finds the same items again: a list that is written to meanwhile says nothing about queries. */
  async isSteady(search: string, items: readonly unknown[]): Promise<boolean> {
    return isDeepStrictEqual((await this.walk(search)).items, items);
  }

  /** Returns all items that a query selects, page by page. `isComplete` is false if there were too many pages. */
  async walk(search = "", limit = this.statement.maxPageSize) {
    const items: unknown[] = [];
    const violations: Violation[] = [];
    let answer = await this.operation.askWith(`limit=${limit}${search}`);
    for (let page = 1; ; page++) {
      items.push(...this.items(answer));
      violations.push(...statusIs(answer, 200));
      const next = nextPage(answer);
      if (next === undefined || page === MAX_PAGES) break;
      answer = await this.operation.askAt(next);
    }
    const mayGoOn = this.hasLinks ? nextPage(answer) !== undefined : items.length >= limit;
    return { items, violations, isComplete: !mayGoOn };
  }
}

/** Returns the target of the next page, from Link or `_links`. */
export function nextPage(answer: Answer): string | undefined {
  const { header, body } = readLinks(answer);
  return [...header, ...body].find(({ rel }) => rel === "next")?.href;
}
