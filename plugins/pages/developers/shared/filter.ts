/** What a search box leaves of a list. */

/** Whether a text has every word of the query in it; case and accents do not count. */
export function matches(text: string, query: string): boolean {
  const plain = plainOf(text);
  return plainOf(query)
    .split(/\s+/)
    .every((word) => plain.includes(word));
}

function plainOf(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();
}
