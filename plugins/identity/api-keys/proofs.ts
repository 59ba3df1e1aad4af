/** From an `Authorization` header to the principal of its key: proved in the store, then remembered until anything changes. */
import { LRUCache } from "lru-cache";
import type { Principal } from "waymark";
import type { Clock, Store } from "waymark/services";
import type { LastUse } from "./last-use.ts";
import { API_KEYS, principalOf, type KeyRow } from "./schemas.ts";
import { isSameHash, NO_HASH, readAuthorization } from "./token.ts";

const TABLES = [API_KEYS];

interface Proof {
  readonly principal: Principal;
  readonly key: string;
  /** Milliseconds since 1970-01-01T00:00Z. */
  readonly expiresAt: number;
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
  /** By header. Only keys that count are in it, so forged ones take no memory. */
  readonly #proofs: LRUCache<string, Proof>;
  /** Version of the table that the proofs are of; undefined while the store knows none. */
  #version: number | undefined;
  /** Proofs that are under way, by header: many first uses of a key at once are one find. */
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
    const proof = this.#proofs.get(header);
    if (proof === undefined) return undefined;
    try {
      this.#follow(this.#settings.store.version(TABLES));
    } catch {
      return undefined; // the proof that follows fails with the reason
    }
    return this.#proofs.has(header) ? this.#use(proof) : undefined;
  }

  /** Proves a key, at the same cost whether it counts or not. Rejects while the store cannot be read. */
  async identify(header: string): Promise<Principal | undefined> {
    const version = this.#settings.store.version(TABLES);
    let running = this.#running.get(header);
    // One that began before the last change may have read an older row.
    if (running === undefined || version === undefined || running.version !== version) {
      running = { version, proof: this.#prove(header) };
      this.#running.set(header, running);
    }
    try {
      const proof = await running.proof;
      return proof && this.#keep(header, proof, version);
    } finally {
      if (this.#running.get(header) === running) this.#running.delete(header);
    }
  }

  #keep(header: string, proof: Proof, version: number | undefined): Principal | undefined {
    this.#follow(this.#settings.store.version(TABLES));
    if (version !== undefined && this.#version === version) this.#proofs.set(header, proof);
    return this.#use(proof);
  }

  /** Forgets every proof once the table has another version than they, or none that is known. */
  #follow(version: number | undefined): void {
    if (version === this.#version) return;
    this.#proofs.clear();
    this.#version = version;
  }

  #use(proof: Proof): Principal | undefined {
    const { clock, lastUse } = this.#settings;
    const now = clock.now();
    if (now >= proof.expiresAt) return undefined;
    const minute = now - (now % 60_000);
    if (minute > proof.lastUse) {
      proof.lastUse = minute;
      lastUse.note(proof.key, minute);
    }
    return proof.principal;
  }

  async #prove(header: string): Promise<Proof | undefined> {
    const { store, clock } = this.#settings;
    const { id, sha256 } = readAuthorization(header);
    const row = await store.table(API_KEYS).find<KeyRow>(id);
    // Both are compared, with any key and with none.
    const isCurrent = isSameHash(sha256, row?.sha256 ?? NO_HASH);
    const isPrevious = isSameHash(sha256, row?.previousSha256 ?? NO_HASH);
    if (row === undefined || !(isCurrent || isPrevious)) return undefined;
    const { revokedAt, lastUsedAt } = row;
    const expiresAt = Math.min(
      row.expiresAt === undefined ? Infinity : Date.parse(row.expiresAt),
      isCurrent ? Infinity : Date.parse(row.previousUntil ?? ""),
    );
    // Written so that a time which cannot be read refuses.
    if (revokedAt !== undefined || !(clock.now() < expiresAt)) return undefined;
    return {
      principal: principalOf(row),
      key: id,
      expiresAt,
      lastUse: lastUsedAt === undefined ? 0 : Date.parse(lastUsedAt),
    };
  }
}
