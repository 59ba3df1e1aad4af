/** Finds the entries that hold all words of a query. Runs on the server and in browsers. */
import type { SearchEntry } from "./model.ts";

/** Results at most: a more precise search needs another word. */
export const MAX_RESULTS = 50;
/** Characters of a query that count. */
export const MAX_QUERY = 100;

export function search(entries: readonly SearchEntry[], query: string): readonly SearchEntry[] {
  const words = plain(query.slice(0, MAX_QUERY)).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return entries
    .map((entry, place) => ({ entry, place, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score || one.place - other.place)
    .slice(0, MAX_RESULTS)
    .map(({ entry }) => entry);
}

/** Returns 0 unless every word is there; more if the title has it, and most if the title begins with it. */
function scoreOf({ title, text = "", method = "" }: SearchEntry, words: readonly string[]): number {
  const name = plain(title);
  const rest = plain(`${method} ${text}`);
  let score = 0;
  for (const word of words) {
    const at = name.indexOf(word);
    if (at === -1 && !rest.includes(word)) return 0;
    score += at === -1 ? 1 : isStart(name, at) ? 8 : 4;
  }
  const whole = words.join(" ");
  return score + (name === whole ? 16 : 0) + 1 / (1 + name.length);
}

function isStart(text: string, at: number): boolean {
  return at === 0 || /[^\p{L}\p{N}]/u.test(text.charAt(at - 1));
}

/** Returns a text in lower case and without accents. */
function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
