/** Requests that plugins make of the service itself, and their answers. */
import type { InnerAnswer } from "waymark/services";

/** Characters that a header may have (RFC 9110, section 5.5). */
const HEADER_VALUE = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;

/** Checks that a text can be the value of a header. */
export function isHeaderValue(text: string): boolean {
  return HEADER_VALUE.test(text);
}

/** Returns a text as a string of structured fields (RFC 9651, section 3.3.3). */
export function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

/** Returns a header of an answer by its lower-case name. */
export function headerOf(
  { headers }: Pick<InnerAnswer, "headers">,
  name: string,
): string | undefined {
  const at = headers.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === name);
  return at === -1 ? undefined : headers[at + 1];
}

/** Returns the JSON of an answer; undefined if it has no body. */
export function readJson({ body }: Pick<InnerAnswer, "body">): unknown {
  if (body === undefined || body.length === 0) return undefined;
  return JSON.parse(textOf(body));
}

/** Returns the text of a body. */
export function textOf(body: string | Uint8Array): string {
  return typeof body === "string" ? body : Buffer.from(body).toString();
}
