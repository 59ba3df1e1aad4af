/**
 * U+0000, which PostgreSQL cannot store, and the three characters after it as sequences of U+0001 to U+0003. The order of
 * code points stays, and a text holds another exactly if its stored form holds the other's stored form.
 */

const LEAD = "\u0001";
const SEQUENCES = [
  "\u0001\u0002\u0002",
  "\u0001\u0002\u0003",
  "\u0001\u0003\u0002",
  "\u0001\u0003\u0003",
] as const;
// oxlint-disable-next-line no-control-regex -- these are the characters that it is about
const SPECIAL = /[\0-\u0003]/;
// oxlint-disable-next-line no-control-regex -- as above
const ESCAPED = /\u0001[\u0002\u0003]{2}/g;

export function escapeText(text: string): string {
  if (!SPECIAL.test(text)) return text;
  let escaped = "";
  for (const character of text) escaped += SEQUENCES[character.charCodeAt(0)] ?? character;
  return escaped;
}

export function unescapeText(text: string): string {
  if (!text.includes(LEAD)) return text;
  return text.replace(ESCAPED, ([, high, low]) =>
    String.fromCharCode((high === "\u0003" ? 2 : 0) + (low === "\u0003" ? 1 : 0)),
  );
}
