/** Checks that a text contains every word of the query, ignoring case and accents. */
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
