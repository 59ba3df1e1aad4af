/** Headers of requests and answers: their spelling, preferences, and what handlers fill. */
import type { Call, Outcome } from "../call/call.ts";
import { z } from "zod";
import { hasRanges } from "../route/bytes.ts";
import type { Route } from "../route/route.ts";
import type { Schema } from "../../schema/schema.ts";

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

const NONE: Readonly<Record<string, Schema>> = Object.freeze({});

/** Headers of every route of bytes. */
const OF_BYTES: Readonly<Record<string, Schema>> = Object.freeze({
  "Content-Disposition": z
    .string()
    .describe("Whether to show or to save the content, and under which name (RFC 6266)."),
});

/** Headers of every route of bytes of which clients may ask for a part. */
const OF_RANGES: Readonly<Record<string, Schema>> = Object.freeze({
  ...OF_BYTES,
  "Accept-Ranges": z.literal("bytes").describe("Clients may ask for a part with `Range`."),
  "Content-Range": z
    .string()
    .describe("The part that the answer has, with the length of all (RFC 9110, section 14.4)."),
});

/** Returns the shapes of the headers by their names; empty for most routes. */
export function responseHeadersOf({
  responseHeaders = NONE,
  bytes,
}: Pick<Route, "responseHeaders" | "bytes">): Readonly<Record<string, Schema>> {
  if (bytes === undefined) return responseHeaders;
  return { ...responseHeaders, ...(hasRanges({ bytes }) ? OF_RANGES : OF_BYTES) };
}

/** Checks that answers with this outcome can have them: a handler must have finished the answer. */
export function hasResponseHeaders(
  { redirects, statuses = [], bytes }: Pick<Route, "redirects" | "statuses" | "bytes">,
  outcome: Outcome,
): boolean {
  if (outcome === "redirect") return redirects !== undefined;
  if (outcome === "error") return statuses.some((status) => status >= 400) || hasRanges({ bytes });
  return outcome !== "options";
}

/** Visible ASCII, with spaces between (RFC 9110, section 5.5). */
const FIELD_VALUE = /^[!-~](?:[\t -~]*[!-~])?$/;

/** Returns the text of a value as a header can have it; undefined for what no header can have. */
export function fieldValue(value: unknown): string | undefined {
  const isPlain =
    typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  const text = isPlain ? String(value) : "";
  return FIELD_VALUE.test(text) ? text : undefined;
}
