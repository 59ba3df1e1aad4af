/** Messages of deliveries, and the answers that receivers return to them. */
import type { Claimed } from "./deliveries.ts";
import type { Answer } from "./target.ts";

/** Returns why an answer does not count as delivered, or as a confirmation. */
export function errorOf(
  { status, text }: Answer,
  challenge: string | undefined,
): string | undefined {
  if (status >= 300 && status < 400) return "redirects are not followed";
  if (status < 200 || status >= 300) return "the status is not 2xx";
  return challenge === undefined || returnsChallenge(text, challenge)
    ? undefined
    : "the answer does not return the challenge";
}

/** Checks that an answer is the challenge, as text or as an object's member. An echo of the whole message is not. */
function returnsChallenge(text = "", challenge: string): boolean {
  if (text.trim() === challenge) return true;
  try {
    const value: unknown = JSON.parse(text);
    return Object(value).challenge === challenge;
  } catch {
    return false;
  }
}

/** Returns the same bytes for each attempt. */
export function bodyOf({ type, timestamp, challenge, subscription, ...change }: Claimed): string {
  const { kind, resource, path, key, sequence, etag } = change;
  const ofChange = { kind, resource, path, key, sequence, etag };
  const data = challenge === undefined ? (change.data ?? ofChange) : { subscription, challenge };
  return JSON.stringify({ type, timestamp, data });
}
