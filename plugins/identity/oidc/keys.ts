/** The keys of one issuer: read from it, remembered, and read again at a bounded rate. */
import { messageOf, Unavailable, type Log } from "waymark";
import { z } from "zod";
import { fetchJson, mayName } from "./fetch-json.ts";
import { KeySet } from "./key-set.ts";

export interface KeysSettings {
  readonly issuer: string;
  /** Default: as the issuer's OpenID configuration has it. */
  readonly jwksUri: string | undefined;
  readonly maxAgeMs: number;
  readonly cooldownMs: number;
  /** Ends all requests. */
  readonly signal: AbortSignal;
  readonly log: Log;
}

/** The keys of an issuer with their epoch. */
export interface KeysInForce {
  readonly set: KeySet;
  readonly epoch: number;
}

/** Keys by which tokens are verified. */
export interface KeySource {
  /** Grows when a key is withdrawn: tokens that were verified before need another look. */
  readonly epoch: number;
  /** Reads the keys if they are due, without waiting for them. */
  refresh(): void;
  /**
   * Returns the keys with this one; undefined when the issuer does not have it. Known keys need no answer of the issuer.
   * Throws Unavailable when the issuer has to be asked and does not answer.
   */
  find(kid: string | undefined): Promise<KeysInForce | undefined>;
}

/** Wait after a first failure; it doubles with each further one, up to the cooldown. */
const FIRST_RETRY_MS = 1000;

/** Timeout of one request to an issuer; callers with a token of an unknown key wait as long. */
const TIMEOUT_MS = 5000;

/** OpenID Connect Discovery 1.0, section 3. */
const Configuration = z.object({ issuer: z.string(), jwks_uri: z.string() });

/** URL of an issuer's description (OpenID Connect Discovery 1.0, section 4). */
export function configurationUrl(issuer: string): string {
  return `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
}

export class Keys implements KeySource {
  readonly #settings: KeysSettings;
  #set: KeySet | undefined;
  #epoch = 0;
  #failures = 0;
  /** Times in milliseconds of `performance.now()`. */
  #staleAt = 0;
  #nextReadAt = 0;
  #reading: Promise<void> | undefined;

  constructor(settings: KeysSettings) {
    this.#settings = settings;
  }

  get epoch(): number {
    return this.#epoch;
  }

  /** The last attempt to read the keys failed. */
  get failing(): boolean {
    return this.#failures > 0;
  }

  refresh(): void {
    const now = performance.now();
    if (now >= this.#staleAt && now >= this.#nextReadAt) void this.#read();
  }

  async find(kid: string | undefined): Promise<KeysInForce | undefined> {
    this.refresh();
    const isDue = this.#reading !== undefined || performance.now() >= this.#nextReadAt;
    if (this.#set?.has(kid) !== true && isDue) await this.#read();
    if (this.#set?.has(kid) === true) return { set: this.#set, epoch: this.#epoch };
    if (!this.failing) return undefined;
    const retryAfter = Math.max(1, Math.ceil((this.#nextReadAt - performance.now()) / 1000));
    throw new Unavailable(`the keys of ${this.#settings.issuer} cannot be read`, { retryAfter });
  }

  /** Never rejects. Concurrent callers share one attempt. */
  #read(): Promise<void> {
    return (this.#reading ??= this.#attempt().finally(() => {
      this.#reading = undefined;
    }));
  }

  async #attempt(): Promise<void> {
    const { issuer, maxAgeMs, cooldownMs, signal, log } = this.#settings;
    try {
      this.#accept(new KeySet(await this.#fetch(await this.#uri())));
      if (this.failing) log.info("the keys of an issuer can be read again", { issuer });
      this.#failures = 0;
      this.#nextReadAt = performance.now() + cooldownMs;
      this.#staleAt = performance.now() + maxAgeMs;
    } catch (error) {
      if (signal.aborted) return;
      if (!this.failing)
        log.warn("the keys of an issuer cannot be read", { issuer, reason: reasonOf(error) });
      const waitMs = Math.min(cooldownMs, FIRST_RETRY_MS * 2 ** this.#failures);
      this.#failures += 1;
      this.#nextReadAt = performance.now() + waitMs;
    }
  }

  #accept(set: KeySet): void {
    const known = this.#set;
    const isSame = known !== undefined && known.includes(set) && set.includes(known);
    if (isSame) return; // the known one has its keys imported
    if (known !== undefined && !set.includes(known)) this.#epoch += 1;
    this.#set = set;
  }

  async #uri(): Promise<string> {
    const { issuer, jwksUri } = this.#settings;
    if (jwksUri !== undefined) return jwksUri;
    const url = configurationUrl(issuer);
    const { data } = Configuration.safeParse(await this.#fetch(url));
    if (data === undefined) throw new Error(`${url} names no issuer or no jwks_uri`);
    // Section 4.3: otherwise one issuer could speak for another.
    if (data.issuer !== issuer) throw new Error(`${url} is about another issuer: ${data.issuer}`);
    if (!mayName(issuer, data.jwks_uri))
      throw new Error(`${url} has a jwks_uri that is not https: ${data.jwks_uri}`);
    return data.jwks_uri;
  }

  #fetch(url: string): Promise<unknown> {
    const limit = AbortSignal.timeout(TIMEOUT_MS);
    return fetchJson(url, AbortSignal.any([this.#settings.signal, limit]));
  }
}

/** `fetch` hides the reason in the cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause === undefined ? messageOf(error) : `${messageOf(error)}: ${messageOf(cause)}`;
}
