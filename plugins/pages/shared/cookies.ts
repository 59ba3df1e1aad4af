/** Cookies of a request (RFC 6265, section 5.4). */
import { randomBytes } from "node:crypto";

/** Returns 128 random bits, as 22 characters. */
export function randomId(): string {
  return randomBytes(16).toString("base64url");
}

/** Returns the id in the first of these cookies that the request has; undefined for a value that `randomId` did not make. */
export function idIn(cookies = "", ...names: readonly string[]): string | undefined {
  const pairs = cookies.split(/; ?/).map((pair) => pair.split("=", 2));
  const id = names.map((name) => pairs.find(([one]) => one === name)?.[1]).find(Boolean);
  return /^[\w-]{22}$/.test(id ?? "") ? id : undefined;
}
