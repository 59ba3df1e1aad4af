/** Text in PostgreSQL, which stores every character but one. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { escapeText, unescapeText } from "../../../../plugins/store/postgres/text.ts";

const text = fc.string({
  unit: fc.constantFrom("\0", "\u0001", "\u0002", "\u0003", "\u0004", "a", "é", "\u{1f600}"),
  maxLength: 6,
});
const bytes = (value: string) => Buffer.from(value);

it("is as it was, in the same order, and holds what it held, without U+0000", () => {
  fc.assert(
    fc.property(text, text, (one, other) => {
      const stored = escapeText(one);
      const storedOther = escapeText(other);
      expect(stored).not.toContain("\0");
      expect(unescapeText(stored)).toBe(one);
      expect(Math.sign(Buffer.compare(bytes(stored), bytes(storedOther)))).toBe(
        Math.sign(Buffer.compare(bytes(one), bytes(other))),
      );
      expect(stored.includes(storedOther)).toBe(one.includes(other));
    }),
    { numRuns: 5000 },
  );
});
