/** The public keys of an issuer at one time (RFC 7517, section 5). */
import type { CryptoKey, FlattenedJWSInput, JSONWebKeySet, JWSHeaderParameters } from "jose";
import { z } from "zod";

type Resolve = (header?: JWSHeaderParameters, token?: FlattenedJWSInput) => Promise<CryptoKey>;

/** JSON Web Key Set; further members and keys of other kinds are ignored. */
const Jwks = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

export class KeySet {
  readonly #jwks: JSONWebKeySet;
  /** Each key as text, to compare it with others. */
  readonly #texts: ReadonlySet<string>;
  readonly #ids: ReadonlySet<unknown>;
  #resolve: Resolve | undefined;

  /** Throws when the value is not a key set. */
  constructor(value: unknown) {
    const parsed = Jwks.safeParse(value);
    if (!parsed.success) throw new Error("the answer is not a set of keys");
    this.#jwks = parsed.data;
    this.#texts = new Set(parsed.data.keys.map((key) => JSON.stringify(key)));
    this.#ids = new Set(parsed.data.keys.map(({ kid }) => kid));
  }

  /** Checks that a token that names this key, or none, can be verified. */
  has(kid: string | undefined): boolean {
    return kid === undefined ? this.#texts.size > 0 : this.#ids.has(kid);
  }

  /** Checks that all keys of another set are in this one. */
  includes(other: KeySet): boolean {
    return other.#texts.isSubsetOf(this.#texts);
  }

  /** Selects the key for jose: by `kid` and `alg`, for signatures only, and never a key that the token brings. */
  async resolver(): Promise<Resolve> {
    const { createLocalJWKSet } = await import("jose");
    return (this.#resolve ??= createLocalJWKSet(this.#jwks));
  }
}
