/** Parts of content that requests ask for (RFC 9110, section 14). */
import type { Call } from "../../../registry/contract/call/call.ts";
import type { ByteRange } from "../../../registry/contract/route/download.ts";

/**
 * Returns the part to send; undefined for all. A field that cannot be read is ignored, as are several parts at once, units
 * other than bytes, methods other than GET, and every range once If-Range names another entity tag.
 */
export function selectRange(
  call: Call,
  length: number,
  etag: string | undefined,
): ByteRange | "unsatisfiable" | undefined {
  const field = call.method === "GET" ? call.header("range") : undefined;
  if (field === undefined) return undefined;
  const condition = call.header("if-range");
  if (condition !== undefined && condition !== etag) return undefined;
  const [, from = "", to = ""] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(field) ?? [];
  if (from === "" && to === "") return undefined;
  if (from === "") {
    const count = Math.min(Number(to), length);
    return count === 0 ? "unsatisfiable" : { first: length - count, last: length - 1 };
  }
  const first = Number(from);
  const last = to === "" ? length - 1 : Math.min(Number(to), length - 1);
  if (to !== "" && Number(to) < first) return undefined; // not a range
  return first >= length ? "unsatisfiable" : { first, last };
}
