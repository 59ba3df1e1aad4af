/** Items of a list's pages. */
export type ItemOf<Page, As extends keyof Page> = Page[As] extends readonly (infer Item)[]
  ? Item
  : never;

/** A list: `for await` visits all of its items, and asks for a page when the one before is used up. */
export class List<Page, Item> implements AsyncIterable<Item> {
  readonly #load: (href?: string) => Promise<Page>;
  readonly #items: string;

  constructor(load: (href?: string) => Promise<Page>, items: string) {
    this.#load = load;
    this.#items = items;
  }

  /** Reads the first page. */
  page(): Promise<Page> {
    return this.#load();
  }

  /** Visits the pages. */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    let next: string | undefined;
    do {
      const page: Page = await this.#load(next);
      yield page;
      next = (page as { _links?: { next?: { href: string } } })._links?.next?.href;
    } while (next !== undefined);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages())
      yield* (page as Readonly<Record<string, readonly Item[]>>)[this.#items] ?? [];
  }
}
