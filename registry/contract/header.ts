import type { Call } from "./call.ts";

/** Checks that a text can be the name of a header: a token (RFC 9110, section 5.6.2). */
export function isHeaderName(text: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(text);
}

/** Longest header of preferences that is read, in characters. Browsers send fewer than 200. */
export const MAX_NEGOTIATION_LENGTH = 2048;

/**
 * Returns a request header that only states preferences, such as `Prefer`. A longer one is ignored, as a server may do
 * with any preference, because parsing it must not cost more than answering.
 */
export function negotiationHeader(call: Call, name: string): string | undefined {
  const value = call.header(name);
  return value === undefined || value.length > MAX_NEGOTIATION_LENGTH ? undefined : value;
}

/** Spellings by lower-case name: the few headers that policies declare. */
const titleCase = new Map<string, string>();

/** Returns a header as people write it: `If-None-Match` for `if-none-match`, or its form among the `spellings`. */
export function spellHeader(name: string, spellings: readonly string[] = []): string {
  const lower = name.toLowerCase();
  const spelling = spellings.find((one) => one.toLowerCase() === lower) ?? titleCase.get(lower);
  if (spelling !== undefined) return spelling;
  const spelled = lower.replace(/(^|-)[a-z]/g, (letters) => letters.toUpperCase());
  titleCase.set(lower, spelled);
  return spelled;
}
