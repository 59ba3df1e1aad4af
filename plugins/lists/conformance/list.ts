/** A list under test: its items and pages, as its answers tell them. */
import { scalarFields } from "waymark";
import {
  readItems,
  readLinks,
  refuses,
  statusIs,
  writesHeader,
  type Answer,
  type Operation,
  type Violation,
  type Question,
  type CheckContext,
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
  readonly registry: CheckContext["registry"];
  readonly statement: Statement;
  /** Type of each field that can be sorted and filtered by. */
  readonly scalars: readonly { readonly name: string; readonly type: string }[];
  readonly #operation: Operation;

  constructor(operation: Operation, { registry }: CheckContext, statement: Statement) {
    const { list } = operation.route.declaration;
    this.#operation = operation;
    this.path = operation.route.path;
    this.registry = registry;
    this.statement = statement;
    this.scalars = list === undefined ? [] : Object.values(scalarFields(list.of));
  }

  base(): Promise<Answer> {
    return this.#operation.base();
  }

  askWith(search: string, question?: Question): Promise<Answer> {
    return this.#operation.askWith(search, question);
  }

  items(answer: Answer): readonly unknown[] {
    return readItems(answer, this.#operation.route);
  }

  /** Each of the queries is refused. */
  async refused(...searches: readonly string[]): Promise<readonly Violation[]> {
    const problems: Violation[] = [];
    for (const search of searches)
      problems.push(...refuses(await this.askWith(search), this, "bad-request"));
    return problems;
  }

  /** All items, page by page. */
  async walk(limit: number) {
    const answers = await this.take(MAX_PAGES, `${this.#operation.target}?limit=${limit}`);
    const last = answers.at(-1);
    return {
      items: answers.flatMap((answer) => this.items(answer)),
      problems: answers.flatMap((answer) => statusIs(answer, 200)),
      complete: last !== undefined && !this.goesOn(last, limit),
    };
  }

  /** Whether more items may follow. Without links only a page that is not full tells. */
  goesOn(answer: Answer, limit: number): boolean {
    return writesHeader(this.registry, "Link")
      ? nextOf(answer) !== undefined
      : this.items(answer).length >= limit;
  }

  /** So many pages from `target` on. */
  async take(count: number, target: string | undefined): Promise<readonly Answer[]> {
    const answers: Answer[] = [];
    for (let next = target; next !== undefined && answers.length < count;) {
      const answer = await this.#operation.askAt(next);
      answers.push(answer);
      next = nextOf(answer);
    }
    return answers;
  }
}

/** Where the next page is, as both Link and `_links` say it when their policy is on. */
export function nextOf(answer: Answer): string | undefined {
  const { header, body } = readLinks(answer);
  return [...header, ...body].find(({ rel }) => rel === "next")?.href;
}
