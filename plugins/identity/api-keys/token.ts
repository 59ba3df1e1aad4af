/** Keys as callers send them, `wm_<id>_<secret>`, and the hash by which a secret is recognized. */
import { hash, randomBytes, timingSafeEqual } from "node:crypto";

const ID_BYTES = 8;
/** 192 bits: a fast hash is enough, because there are too many to try. */
const SECRET_BYTES = 24;

/** Hex, so that a double click selects all of it. */
const TOKEN = /^wm_([\da-f]{16})_([\da-f]{48})$/;
const BEARER = /^bearer +(\S+)$/i;
/** Characters that are hashed of anything else. */
const MAX_HASHED = 2 * SECRET_BYTES;
/** Id that no key has, so that a find by it finds nothing. */
const NO_ID = "-".repeat(2 * ID_BYTES);

/** A hash that no secret has: unknown keys are compared with it, so that they take as long as known ones. */
export const NO_HASH = "-".repeat(64);

export interface Minted {
  /** The whole key, for its holder. */
  readonly token: string;
  /** Hash of the secret, to be kept. */
  readonly sha256: string;
}

/** Mints an id without the service that names things: ids of keys and their secrets cannot be fixed by a test. */
export function mintId(): string {
  return randomBytes(ID_BYTES).toString("hex");
}

export function mint(id: string): Minted {
  const secret = randomBytes(SECRET_BYTES).toString("hex");
  return { token: `wm_${id}_${secret}`, sha256: hash("sha256", secret) };
}

/** An `Authorization` header, read. A value that is not a key has an id that no key has, and costs the same. */
export interface Presented {
  readonly id: string;
  readonly sha256: string;
}

export function readAuthorization(value: string): Presented {
  const [, text = ""] = BEARER.exec(value) ?? [];
  const [, id = NO_ID, secret = text.slice(0, MAX_HASHED)] = TOKEN.exec(text) ?? [];
  return { id, sha256: hash("sha256", secret) };
}

/** Checks that a text is a whole key, and not only its id. */
export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** Compares two hashes in constant time. */
export function isSameHash(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
