/** Finds the entries that hold the words of a query, with a letter wrong in each at most. Runs on the server and in browsers. */
import MiniSearch from "minisearch";
import { MAX_QUERY, MAX_RESULTS } from "./limits.ts";
import type { SearchEntry } from "./model.ts";

/** Words of one language, each list in one text: words that do not count, and words of one meaning. */
export interface Vocabulary {
  readonly stop: string;
  readonly same: readonly string[];
}

export type Search = (query: string) => readonly SearchEntry[];

/** Indexes the entries, which takes some milliseconds, and returns their search. */
export function createSearch(entries: readonly SearchEntry[], vocabulary: Vocabulary): Search {
  const stop = new Set(vocabulary.stop.split(" "));
  const meanings = new Map(
    vocabulary.same.flatMap((line) => {
      const [first = "", ...others] = line.split(" ");
      return others.map((word) => [word, first] as const);
    }),
  );
  const index = new MiniSearch({
    fields: ["title", "text", "method", "body"],
    tokenize: wordsOf,
    // A word is found under its own name as well: the last one of a query may be unfinished.
    processTerm: (word) => (stop.has(word) ? null : [word, meanings.get(word) ?? []].flat()),
    searchOptions: {
      processTerm: (word) => (stop.has(word) ? null : (meanings.get(word) ?? word)),
      boost: { title: 4, text: 2 },
      weights: { prefix: 0.5, fuzzy: 0.2 },
      prefix: (term) => term.length > 1,
      fuzzy: (term) => (term.length > 3 && !/\d/.test(term) ? 1 : false),
    },
  });
  index.addAll(entries.map((entry, id) => ({ ...entry, id })));

  return (query) => {
    const words = plain(query.slice(0, MAX_QUERY)).trim();
    const boostDocument = (id: number) => {
      const { title = "", weight = 1 } = entries[id] ?? {};
      return `${plain(title)} `.startsWith(`${words} `) ? weight * 2 : weight;
    };
    const whole = index.search(words, { combineWith: "AND", boostDocument });
    // As near as there is: entries with some of the words, which are not misspelt as well.
    const found = whole.length > 0 ? whole : index.search(words, { fuzzy: false, boostDocument });
    return found.slice(0, MAX_RESULTS).flatMap(({ id }) => entries[Number(id)] ?? []);
  };
}

/** Returns the words of a text: `OfficeWithHito` is a word, and so are its parts. */
function wordsOf(text: string): string[] {
  const whole = text.match(WORD) ?? [];
  const parts = whole.flatMap((word) => {
    const split = word.split(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u);
    return split.length > 1 ? split : [];
  });
  return [...whole, ...parts].map(plain);
}
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** Returns a text in lower case and without accents. */
function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
