/** The end of a write as rows keep it. */
import { isUtf8 } from "node:buffer";
import type { PolicyAnswer, Refusal } from "waymark";
import type { BodyInfo, WriteEnd } from "waymark/advanced";
import { z } from "zod";

export const RECORDS = "idempotencyRecords";
export const CLIENTS = "idempotencyClients";

export const RecordRow = z.object({
  /** Hash of the client, a point, and hash of client, route and key. */
  id: z.string(),
  /** Hash of the request, to tell a repeated request from another request with the same key. */
  fingerprint: z.string(),
  /** Milliseconds since 1970-01-01T00:00Z. */
  expiresAt: z.int(),
  /** A {@link Head} as JSON. */
  head: z.string(),
  body: z.string().optional(),
});
export type RecordRow = z.output<typeof RecordRow>;

/** Number of records of a client, including expired records that are still there. */
export const ClientRow = z.object({
  /** The first part of the ids of its records. */
  id: z.string(),
  records: z.int(),
});
export type ClientRow = z.output<typeof ClientRow>;

export function clientOf(id: string): string {
  return id.slice(0, id.indexOf("."));
}

/** An answer without its body, or a refusal. */
type Head =
  | { readonly refusal: Refusal }
  | (Omit<PolicyAnswer, "body"> & { readonly isBase64?: true });

type Answer = Exclude<WriteEnd, { readonly refusal: Refusal }>;

/** Returns the part of a record that is the answer. */
export function encodeEnd(end: WriteEnd, maxBodyBytes: number): Pick<RecordRow, "head" | "body"> {
  if ("refusal" in end) return withHead({ refusal: end.refusal });
  const { status, location, language, facts } = end;
  const head = { status, location, language, ...(facts === undefined ? {} : { facts }) };
  const content = contentOf(end);
  if (content === undefined) return withHead(head);
  const { bytes, contentType } = content;
  if (bytes.byteLength > maxBodyBytes) return withHead(withoutBody(end));
  const whole = { ...head, ...(contentType === undefined ? {} : { contentType }) };
  // Not every database has text with a NUL.
  if (isUtf8(bytes) && !bytes.includes(0))
    return { ...withHead(whole), body: toText(bytes, "utf8") };
  return { ...withHead({ ...whole, isBase64: true }), body: toText(bytes, "base64") };
}

/** Returns the answer of a record. */
export function decodeEnd({
  head,
  body,
}: Pick<RecordRow, "head" | "body">): PolicyAnswer | { readonly refusal: Refusal } {
  const value = JSON.parse(head) as Head; // as encodeEnd wrote it
  if ("refusal" in value || body === undefined) return value;
  const { isBase64, ...answer } = value;
  return { ...answer, body: isBase64 === true ? Buffer.from(body, "base64") : body };
}

function withHead(head: Head): Pick<RecordRow, "head"> {
  return { head: JSON.stringify(head) };
}

/** Returns the answer as it would be for `Prefer: return=minimal` (RFC 7240, section 4.2). */
function withoutBody(end: Answer): PolicyAnswer {
  const { status, location, language } = end;
  const facts: BodyInfo = "etag" in end ? { ...end.facts, etag: end.etag } : { ...end.facts };
  return { status: status === 200 ? 204 : status, location, language, facts };
}

function contentOf(
  end: Answer,
): { readonly bytes: Uint8Array; readonly contentType?: string | undefined } | undefined {
  const { body } = end;
  if (body === undefined) return undefined;
  if (typeof body !== "string" && !(body instanceof Uint8Array)) return body;
  const bytes = Buffer.from(body);
  return "contentType" in end ? { bytes, contentType: end.contentType } : { bytes };
}

function toText(bytes: Uint8Array, encoding: "utf8" | "base64"): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(encoding);
}
