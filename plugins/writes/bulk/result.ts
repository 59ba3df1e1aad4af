/** Turns the answer to an operation into its result. */
import type { InnerAnswer } from "waymark/services";
import type { Result } from "./format.ts";
import { isJson } from "./media-type.ts";

/**
 * Headers that mean nothing within another answer. A cookie would be readable by scripts there, which `HttpOnly` prevents
 * (RFC 6265, section 4.1.2.6).
 */
const LEFT_OUT: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "date",
  "set-cookie",
]);

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The bytes that bodies may still have, of all results together. */
export interface Room {
  bytes: number;
}

export function resultOf(id: string, answer: InnerAnswer, room: Room): Result {
  const headers = headersOf(answer);
  const result = { id, status: answer.status, headers };
  const { body } = answer;
  if (body === undefined || body.length === 0) return result;
  if (body.length > room.bytes) return { ...result, omitted: true };
  room.bytes -= body.length;
  const text = typeof body === "string" ? body : textOf(body);
  if (text === undefined)
    // The kernel makes a body of a string or of bytes, and a string is a text.
    return {
      ...result,
      body: Buffer.from(body as Uint8Array).toString("base64"),
      encoding: "base64",
    };
  return { ...result, body: isJson(headers["content-type"] ?? "") ? JSON.parse(text) : text };
}

function headersOf({ headers }: InnerAnswer): Record<string, string> {
  const byName: Record<string, string> = {};
  for (let at = 0; at < headers.length; at += 2) {
    const name = (headers[at] ?? "").toLowerCase();
    const value = headers[at + 1] ?? "";
    const earlier = byName[name];
    if (LEFT_OUT.has(name)) continue;
    byName[name] = earlier === undefined ? value : `${earlier}, ${value}`;
  }
  return byName;
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
