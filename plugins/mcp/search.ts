/** Finds operations and pages by words: of their names, summaries, paths, fields and relations. */
import type { Registry, SealedRoute } from "waymark";
import { nearest, TimeSlices, toJsonSchema } from "waymark/advanced";
import { pagesOf } from "waymark/services";
import { operationsOf, type Operation } from "./operations.ts";
import { wordsOf } from "./words.ts";

/** Entry of the index: an operation, or a page for people. */
interface Entry {
  readonly operation?: Operation;
  readonly page?: { readonly path: string; readonly title: string };
}

/** Text of an entry, with the weight of its words. */
type Text = readonly [text: string, weight: number];

/** Words of a query that count. */
const MOST_WORDS = 20;

export class SearchIndex {
  readonly #entries: Entry[] = [];
  /** Weights in entries, by word. */
  readonly #words = new Map<string, Map<number, number>>();

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
      if (here)
        index.#add({ page: { path, title } }, [
          [`${title} ${path}`, 3],
          [description, 1],
        ]);
    return index;
  }

  #add(entry: Entry, texts: readonly Text[]): void {
    for (const [text, weight] of texts)
      for (const word of wordsOf(text)) {
        const weights = this.#words.get(word) ?? new Map<number, number>();
        // A word that is there twice counts once, with its greatest weight.
        weights.set(this.#entries.length, Math.max(weights.get(this.#entries.length) ?? 0, weight));
        this.#words.set(word, weights);
      }
    this.#entries.push(entry);
  }

  /** Returns the entries with any of the words, the best first: rare words count more, and so does each further word. */
  find(query: string): readonly Entry[] {
    const words = new Set(wordsOf(query).slice(0, MOST_WORDS).map(this.#indexed));
    const found = new Map<number, { score: number; words: number }>();
    for (const word of words) {
      const weights = this.#words.get(word) ?? new Map<number, number>();
      const rarity = Math.log(1 + this.#entries.length / (1 + weights.size));
      for (const [at, weight] of weights) {
        const { score = 0, words: before = 0 } = found.get(at) ?? {};
        found.set(at, { score: score + weight * rarity, words: before + 1 });
      }
    }
    return [...found]
      .map(([at, { score, words: count }]) => ({ at, score: score * (1 + count / words.size) }))
      .toSorted((one, other) => other.score - one.score || one.at - other.at)
      .map(({ at }) => this.#entries[at] ?? {});
  }

  /** Returns the word itself, or else one that begins alike, or one that it may be misspelt for. */
  readonly #indexed = (word: string): string => {
    if (this.#words.has(word) || word.length < 4) return word;
    const alike = [...this.#words.keys()].filter(
      (one) => one.startsWith(word) || (one.length > 3 && word.startsWith(one)),
    );
    const [longest] = alike.toSorted((one, other) => other.length - one.length);
    // Comparing with every word takes too long.
    const near = this.#words
      .keys()
      .filter((one) => one[0] === word[0] && Math.abs(one.length - word.length) <= 2);
    return longest ?? nearest(word, near) ?? word;
  };
}

function textsOf(route: SealedRoute, about = ""): readonly Text[] {
  const { declaration, id, plugin, path, relations } = route;
  const { summary, description = "", list, returns } = declaration;
  const schema = list?.of ?? returns;
  // Names of fields, their values and what is said of them; words of JSON Schema are in all alike, and so count little.
  const fields = schema === undefined ? "" : JSON.stringify(toJsonSchema(schema));
  return [
    [id, 4],
    [`${summary} ${plugin} ${path}`, 3],
    [`${description} ${about} ${relations.map(({ rel }) => rel).join(" ")}`, 1.5],
    [fields, 1],
  ];
}
