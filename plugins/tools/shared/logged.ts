/** Finds members that no schema declares, and credentials, in the log and in answers. */
import { hash } from "node:crypto";
import type { LogLine } from "waymark/advanced";
import { REMOVED_MEMBER } from "waymark/tools";
import type { Answer, Operation, Violation } from "./policy-tests.ts";

/** A line of the server's log. */
export type LoggedLine = Pick<LogLine, "message" | "fields">;

/** Returns members that handlers return and no answer has, because no schema declares them: only the log names them. */
export function removedMembers(
  { route }: Operation,
  logged: readonly LoggedLine[] = [],
): readonly Violation[] {
  return logged
    .filter(({ message, fields }) => message === REMOVED_MEMBER && fields["route"] === route.ref)
    .map(({ fields }) => ({
      expected: "only members that its schema declares",
      received: `${String(fields["member"])}, which is not sent`,
      hint: "declare the member in the schema, or leave it out of what the handler returns",
    }));
}

/** A text that a secret could be: long, and of the characters of tokens (RFC 6750, section 2.1). */
const TOKEN = /[\w.~+/=-]{16,}/g;

/** Credentials that a check has sent, searched for in answers and in the log. */
export class SentSecrets {
  readonly #secrets = new Set<string>();
  readonly #headers: readonly string[];
  readonly #places = new Set<string>();
  /** Hashes of bodies that were read: the same one again can have no secret that is new. */
  readonly #read = new Set<string>();

  /** @param headers request headers that hold credentials, in lower case. */
  constructor(headers: readonly string[]) {
    this.#headers = headers;
  }

  /** Remembers the credentials of a request. */
  add(headers: Readonly<Record<string, string>>): void {
    for (const name of this.#headers)
      for (const [token] of headers[name]?.matchAll(TOKEN) ?? []) this.#secrets.add(token);
  }

  /** Looks for a credential of any request so far. */
  inspect({ method, target, headers, body }: Answer): void {
    if (this.#secrets.size === 0) return;
    const key = hash("sha1", body);
    const text = `${Object.values(headers).join("\n")}\n${this.#read.has(key) ? "" : body.toString("latin1")}`;
    this.#read.add(key);
    if (this.#isIn(text)) this.#places.add(`the answer to ${method} ${target.split("?", 1)[0]}`);
  }

  violations(logged: readonly LoggedLine[] = []): readonly Violation[] {
    const lines = logged
      .filter(({ message, fields }) => this.#isIn([message, ...Object.values(fields)].join(" ")))
      .map(({ message }) => message.split(" ", 1)[0]);
    const places = [
      ...this.#places,
      ...lines.map((start) => `the log line that begins with ${start}`),
    ];
    const expected = "no credential in any answer or log line";
    return places.map((place) => ({ expected, received: `one in ${place}` }));
  }

  #isIn(text: string): boolean {
    return (
      this.#secrets.size > 0 && (text.match(TOKEN) ?? []).some((one) => this.#secrets.has(one))
    );
  }
}
