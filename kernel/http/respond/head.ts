/** Heads of answers: one text of lines, as they go over the wire. Node would check and join every header of every answer. */
import { show } from "../../../registry/schema/words.ts";

/** A character that no value may have: it would end the line, or is none of Latin-1 (RFC 9110, section 5.5). */
const INVALID = /[^\t\x20-\x7e\x80-\xff]/;

/** Returns a header as a line. Throws on a value that would break it. Names are checked when the registry is sealed. */
export function headerLine(name: string, value: string): string {
  if (INVALID.test(value))
    throw new TypeError(`the header ${name} cannot have the value ${show(value)}`);
  return `${name}: ${value}\r\n`;
}

/** @param headers name, value, … */
export function headerLines(headers: readonly string[]): string {
  const lines: string[] = [];
  for (let at = 0; at < headers.length; at += 2)
    lines.push(headerLine(headers[at] ?? "", headers[at + 1] ?? ""));
  return lines.join("");
}

/** Returns name, value, … */
export function headersOf(lines: string): string[] {
  return lines.split("\r\n").flatMap((line) => {
    const at = line.indexOf(": ");
    return at === -1 ? [] : [line.slice(0, at), line.slice(at + 2)];
  });
}

const fixed = new WeakMap<readonly string[], string>();

/** Returns the lines of headers that many answers share. Makes them once. */
export function fixedLines(headers: readonly string[]): string {
  let lines = fixed.get(headers);
  if (lines === undefined) fixed.set(headers, (lines = headerLines(headers)));
  return lines;
}
