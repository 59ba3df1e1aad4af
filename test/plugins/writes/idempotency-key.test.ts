/** Keys as strings of RFC 9651, against another parser. */
import { array, assert, constantFrom, property } from "fast-check";
import { parseItem, Token } from "structured-headers";
import { expect, it } from "vitest";
import { parseKey } from "../../../plugins/writes/idempotency/key.ts";

/** Parses a field as a string or token; undefined if it is neither. */
function byLibrary(field: string): string | undefined {
  try {
    const [value] = parseItem(field);
    if (typeof value === "string") return value;
    return value instanceof Token ? value.toString() : undefined;
  } catch {
    return undefined;
  }
}

const part = constantFrom(...`"\\;=, :?@%*-.1aZ~!`, "\t", "é", "\u0000", '"', '"');
const field = array(part, { maxLength: 12 }).map((parts) => parts.join(""));
const parameters = constantFrom(
  "",
  ";a",
  ";a=1",
  "; b=?0",
  ';c="d\\""',
  ";e=:YQ==:",
  ";f=-1.5",
  ";G",
  ";;",
);

it("reads each string as the library does", () => {
  assert(
    property(field, parameters, (text, rest) => {
      const quoted = `"${text}"${rest}`;
      const known = byLibrary(quoted);
      expect(parseKey(quoted)).toBe(known === "" ? undefined : known);
    }),
    { numRuns: 10_000 },
  );
});

it("reads each token as the library does, and those that begin with a digit or another sign as well", () => {
  assert(
    property(field, (text) => {
      const token = byLibrary(text.trim() === text ? text : "");
      if (token !== undefined && token !== "" && !text.startsWith('"'))
        expect(parseKey(text)).toBe(token);
      const key = parseKey(text);
      if (key !== undefined && !text.startsWith('"'))
        expect(key).toMatch(/^[\w!#$%&'*+\-.^`|~:/]+$/);
    }),
    { numRuns: 10_000 },
  );
});
