/** Bearer tokens: verified once, then remembered until there are too many. */
import { hash } from "node:crypto";
import type { Principal } from "waymark";
import type { Clock } from "waymark/services";
import type { KeySource } from "./keys.ts";
import type { IssuerOptions } from "./options.ts";
import { principalOf } from "./principal.ts";
import { screen, TOLERANCE_SECONDS, type Expected } from "./screen.ts";

interface Issuer extends Expected {
  readonly options: IssuerOptions;
  readonly keys: KeySource;
}

interface Remembered {
  readonly principal: Principal;
  /** Milliseconds since 1970-01-01T00:00Z. */
  readonly expiresAt: number;
  readonly keys: KeySource;
  /** Epoch of the keys when the token was verified. */
  readonly epoch: number;
}

/** Characters of a token; longer ones are refused unseen. */
const MAX_LENGTH = 8192;
/** Tokens to remember, some megabytes; beyond it the oldest are forgotten. */
const MAX_TOKENS = 10_000;

/** RFC 6750, section 2.1; the scheme in any case (RFC 9110, section 11.1). */
const BEARER = /^bearer +/i;

export class Tokens {
  readonly #clock: Clock;
  readonly #issuers = new Map<string, Issuer>();
  /** Verified tokens by hash, so that no credential stays in memory. Forged tokens never enter. */
  readonly #remembered = new Map<string, Remembered>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Accepts the tokens of an issuer from now on. */
  trust(options: IssuerOptions, keys: KeySource): void {
    const { issuer, audience, algorithms, acceptPlainJwt } = options;
    this.#issuers.set(issuer, { audience, algorithms, acceptPlainJwt, options, keys });
  }

  get remembered(): number {
    return this.#remembered.size;
  }

  /** Returns the principal of a token that was verified before. */
  recall(authorization: string | undefined): Principal | undefined {
    const token = this.#tokenIn(authorization);
    if (token === undefined || this.#remembered.size === 0) return undefined;
    const known = this.#remembered.get(keyOf(token));
    if (known === undefined) return undefined;
    known.keys.refresh();
    const holds = known.epoch === known.keys.epoch && this.#clock.now() < known.expiresAt;
    return holds ? known.principal : undefined;
  }

  /** Checks that the issuer signed the token, which may have expired since then. */
  isGenuine(authorization: string | undefined): boolean {
    const token = this.#tokenIn(authorization);
    return token !== undefined && this.#remembered.has(keyOf(token));
  }

  /** Verifies a token. Throws Unavailable when its issuer's keys are needed and cannot be read. */
  async identify(authorization: string | undefined): Promise<Principal | undefined> {
    const token = this.#tokenIn(authorization);
    const now = this.#clock.now();
    if (token === undefined) return undefined;
    const screened = screen(token, this.#issuers, now / 1000);
    if (screened === undefined) return undefined;
    const { issuer, kid } = screened;
    const known = await issuer.keys.find(kid);
    if (known === undefined) return undefined;
    const { set, epoch } = known;
    const [{ jwtVerify }, key] = await Promise.all([import("jose"), set.resolver()]);
    const { options } = issuer;
    const verified = await jwtVerify(token, key, {
      issuer: options.issuer,
      audience: [...options.audience],
      algorithms: [...options.algorithms],
      requiredClaims: ["sub", "exp"],
      clockTolerance: TOLERANCE_SECONDS,
      currentDate: new Date(now),
    }).catch(() => undefined);
    if (verified === undefined) {
      this.#remembered.delete(keyOf(token)); // signed with a key that the issuer has withdrawn
      return undefined;
    }
    const principal = principalOf(options, verified.payload);
    if (principal === undefined) return undefined;
    const { exp = 0 } = verified.payload; // required above
    const expiresAt = (exp + TOLERANCE_SECONDS) * 1000;
    this.#remember(keyOf(token), { principal, expiresAt, keys: issuer.keys, epoch });
    return principal;
  }

  #remember(key: string, token: Remembered): void {
    this.#remembered.set(key, token);
    if (this.#remembered.size <= MAX_TOKENS) return;
    const [oldest] = this.#remembered.keys();
    if (oldest !== undefined) this.#remembered.delete(oldest);
  }

  /** Returns the token; undefined for what cannot be a JWT. */
  #tokenIn(authorization = ""): string | undefined {
    const scheme = BEARER.exec(authorization)?.[0];
    if (scheme === undefined) return undefined;
    const length = authorization.length - scheme.length;
    if (length > MAX_LENGTH || !authorization.includes(".")) return undefined;
    return authorization.slice(scheme.length);
  }
}

function keyOf(token: string): string {
  return hash("sha256", token, "base64url");
}
