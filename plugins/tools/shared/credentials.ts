/** Headers that show who sends the requests of a check. Their values are sent, and never printed. */

export type Credentials = Readonly<Record<string, string>>;

/** Returns a report, or any other JSON, without the values of credentials, as far as a shortened text still shows them. */
export function withoutCredentials<T>(report: T, credentials: Credentials = {}): T {
  // A scheme stands before its token: `Bearer abc`.
  const secrets = Object.values(credentials).flatMap((value) => [
    value,
    ...value.split(/\s+/).slice(1),
  ]);
  if (secrets.length === 0) return report;
  return JSON.parse(JSON.stringify(report), (_key, value: unknown) =>
    typeof value === "string" ? secrets.reduce(hide, value) : value,
  ) as T; // of the same form: only texts are replaced
}

/** Characters of a secret by which a shortened one is recognized. */
const HEAD_LENGTH = 6;

function hide(text: string, secret: string): string {
  const head = secret.slice(0, HEAD_LENGTH);
  const at = head === "" ? -1 : text.indexOf(head);
  if (at < 0) return text;
  let length = head.length;
  while (length < secret.length && text[at + length] === secret[length]) length += 1;
  return `${text.slice(0, at)}(not shown)${hide(text.slice(at + length), secret)}`;
}
