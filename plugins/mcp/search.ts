/** Finds operations and pages by words: of their names, summaries, paths, fields and relations. */
import MiniSearch from "minisearch";
import type { Registry, SealedRoute } from "waymark";
import { TimeSlices, toJsonSchema } from "waymark/advanced";
import { pagesOf } from "waymark/services";
import { operationsOf, type Operation } from "./operations.ts";
import { wordsOf } from "./words.ts";

/** Result of a search: an operation, or a page for people. */
interface Found {
  readonly operation?: Operation;
  readonly page?: { readonly path: string; readonly title: string };
}

/** Words of a query that count. */
const MOST_WORDS = 20;

/** Texts of an entry, with the weight of their words. */
const WEIGHTS = { name: 4, summary: 3, description: 1.5, fields: 1 };
type Texts = Partial<Record<keyof typeof WEIGHTS, string>>;

export class SearchIndex {
  readonly #entries: Found[] = [];
  readonly #index = new MiniSearch<Texts & { id: number }>({
    fields: Object.keys(WEIGHTS),
    // Words that say nothing are left out, and words of one meaning are one.
    tokenize: (text) => [...wordsOf(text)],
    processTerm: (word) => word,
    searchOptions: {
      tokenize: (query) => wordsOf(query).slice(0, MOST_WORDS),
      boost: WEIGHTS,
      prefix: (word) => word.length > 3,
      fuzzy: (word) => (word.length > 3 ? 0.25 : false),
      weights: { prefix: 0.5, fuzzy: 0.2 },
      bm25: { k: 1.2, b: 0.2, d: 0.5 }, // an operation with many fields is worth no less
    },
  });

  /** Reads all operations and pages, in slices: a thousand take longer than a request may hold the loop. */
  static async of(registry: Registry): Promise<SearchIndex> {
    const index = new SearchIndex();
    const slices = new TimeSlices();
    const plugins = new Map(registry.installed.map(({ plugin }) => [plugin.id, plugin.summary]));
    for (const operation of operationsOf(registry).values()) {
      index.#add({ operation }, textsOf(operation.route, plugins.get(operation.route.plugin)));
      if (slices.isOver) await slices.pause();
    }
    for (const { title, description = "", href: path, here } of pagesOf(registry, "en"))
      if (here) index.#add({ page: { path, title } }, { summary: `${title} ${path}`, description });
    return index;
  }

  #add(entry: Found, texts: Texts): void {
    this.#index.add({ ...texts, id: this.#entries.length });
    this.#entries.push(entry);
  }

  /** Returns the entries with any of the words, the best first: rare words count more, and so does each further word. */
  find(query: string): readonly Found[] {
    return this.#index.search(query).map(({ id }) => this.#entries[Number(id)] ?? {});
  }
}

function textsOf(route: SealedRoute, about = ""): Texts {
  const { declaration, id, plugin, path, relations } = route;
  const { summary, description = "", list, returns } = declaration;
  const schema = list?.of ?? returns;
  return {
    name: id,
    summary: `${summary} ${plugin} ${path}`,
    description: `${description} ${about} ${relations.map(({ rel }) => rel).join(" ")}`,
    // Names of fields, their values and what is said of them; words of JSON Schema are in all alike, and so count little.
    fields: schema === undefined ? "" : JSON.stringify(toJsonSchema(schema)),
  };
}
