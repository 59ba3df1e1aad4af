import type { Call } from "./call.js";
/** Longest header of preferences that is read, in characters. Those of browsers have below 200. */
export declare const MAX_NEGOTIATION_LENGTH = 2048;
/**
 * Returns a request header that only states preferences, such as `Prefer`. A longer one is ignored, as a server may do
 * with any preference, because parsing it must not cost more than answering.
 */
export declare function negotiationHeader(call: Call, name: string): string | undefined;
/** A header as people write it: `if-none-match` as `If-None-Match`, or as one of the `spellings` has it. */
export declare function spellHeader(name: string, spellings?: readonly string[]): string;
