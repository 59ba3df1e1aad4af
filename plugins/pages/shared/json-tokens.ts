/** JSON, indented, in pieces to colour. Used on the server and in browsers. */

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*)|\b(true|false|null)\b/g;

export interface JsonToken {
  readonly text: string;
  /** Kind of the piece; undefined for punctuation and space. */
  readonly kind?: "name" | "string" | "number" | "literal";
}

export function jsonTokens(value: unknown): readonly JsonToken[] {
  const json = JSON.stringify(value, undefined, 2);
  const tokens: JsonToken[] = [];
  let from = 0;
  for (const { index, 0: whole, 1: string, 2: colon, 3: number } of json.matchAll(TOKEN)) {
    const text = string ?? whole;
    const plain = number === undefined ? "literal" : "number";
    const quoted = colon === undefined ? "string" : "name";
    tokens.push(
      { text: json.slice(from, index) },
      { text, kind: string === undefined ? plain : quoted },
    );
    from = index + text.length;
  }
  return [...tokens, { text: json.slice(from) }];
}
