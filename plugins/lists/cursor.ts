/**
 * Cursors: the end of a page, as an opaque text. A cursor is base64url JSON `[version, checksum, after, seen?]`. The
 * checksum covers the query it belongs to as well, so a damaged cursor and one of another query are both found. It
 * prevents mistakes and hides nothing, because a cursor only names a position in data that the client may read anyway.
 */
import { hash } from "node:crypto";
import type { Scalar, ScalarField } from "waymark/advanced";

const VERSION = 1;
const CONTENT = new RegExp(`^\\[${VERSION},"([\\w-]{16})",(.*)\\]$`, "s");

export interface Position {
  /** Values of the sort fields of the last item seen; empty in a list that keeps its own order. */
  readonly after: readonly Scalar[];
  /** Items equal to `after` that were seen, as in {@link Query}. */
  readonly seen?: number | undefined;
}

/** @param query what the cursor is bound to: the path with filters and sort. */
export function encodeCursor({ after, seen }: Position, query: string): string {
  const members = seen === undefined ? [after] : [after, seen];
  const place = JSON.stringify(members).slice(1, -1);
  const content = `[${VERSION},"${checksum(place, query)}",${place}]`;
  return Buffer.from(content).toString("base64url");
}

/** Returns the position of a cursor, or undefined if it is damaged, of another version or of another query. */
export function decodeCursor(
  cursor: string,
  query: string,
  sort: readonly (ScalarField | undefined)[],
): Position | undefined {
  const bytes = Buffer.from(cursor, "base64url");
  // Node skips what is not base64url and ignores spare bits: two spellings would be one cursor.
  if (bytes.toString("base64url") !== cursor) return undefined;
  const [, sum, place] = CONTENT.exec(bytes.toString()) ?? [];
  // Before parsing, so that a damaged cursor costs a hash and not an error with its stack.
  if (place === undefined || sum !== checksum(place, query)) return undefined;
  const [after, seen] = parseArray(`[${place}]`);
  if (!isAfter(after, sort) || !isCount(seen)) return undefined;
  return { after, seen };
}

/** @param place the position's members of the content, as JSON. */
function checksum(place: string, query: string): string {
  const content = `[${VERSION},${JSON.stringify(query)},${place}]`;
  return hash("sha256", content, "base64url").slice(0, 16);
}

function parseArray(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/** Checks the values of a cursor: checksums can be forged, and databases may refuse to compare other types. */
function isAfter(
  value: unknown,
  sort: readonly (ScalarField | undefined)[],
): value is readonly Scalar[] {
  if (!Array.isArray(value)) return false;
  if (value.length === 0) return true;
  return value.length === sort.length && sort.every((field, index) => isOf(field, value[index]));
}

function isOf(field: ScalarField | undefined, value: unknown): boolean {
  if (field === undefined) return false;
  if (value === null) return field.nullable || !field.required;
  if (field.type === "string") return typeof value === "string" && !value.includes("\0");
  return field.type === "boolean" ? typeof value === "boolean" : Number.isFinite(value);
}

function isCount(value: unknown): value is number | undefined {
  return value === undefined || (Number.isSafeInteger(value) && Number(value) > 0);
}
