/** Words of texts and queries: in lower case, without endings, and with one word for synonyms. */
import words from "./words.json" with { type: "json" };

/** Words that say nothing about an operation. */
const STOP = new Set(words.stop.split(" "));
/** Words of one meaning: the first stands for all. */
const MEANINGS = new Map(
  words.same.flatMap((line) => {
    const [first = "", ...others] = line.split(" ").map(stemOf);
    return others.map((word) => [word, first] as const);
  }),
);

/** Returns the words of a text that count, in its order. */
export function wordsOf(text: string): readonly string[] {
  const plain = text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase();
  return (plain.match(/[\p{L}\p{N}]{2,}/gu) ?? [])
    .filter((word) => !STOP.has(word))
    .map(stemOf)
    .map((stem) => MEANINGS.get(stem) ?? stem);
}

/** Cuts the usual endings of English: plural, past and present. */
function stemOf(word: string): string {
  const singular = word
    .replace(/ies$/, "y")
    .replace(/(ss|x|ch|sh)es$/, "$1")
    .replace(/([^su])s$/, "$1");
  if (singular.length < 5) return singular;
  const stem = singular.replace(/(?:ing|ed|ation|ion|ment|ly|er)$/, "");
  return (stem.length < 3 ? singular : stem).replace(/e$/, "").replace(/([^aeiouls])\1$/, "$1");
}
