/** Finds the principal of the key in an `Authorization` header: proved in the store, then remembered until a change. */
import { LRUCache } from "lru-cache";
import type { Principal } from "waymark";
import type { Clock, Store } from "waymark/services";
import type { LastUse } from "./last-use.ts";
import { API_KEYS, principalOf, type KeyRow } from "./schemas.ts";
import { isSameHash, NO_HASH, readAuthorization, type Presented } from "./token.ts";

const TABLES = [API_KEYS];

/** Proof that a secret is correct, even if its key has expired or been revoked. */
interface Proof {
  readonly principal: Principal;
  readonly key: string;
  /** Milliseconds since 1970-01-01T00:00Z; 0 for a key that was revoked. */
  readonly expiresAt: number;
  /** Version of the table that it is of; undefined where the store knows none. */
  readonly version: number | undefined;
  /** The last use that the store knows or is going to. */
  lastUse: number;
}

export interface ProofsSettings {
  readonly store: Store;
  readonly clock: Clock;
  readonly lastUse: LastUse;
  /** Proofs to remember; beyond it the least recently used are forgotten. */
  readonly max: number;
}

export class Proofs {
  readonly #settings: ProofsSettings;
  /** Proofs by hash, so that no key stays in memory. Only right secrets are in it, so forged ones take no memory. */
  readonly #proofs: LRUCache<string, Proof>;
  /** Proofs that are under way, by hash: many first uses of a key at once are one find. */
  readonly #running = new Map<
    string,
    { version: number | undefined; proof: Promise<Proof | undefined> }
  >();

  constructor(settings: ProofsSettings) {
    this.#settings = settings;
    this.#proofs = new LRUCache({ max: settings.max });
  }

  /** Returns the principal of a remembered proof. Undefined while the store cannot say that it still holds. */
  recall(header: string): Principal | undefined {
    const proof = this.#proofs.get(keyOf(readAuthorization(header)));
    if (proof?.version === undefined) return undefined;
    try {
      return proof.version === this.#version() ? this.#use(proof) : undefined;
    } catch {
      return undefined; // the proof that follows fails with the reason
    }
  }

  /** Checks that the secret was right when it was last proved. */
  isGenuine(header: string): boolean {
    return this.#proofs.size > 0 && this.#proofs.has(keyOf(readAuthorization(header)));
  }

  /** Proves a key, at the same cost whether it counts or not. Rejects while the store cannot be read. */
  async identify(header: string): Promise<Principal | undefined> {
    const presented = readAuthorization(header);
    const key = keyOf(presented);
    const version = this.#version();
    let running = this.#running.get(key);
    // A proof that began before the last change may have read an older row.
    if (running === undefined || version === undefined || running.version !== version) {
      running = { version, proof: this.#prove(presented, version) };
      this.#running.set(key, running);
    }
    try {
      const proof = await running.proof;
      if (proof === undefined) this.#proofs.delete(key);
      else this.#proofs.set(key, proof);
      return proof && this.#use(proof);
    } finally {
      if (this.#running.get(key) === running) this.#running.delete(key);
    }
  }

  #version(): number | undefined {
    return this.#settings.store.version(TABLES);
  }

  #use(proof: Proof): Principal | undefined {
    const { clock, lastUse } = this.#settings;
    const now = clock.now();
    // Written so that a time which cannot be read refuses.
    if (!(now < proof.expiresAt)) return undefined;
    const minute = now - (now % 60_000);
    if (minute > proof.lastUse) {
      proof.lastUse = minute;
      lastUse.note(proof.key, minute);
    }
    return proof.principal;
  }

  async #prove({ id, sha256 }: Presented, version: number | undefined): Promise<Proof | undefined> {
    const row = await this.#settings.store.table(API_KEYS).find<KeyRow>(id);
    // Both are compared, with any key and with none.
    const isCurrent = isSameHash(sha256, row?.sha256 ?? NO_HASH);
    const isPrevious = isSameHash(sha256, row?.previousSha256 ?? NO_HASH);
    if (row === undefined || !(isCurrent || isPrevious)) return undefined;
    const { revokedAt, lastUsedAt } = row;
    const expiresAt = Math.min(
      row.expiresAt === undefined ? Infinity : Date.parse(row.expiresAt),
      isCurrent ? Infinity : Date.parse(row.previousUntil ?? ""),
    );
    return {
      principal: principalOf(row),
      key: row.id, // not the part of the header, which would keep the whole header in memory
      expiresAt: revokedAt === undefined ? expiresAt : 0,
      version,
      lastUse: lastUsedAt === undefined ? 0 : Date.parse(lastUsedAt),
    };
  }
}

function keyOf({ id, sha256 }: Presented): string {
  return id + sha256;
}
