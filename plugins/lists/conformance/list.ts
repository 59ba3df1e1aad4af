/** A list under test: its items and pages, as its answers tell them. */
import { scalarFields } from "waymark";
import {
  itemsOf,
  linksOf,
  refuses,
  statusIs,
  writes,
  type Answer,
  type Operation,
  type Problem,
  type Question,
  type World,
} from "waymark/conformance";
import { z } from "zod";

export const Statement = z.object({
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
export type Statement = z.output<typeof Statement>;

/** Pages that a walk follows at most. */
const MAX_PAGES = 25;

export class List {
  readonly path: string;
  readonly registry: World["registry"];
  readonly statement: Statement;
  /** Type of each field that can be sorted and filtered by. */
  readonly scalars: readonly { readonly name: string; readonly type: string }[];
  readonly #op: Operation;

  constructor(op: Operation, { registry }: World, statement: Statement) {
    const { list } = op.route.declaration;
    this.#op = op;
    this.path = op.route.path;
    this.registry = registry;
    this.statement = statement;
    this.scalars = list === undefined ? [] : Object.values(scalarFields(list.of));
  }

  base(): Promise<Answer> {
    return this.#op.base();
  }

  askWith(search: string, question?: Question): Promise<Answer> {
    return this.#op.askWith(search, question);
  }

  items(answer: Answer): readonly unknown[] {
    return itemsOf(answer, this.#op.route);
  }

  /** Each of the queries is refused. */
  async refused(...searches: readonly string[]): Promise<readonly Problem[]> {
    const problems: Problem[] = [];
    for (const search of searches)
      problems.push(...refuses(await this.askWith(search), this, "bad-request"));
    return problems;
  }

  /** All items, page by page. */
  async walk(limit: number) {
    const answers = await this.take(MAX_PAGES, `${this.#op.target}?limit=${limit}`);
    const last = answers.at(-1);
    return {
      items: answers.flatMap((answer) => this.items(answer)),
      problems: answers.flatMap((answer) => statusIs(answer, 200)),
      complete: last !== undefined && !this.goesOn(last, limit),
    };
  }

  /** Whether more items may follow. Without links only a page that is not full tells. */
  goesOn(answer: Answer, limit: number): boolean {
    return writes(this.registry, "Link")
      ? nextOf(answer) !== undefined
      : this.items(answer).length >= limit;
  }

  /** So many pages from `target` on. */
  async take(count: number, target: string | undefined): Promise<readonly Answer[]> {
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
export function nextOf(answer: Answer): string | undefined {
  const { header, body } = linksOf(answer);
  return [...header, ...body].find(({ rel }) => rel === "next")?.href;
}
