/** Identifiers, cut from blocks of random characters, since a call for random bytes costs more than an identifier may. */
import { randomFillSync } from "node:crypto";
import { definePlugin } from "waymark";
import { Clock, Ids } from "waymark/services";

/** Identifiers made at a time. */
const BLOCK = 256;
const VARIANTS = "89ab";
const ZEROS = { 16: "0".repeat(16), 32: "0".repeat(32) } as const;

type Fill = (bytes: Buffer) => void;

/** @param fill writes random bytes; the default is cryptographically strong. */
export function createIds(clock: Clock, fill: Fill = randomFillSync): Ids {
  // RFC 9562, section 5.7: 48 bits of Unix milliseconds, the version, 12 random bits, the variant, 62 random bits.
  const tail = pool("7xxx-yxxx-xxxxxxxxxxxx", fill);
  const hex = { 16: pool("x".repeat(16), fill), 32: pool("x".repeat(32), fill) } as const;
  const pools = new Map<string, () => string>();
  let millisecond = Number.NaN;
  let head = "";
  return {
    uuid() {
      const now = clock.now();
      if (now !== millisecond) {
        millisecond = now;
        const time = now.toString(16).padStart(12, "0");
        head = `${time.slice(0, 8)}-${time.slice(8)}-`;
      }
      return head + tail();
    },
    hex(digits) {
      const id = hex[digits]();
      // W3C Trace Context forbids it.
      return id === ZEROS[digits] ? `${id.slice(1)}1` : id;
    },
    like(pattern) {
      let next = pools.get(pattern);
      if (next === undefined) pools.set(pattern, (next = pool(pattern, fill)));
      return next();
    },
  };
}

/** Returns a function that fills the template: `x` becomes any hex digit, `y` one of 8, 9, a and b. */
function pool(template: string, fill: Fill): () => string {
  const text = template.repeat(BLOCK);
  const random = Buffer.alloc(text.length / 2);
  const characters = Buffer.alloc(text.length);
  const fixed = Array.from(template, (character, at) => (character === "x" ? [] : [at])).flat();
  let block = "";
  let next = text.length;

  function refill(): void {
    fill(random);
    characters.write(random.toString("hex"), "latin1");
    for (const place of fixed)
      for (let at = place; at < text.length; at += template.length) {
        const byte = random[at >> 1] ?? 0;
        const digit = at % 2 === 0 ? byte >> 4 : byte;
        characters[at] = text[at] === "y" ? VARIANTS.charCodeAt(digit & 3) : text.charCodeAt(at);
      }
    block = characters.toString("latin1");
    next = 0;
  }

  return () => {
    if (next === text.length) refill();
    const start = next;
    next += template.length;
    return block.slice(start, next);
  };
}

export default definePlugin({
  id: "ids",
  summary: "Random identifiers for requests and traces.",
  needs: { clock: Clock },
  provides: { ids: Ids },
  setup: ({ clock }) => ({ ids: createIds(clock) }),
});
