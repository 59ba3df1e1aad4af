/** Response headers that the handler of a route fills, in place of a policy. */
import { z } from "zod";
import type { Outcome } from "./call.ts";
import type { Route } from "./route.ts";
import type { Schema } from "../schema/schema.ts";

const NONE: Readonly<Record<string, Schema>> = Object.freeze({});

/** Headers of every route of bytes. */
const OF_BYTES: Readonly<Record<string, Schema>> = Object.freeze({
  "Content-Disposition": z
    .string()
    .describe("Whether to show or to save the content, and under which name (RFC 6266)."),
});

/** Returns the shapes of the headers by their names; empty for most routes. */
export function responseHeadersOf({
  responseHeaders = NONE,
  bytes,
}: Pick<Route, "responseHeaders" | "bytes">): Readonly<Record<string, Schema>> {
  return bytes === undefined ? responseHeaders : { ...responseHeaders, ...OF_BYTES };
}

/** Checks that answers with this outcome can have them: a handler must have finished the answer. */
export function hasResponseHeaders(
  { redirects, statuses = [] }: Pick<Route, "redirects" | "statuses">,
  outcome: Outcome,
): boolean {
  if (outcome === "redirect") return redirects !== undefined;
  if (outcome === "error") return statuses.some((status) => status >= 400);
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
